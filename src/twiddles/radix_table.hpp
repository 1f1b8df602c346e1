#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace ringlet::twiddles {

enum class Direction { forward, inverse };

/// Passes that measurements found faster than the rule of `choose_radices`, for one kernel and one size.
struct TunedRadices {
  /// Radices up to the first zero. If empty, the rule is as fast.
  using RadixLogs = std::array<std::uint8_t, 7>;

  std::string_view backend;
  std::string_view arithmetic;
  unsigned modulus_bits;
  unsigned log_n;
  RadixLogs forward;
  RadixLogs inverse;

  [[nodiscard]] constexpr std::span<const std::uint8_t> radices(Direction direction) const {
    const RadixLogs& logs = direction == Direction::forward ? forward : inverse;
    return {logs.begin(), std::ranges::find(logs, 0)};
  }
};

/// Printed by scripts/bench tune, which describes the measurement. Entries for 64-bit words date from when it timed
/// forward and inverse together. Entries that lost on Intel CPUs have been left out. Other sizes follow the rule.
///
/// Machine   AMD EPYC (family 26, model 2: Zen 5), clang++ 19, 2026-11
// clang-format off: one entry a line, as the program prints them
inline constexpr TunedRadices tuned_radices[] = {
    {"avx2", "fma53", 48, 10, {2, 3, 3}, {2, 3, 3}},
    {"avx2", "fma53", 48, 15, {2, 3, 2, 3, 3}, {2, 3, 2, 3, 3}},
    {"avx2", "fma53", 49, 10, {2, 3, 3}, {2, 3, 3}},
    {"avx2", "fma53", 49, 15, {2, 3, 2, 3, 3}, {2, 3, 2, 3, 3}},
    {"avx512ifma", "ifma52", 48, 11, {2, 3, 3}, {2, 3, 3}},
    {"avx512ifma", "ifma52", 49, 11, {2, 3, 3}, {2, 3, 3}},
    {"avx512ifma", "radix52x2", 98, 10, {}, {2, 3, 2}},
    {"avx512ifma", "radix52x2", 98, 11, {}, {2, 3, 3}},
};
// clang-format on

}  // namespace ringlet::twiddles
