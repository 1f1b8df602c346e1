#pragma once

#include <string>
#include <vector>

namespace bench {

/// What a program is asked for: [--quick] [--bits=NUMBER] [--json=FILE], and flags of its own.
struct Arguments {
  bool quick = false;
  /// Of the moduli.
  std::vector<unsigned> bits;
  std::string json = {};
  /// Those of its own that were given.
  std::vector<std::string> flags = {};

  [[nodiscard]] bool has(const std::string& flag) const;
};

/// Those of the command line, --bits from `min_bits` to `max_bits`; without it `all_bits`. `flags` are the
/// program's own, such as "--large". Throws std::invalid_argument with the usage.
[[nodiscard]] Arguments read_arguments(int argc, char** argv, std::vector<unsigned> all_bits, unsigned min_bits,
                                       unsigned max_bits, const std::vector<std::string>& flags = {});

}  // namespace bench
