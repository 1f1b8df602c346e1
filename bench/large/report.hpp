#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "support/record.hpp"

namespace bench::large {

/// Median time of one way to compute a transform.
struct Measurement {
  std::string of;
  unsigned bits;
  unsigned log_n;
  std::size_t threads;
  double nanoseconds;
  /// Bytes that move between the computation and its arrays, in both directions; 0 if that is not known.
  double bytes;

  [[nodiscard]] double butterflies() const { return static_cast<double>(std::size_t{1} << log_n) / 2 * log_n; }
};

/// Prints the rows of one size and one modulus: milliseconds, nanoseconds per butterfly, ratio of the time to that of
/// the first row, and ratio of the bytes per second to those of `copy`.
void print(const std::vector<Measurement>& rows, const Measurement& copy);

[[nodiscard]] Record record_of(const Measurement& m);

}  // namespace bench::large
