#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace ringlet::plan {

/// Passes that were measured to be faster than the rule of `choose_radices`, for one kernel and one size.
struct TunedRadices {
  static constexpr unsigned max_passes = 8;

  std::string_view backend;
  std::string_view arithmetic;
  unsigned modulus_bits;
  unsigned log_n;
  unsigned pass_count;
  std::uint8_t radix_logs[max_passes];

  [[nodiscard]] constexpr std::span<const std::uint8_t> radices() const { return {radix_logs, pass_count}; }
};

/// Printed by scripts/tune, which says how. Sizes that are not here follow the rule.
/// Machine   AMD EPYC (family 26, model 2: Zen 5), clang++ 19, 2026-11
inline constexpr TunedRadices tuned_radices[] = {
    {"", "", 0, 0, 0, {}},
};

}  // namespace ringlet::plan
