#pragma once

#include "isa/compiler.hpp"

namespace ringlet::isa {

/// Products of 64-bit lanes by the schoolbook method on their 32-bit halves, for policies without longer products. The
/// policy has, besides `add`:
///
///   mul_low_halves(a, b)     the 64-bit products of the low halves
///   high_half(a)             a / 2^32
///   low_half(a)              a mod 2^32
///   join_low_halves(a, b)    low half of a + 2^32 low half of b
template <class Isa>
struct WideningProduct {
  using Vec = typename Isa::Vec;

  /// Computes all 128 bits. No partial sum overflows, since (2^32-1)^2 + 2 (2^32-1) = 2^64 - 1.
  RINGLET_INLINE static void multiply(Vec a, Vec b, Vec& low, Vec& high) {
    const Vec a_high = Isa::high_half(a);
    const Vec b_high = Isa::high_half(b);
    const Vec lows = Isa::mul_low_halves(a, b);
    const Vec carry = Isa::high_half(lows);
    const Vec cross = Isa::add(Isa::mul_low_halves(a_high, b), carry);
    const Vec other = Isa::add(Isa::mul_low_halves(a, b_high), Isa::low_half(cross));
    const Vec carries = Isa::add(Isa::high_half(cross), Isa::high_half(other));
    high = Isa::add(Isa::mul_low_halves(a_high, b_high), carries);
    low = Isa::join_low_halves(lows, other);
  }

  RINGLET_INLINE static Vec high(Vec a, Vec b) {
    Vec low, high;
    multiply(a, b, low, high);
    return high;
  }

  /// Returns the high 64 bits without the product of the low halves and with each cross product rounded down: too small
  /// by 0, 1 or 2.
  RINGLET_INLINE static Vec high_short(Vec a, Vec b) {
    const Vec a_high = Isa::high_half(a);
    const Vec b_high = Isa::high_half(b);
    const Vec cross = Isa::high_half(Isa::mul_low_halves(a_high, b));
    const Vec other = Isa::high_half(Isa::mul_low_halves(a, b_high));
    return Isa::add(Isa::mul_low_halves(a_high, b_high), Isa::add(cross, other));
  }
};

}  // namespace ringlet::isa
