#include "words/problem.hpp"

#include <bit>
#include <charconv>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace bench::words {
namespace {

constexpr std::string_view header = "n,q";
constexpr std::size_t max_size = std::size_t{1} << 24;

/// Reads a decimal number, or a hexadecimal one with prefix 0x. Returns false for anything else.
bool parse(std::string_view text, Word& number) {
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, hexadecimal ? 16 : 10);
  return error == std::errc{} && stop == end;
}

/// Reads a line "n,q". Returns whether it is valid, with n a power of two and q = 1 (mod 2n).
bool parse(std::string_view line, Ring& ring) {
  const std::size_t comma = line.find(',');
  if (comma == std::string_view::npos) return false;
  if (!parse(line.substr(0, comma), ring.n) || !parse(line.substr(comma + 1), ring.q)) return false;
  return ring.n >= 2 && ring.n <= max_size && std::has_single_bit(ring.n) && ring.q % (2 * ring.n) == 1 && ring.q > 1;
}

}  // namespace

std::string_view name(Operation operation) {
  constexpr std::array<std::string_view, operations.size()> names{"forward", "inverse", "elementwise-product",
                                                                  "ring-product"};
  return names[static_cast<std::size_t>(operation)];
}

unsigned Ring::bits() const { return static_cast<unsigned>(std::bit_width(q)); }

std::string Ring::label(Operation operation) const {
  return set + "/n:" + std::to_string(n) + "/bits:" + std::to_string(bits()) + "/" + std::string(name(operation));
}

double Ring::butterflies() const {
  return static_cast<double>(n * (static_cast<std::size_t>(std::bit_width(n)) - 1)) / 16;
}

std::vector<Ring> read_rings(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  const std::string stem = file.stem().string();
  std::vector<Ring> rings;
  std::string line;
  for (unsigned number = 1; std::getline(in, line); ++number) {
    if (line.empty() || line.starts_with('#') || line == header) continue;
    Ring ring{.set = stem.substr(0, stem.find('_')), .n = 0, .q = 0};
    if (!parse(line, ring)) {
      throw std::runtime_error(file.string() + ':' + std::to_string(number) +
                               ": expected n,q with n a power of two and q = 1 (mod 2n), found '" + line + "'");
    }
    rings.push_back(ring);
  }
  return rings;
}

}  // namespace bench::words
