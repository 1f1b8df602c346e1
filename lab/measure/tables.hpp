#pragma once

#include <string>
#include <vector>

namespace ringlet::lab {

/// One measured median.
struct Measurement {
  std::string operation;  ///< "forward", "mul", ...
  unsigned bits;
  std::size_t n;
  std::string method;  ///< "gmp", or a backend and its arithmetic
  double nanoseconds;  ///< per butterfly, element or value
};

/// Prints a table for each operation and modulus: a line for each method, a column for each n, and how many times as
/// fast as the first line's method it is, GMP in most tables: the geometric mean over n.
void print_tables(const std::vector<Measurement>& measurements);

}  // namespace ringlet::lab
