#pragma once

#include <cstdint>

#include "isa/compiler.hpp"
#include "isa/double_limbs.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Number x = sum of limb[i] 2^(bits i). Limbs are integers of either sign; below the top, they are at most
/// 2^(bits - 1) in magnitude.
template <unsigned limb_count>
struct BalancedLimbs {
  static constexpr unsigned bits = isa::double_limb_bits<limb_count>;
  double limb[limb_count];

  /// Splits x < 2^127. All conversions are exact, so that the caller's rounding mode does not matter.
  RINGLET_INLINE explicit BalancedLimbs(uint128_t x) {
    constexpr std::int64_t radix = std::int64_t{1} << bits;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i + 1 < limb_count; ++i) {
      const auto digit = static_cast<std::int64_t>(static_cast<std::uint64_t>(x) & (radix - 1));
      const std::int64_t upper_half = digit >= radix / 2 ? 1 : 0;
      limb[i] = static_cast<double>(digit - upper_half * radix);
      x = (x >> bits) + static_cast<uint128_t>(upper_half);
    }
    limb[limb_count - 1] = static_cast<double>(static_cast<std::int64_t>(x));
  }
};

}  // namespace ringlet::arith
