#include "parameters.hpp"

#include <bit>
#include <charconv>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace bench {
namespace {

constexpr std::string_view header = "n,q";
constexpr std::size_t max_size = std::size_t{1} << 24;

/// A decimal number, or a hexadecimal one with 0x before it. Anything else is false.
bool parse(std::string_view text, Word& number) {
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, hexadecimal ? 16 : 10);
  return error == std::errc{} && stop == end;
}

/// Whether the line is "n,q" with n a power of two and q = 1 (mod 2n).
bool parse(std::string_view line, Parameters& parameters) {
  const std::size_t comma = line.find(',');
  if (comma == std::string_view::npos) return false;
  if (!parse(line.substr(0, comma), parameters.n) || !parse(line.substr(comma + 1), parameters.q)) return false;
  return parameters.n >= 2 && parameters.n <= max_size && std::has_single_bit(parameters.n) &&
         parameters.q % (2 * parameters.n) == 1 && parameters.q > 1;
}

std::string set_name(const std::filesystem::path& file) {
  const std::string stem = file.stem().string();
  return stem.substr(0, stem.find('_'));
}

}  // namespace

std::vector<Parameters> read_parameters(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  std::vector<Parameters> rings;
  std::string line;
  for (unsigned number = 1; std::getline(in, line); ++number) {
    if (line.empty() || line.starts_with('#') || line == header) continue;
    Parameters parameters{.set = set_name(file), .n = 0, .q = 0};
    if (!parse(line, parameters)) {
      throw std::runtime_error(file.string() + ':' + std::to_string(number) +
                               ": expected n,q with n a power of two and q = 1 (mod 2n), found '" + line + "'");
    }
    rings.push_back(parameters);
  }
  return rings;
}

}  // namespace bench
