#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "support/record.hpp"

namespace bench::large {

/// The median of one way to compute a transform.
struct Measurement {
  std::string of;
  unsigned bits;
  unsigned log_n;
  std::size_t threads;
  double nanoseconds;
  /// Bytes that pass between the computation and where its arrays are, to and fro; 0 where that is not known.
  double bytes;

  [[nodiscard]] double butterflies() const { return static_cast<double>(std::size_t{1} << log_n) / 2 * log_n; }
};

/// Prints the rows of one size and one modulus: milliseconds, nanoseconds for a butterfly, how many times as long as
/// the first, and which share of the bytes in the time that `copy` reaches.
void print(const std::vector<Measurement>& rows, const Measurement& copy);

[[nodiscard]] Record record_of(const Measurement& m);

}  // namespace bench::large
