#include "arguments.hpp"

#include <charconv>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace bench {

Arguments read_arguments(int argc, char** argv, std::vector<unsigned> all_bits, unsigned min_bits, unsigned max_bits) {
  constexpr std::string_view json = "--json=", bits = "--bits=";
  const std::invalid_argument usage("usage: " + std::string(argv[0]) + " [--quick] [--bits=" +
                                    std::to_string(min_bits) + ".." + std::to_string(max_bits) + "] [--json=FILE]");
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
      if (error != std::errc{} || end != number.end() || value < min_bits || value > max_bits) throw usage;
      arguments.bits = {value};
    } else {
      throw usage;
    }
  }
  return arguments;
}

}  // namespace bench
