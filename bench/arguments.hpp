#pragma once

#include <string>
#include <vector>

namespace bench {

/// What a program is asked for: [--quick] [--bits=NUMBER] [--json=FILE].
struct Arguments {
  bool quick = false;
  /// Of the moduli.
  std::vector<unsigned> bits;
  std::string json = {};
};

/// Those of the command line, --bits from `min_bits` to `max_bits`; without it `all_bits`. Throws std::invalid_argument
/// with the usage.
[[nodiscard]] Arguments read_arguments(int argc, char** argv, std::vector<unsigned> all_bits, unsigned min_bits,
                                       unsigned max_bits);

}  // namespace bench
