#pragma once

#include <string>
#include <vector>

#include "support/record.hpp"
#include "words/contenders.hpp"

namespace bench::words {

/// One contender in a row of the table.
struct Entry {
  std::string description = {};
  std::size_t table_bytes = 0;
  bool wrong = false;
  /// Median, 0 where it was not timed.
  double nanoseconds = 0;
};

/// One operation by every contender. It stands for all moduli of a parameter set that have one size n and one number of
/// bits: contenders choose their kernels and widths by these two, so such moduli cost the same. All are verified, the
/// first is timed.
struct Row {
  Ring ring;
  Operation operation;
  unsigned moduli = 0;
  /// In the contenders' order.
  std::vector<Entry> entries = {};
};

/// Prints our time of each row and how many times as long each peer took; "-" where it does not offer the operation,
/// "wrong" where its result was; how to read that, and the peers' remarks.
void print_rows(const std::vector<Row>& rows, const std::vector<Contender>& contenders);

/// Records of the medians in the format of Google Benchmark, whose tools compare two reports.
[[nodiscard]] std::vector<Record> records_of(const std::vector<Row>& rows, const std::vector<Contender>& contenders,
                                             int repetitions);

}  // namespace bench::words
