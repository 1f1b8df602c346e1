#pragma once

#include <string>
#include <vector>

#include "rns/problem.hpp"
#include "support/record.hpp"

namespace bench::rns {

/// Median of an operation by a contender (main table), of a part of a key switch, or of a conversion on a backend.
struct Measurement {
  Row row;
  /// Name: "Ringlet", a peer, a part or a backend.
  std::string of;
  double nanoseconds;
  /// Bytes that are read and written, or 0.
  std::size_t bytes = 0;
};

/// Name of this library's measurement, the first one of each row.
inline constexpr const char* ours_name = "Ringlet";
/// Name of this library's measurement on all cores.
inline constexpr const char* all_cores = "all cores";

/// Prints for each row this library's microseconds and gigabytes per second, and the ratio of others' times to ours.
void print_operations(const std::vector<Measurement>& measurements, const std::vector<std::string>& peers);
/// Prints for each key switch and part, the whole first, the microseconds and their share of the whole.
void print_parts(const std::vector<Measurement>& measurements);
/// Prints for each sum over rotations and each way, the linear transform first, the microseconds and the ratio of its
/// time to the first.
void print_rotations(const std::vector<Measurement>& measurements);
/// Prints for each conversion and backend, the scalar one first, the microseconds and the speed in relation to scalar.
void print_backends(const std::vector<Measurement>& measurements);

[[nodiscard]] Record record_of(const Measurement& m);

}  // namespace bench::rns
