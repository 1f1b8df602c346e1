#pragma once

#include <string>
#include <vector>

#include "rns/problem.hpp"
#include "support/record.hpp"

namespace bench::rns {

/// One median. Of the main table: of a contender's whole operation. Of a key switch's parts: of "inverse transforms"
/// and the like. Of conversions by backend: of a backend.
struct Measurement {
  Row row;
  /// "Ringlet", a peer, a part or a backend.
  std::string of;
  double nanoseconds;
  /// Read and written, or 0.
  std::size_t bytes = 0;
};

/// By row and contender: microseconds of this library, gigabytes a second, and how many times as long others take;
/// `ours` comes first in each row, and `all_cores`, where it is there, is the same on all cores.
inline constexpr const char* ours_name = "Ringlet";
inline constexpr const char* all_cores = "all cores";

void print_operations(const std::vector<Measurement>& measurements, const std::vector<std::string>& peers);
/// By key switch and part, the whole first: microseconds and their share of the whole.
void print_parts(const std::vector<Measurement>& measurements);
/// By conversion and backend, the scalar one first: microseconds and how many times as fast as it.
void print_backends(const std::vector<Measurement>& measurements);

[[nodiscard]] Record record_of(const Measurement& m);

}  // namespace bench::rns
