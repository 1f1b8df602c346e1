#pragma once

#include <string>
#include <vector>

#include "support/record.hpp"
#include "words/contenders.hpp"

namespace bench::words {

/// Cell of one contender in a row of the table.
struct Entry {
  std::string description = {};
  std::size_t table_bytes = 0;
  bool wrong = false;
  /// Median, or 0 if it was not timed.
  double nanoseconds = 0;
};

/// Operation by every contender. A row stands for all moduli of a parameter set with the same size n and number of
/// bits: contenders choose their kernels and widths by these two, so such moduli cost the same. All moduli are
/// verified, the first one is timed.
struct Row {
  Ring ring;
  Operation operation;
  unsigned moduli = 0;
  /// Entries in the contenders' order.
  std::vector<Entry> entries = {};
};

/// Prints our time of each row and the ratio of each peer's time to ours: "-" if the peer does not offer the operation,
/// "wrong" for a wrong result. Then prints how to read the table, and the peers' remarks.
void print_rows(const std::vector<Row>& rows, const std::vector<Contender>& contenders);

/// Returns the medians as records in the format of Google Benchmark, whose tools compare two reports.
[[nodiscard]] std::vector<Record> records_of(const std::vector<Row>& rows, const std::vector<Contender>& contenders,
                                             int repetitions);

}  // namespace bench::words
