#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// Arguments that a program takes beside --quick.
struct Usage {
  /// Options as the usage shows them, for example "--large" or "--json=FILE", or words like "blas".
  std::vector<std::string> options = {};
  /// Whether the program requires one of them.
  bool needs_option = false;
  /// Lengths of moduli that the program measures without --bits=NUMBER. Empty if it has no --bits.
  std::vector<unsigned> all_bits = {};
  unsigned min_bits = 0;
  unsigned max_bits = 0;
};

struct Arguments {
  bool quick = false;
  std::vector<unsigned> bits = {};
  /// Names and values of the program's own options, in the order of the command line.
  std::vector<std::pair<std::string, std::string>> options = {};

  [[nodiscard]] bool has(const std::string& name) const;
  /// Returns the last value of an option, or `otherwise` if it was not given.
  [[nodiscard]] std::string value(const std::string& name, const std::string& otherwise = {}) const;
};

/// Reads the command line. Throws std::invalid_argument with the usage for any argument that is not part of it.
[[nodiscard]] Arguments read_arguments(int argc, char** argv, const Usage& usage);

/// Reads a whole decimal number. Throws std::invalid_argument.
[[nodiscard]] unsigned long long parse_number(const std::string& text);

/// Runs a program and returns its exit status: that of `run`, 2 for wrong arguments, 1 for any other exception. Prints
/// the text of exceptions.
[[nodiscard]] int run_program(int argc, char** argv, const Usage& usage,
                              const std::function<int(const Arguments&)>& run);

}  // namespace bench
