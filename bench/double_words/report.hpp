#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace bench::double_words {

/// One measured median.
struct Measurement {
  std::string operation;  ///< "forward", "mul", ...
  unsigned bits;
  std::size_t n;
  std::string method;  ///< "gmp", or a backend and its arithmetic
  double nanoseconds;  ///< per butterfly, element or value
};

/// A table for each operation and modulus: a line for each method, a column for each n, and how many times as long the
/// method of the first line takes, GMP in most tables: the geometric mean over n.
void print_tables(const std::vector<Measurement>& measurements, std::ostream& out);

/// An object with the machine and all measurements. Throws std::runtime_error.
void write_json(const std::vector<Measurement>& measurements, const std::string& file);

}  // namespace bench::double_words
