#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace ringlet::plan {

/// Passes that were measured to be faster than the rule of `choose_radices`, for one kernel and one size.
struct TunedRadices {
  static constexpr unsigned max_passes = 6;

  std::string_view backend;
  std::string_view arithmetic;
  unsigned modulus_bits;
  unsigned log_n;
  unsigned pass_count;
  std::uint8_t radix_logs[max_passes];

  [[nodiscard]] constexpr std::span<const std::uint8_t> radices() const { return {radix_logs, pass_count}; }
};

/// Printed by scripts/tune, which says how; those of double words were compared in the same way. Sizes that are not
/// here follow the rule.
/// Machine   AMD EPYC (family 26, model 2: Zen 5), clang++ 19, 2026-11
// clang-format off: one entry a line, as the program prints them
inline constexpr TunedRadices tuned_radices[] = {
    {"avx2", "fma53", 48, 10, 3, {2, 3, 3}},
    {"avx2", "fma53", 48, 15, 5, {2, 3, 2, 3, 3}},
    {"avx2", "fma53", 49, 10, 3, {2, 3, 3}},
    {"avx2", "fma53", 49, 15, 5, {2, 3, 2, 3, 3}},
    {"avx512ifma", "ifma52", 48, 9, 2, {4, 2}},
    {"avx512ifma", "ifma52", 48, 11, 3, {2, 3, 3}},
    {"avx512ifma", "ifma52", 49, 11, 3, {2, 3, 3}},
    {"avx512ifma", "ifma52", 50, 9, 2, {4, 2}},
    {"avx512ifma", "ifma52", 50, 10, 3, {3, 2, 2}},
    {"avx512ifma", "ifma52", 50, 11, 3, {2, 4, 2}},
    {"avx512ifma", "ifma52x2", 60, 10, 3, {3, 2, 2}},
    {"avx512ifma", "ifma52x2-packed", 60, 17, 5, {2, 3, 3, 3, 3}},
    {"avx512ifma", "ifma52x2", 61, 10, 3, {3, 2, 2}},
    {"avx512ifma", "ifma52x2", 98, 11, 3, {2, 3, 3}},
    {"avx512ifma", "ifma52x2", 98, 14, 4, {2, 3, 3, 3}},
    {"avx512ifma", "ifma52x3", 124, 11, 4, {1, 2, 2, 3}},
    {"avx512ifma", "ifma52x3", 124, 12, 4, {2, 2, 2, 3}},
    {"avx512ifma", "ifma52x3", 124, 14, 5, {2, 2, 3, 2, 2}},
    {"avx512ifma", "ifma52x3", 124, 15, 5, {2, 3, 3, 2, 2}},
    {"avx512ifma", "ifma52x3", 124, 16, 6, {2, 2, 3, 2, 2, 2}},
    {"avx512ifma", "ifma52x3", 124, 17, 6, {2, 2, 3, 3, 2, 2}},
};
// clang-format on

}  // namespace ringlet::plan
