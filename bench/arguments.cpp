#include "arguments.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace bench {

namespace {

std::invalid_argument usage(const std::string& program, unsigned min_bits, unsigned max_bits,
                            const std::vector<std::string>& flags) {
  std::string text = "usage: " + program + " [--quick]";
  for (const std::string& flag : flags) text += " [" + flag + "]";
  text += " [--bits=" + std::to_string(min_bits) + ".." + std::to_string(max_bits) + "] [--json=FILE]";
  return std::invalid_argument(text);
}

}  // namespace

bool Arguments::has(const std::string& flag) const { return std::ranges::find(flags, flag) != flags.end(); }

Arguments read_arguments(int argc, char** argv, std::vector<unsigned> all_bits, unsigned min_bits, unsigned max_bits,
                         const std::vector<std::string>& flags) {
  constexpr std::string_view json = "--json=", bits = "--bits=";
  const auto wrong = [&] { return usage(argv[0], min_bits, max_bits, flags); };
  Arguments arguments{.bits = std::move(all_bits)};
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--quick") {
      arguments.quick = true;
    } else if (argument.starts_with(json)) {
      arguments.json = argument.substr(json.size());
    } else if (argument.starts_with(bits)) {
      const std::string_view number = argument.substr(bits.size());
      unsigned value = 0;
      const auto [end, error] = std::from_chars(number.begin(), number.end(), value);
      if (error != std::errc{} || end != number.end() || value < min_bits || value > max_bits) throw wrong();
      arguments.bits = {value};
    } else if (std::ranges::find(flags, argument) != flags.end()) {
      arguments.flags.emplace_back(argument);
    } else {
      throw wrong();
    }
  }
  return arguments;
}

}  // namespace bench
