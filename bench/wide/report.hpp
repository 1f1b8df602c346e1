#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "support/record.hpp"
#include "wide/problem.hpp"

namespace bench::wide {

/// One median, of a contender.
struct Measurement {
  Row row;
  std::string of;
  double nanoseconds;
  std::size_t threads;
};

/// Prints a line for each row as it is measured: the first contender's microseconds, its nanoseconds for each butterfly
/// of a transform (n/2 log2(n) make one) or for each number, and how many times as long the others take.
class Table {
 public:
  /// The contenders that rows may have, the first apart, in the order of their columns.
  Table(const std::string& first, std::vector<std::string> others, std::ostream& out);

  void print(const std::vector<Measurement>& row);

 private:
  std::vector<std::string> others_;
  std::ostream& out_;
};

[[nodiscard]] Record record_of(const Measurement& m);

}  // namespace bench::wide
