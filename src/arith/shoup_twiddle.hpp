#pragma once

#include <cstdint>

#include "arith/bound.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// A vector of multiplicands w with their Shoup quotients: two words a twiddle.
template <class Isa>
struct ShoupTwiddle {
  static constexpr unsigned words = 2;

  typename Isa::Vec value;
  typename Isa::Vec quotient;

  /// `count` twiddles, repeated through the lanes: in memory first their values, then their quotients.
  template <unsigned count>
  RINGLET_INLINE static ShoupTwiddle load(const typename Isa::Word* p) {
    return {Isa::template load_repeated<count>(p), Isa::template load_repeated<count>(p + count)};
  }
};

/// The Shoup product with an exact high product.
template <class Isa>
struct ExactProduct {
  using Vec = typename Isa::Vec;
  using Twiddle = ShoupTwiddle<Isa>;

  RINGLET_INLINE static Vec multiply(Vec x, const Twiddle& w, Vec q) {
    return Isa::sub(Isa::mul_low(x, w.value), Isa::mul_low(Isa::mul_high(x, w.quotient), q));
  }

  template <unsigned Capacity>
  static constexpr Bound bound(Bound operand) {
    return ShoupBounds<Capacity>::product_bound(operand);
  }
};

/// The Shoup product of words of two limbs, whose quotient leaves out the product of the low limbs and the carries that
/// it causes: short by less than three before its own rounding, so that the product lies below (3 + x / 2^W) q
/// (docs/bounds.md).
template <class Isa>
struct TruncatedProduct {
  using Vec = typename Isa::Vec;
  using Twiddle = ShoupTwiddle<Isa>;

  RINGLET_INLINE static Vec multiply(Vec x, const Twiddle& w, Vec q) {
    return Isa::sub(Isa::mul_low(x, w.value), Isa::mul_low(Isa::mul_high_truncated(x, w.quotient), q));
  }

  template <unsigned Capacity>
  static constexpr Bound bound(Bound operand) {
    return times_q(2) + ShoupBounds<Capacity>::product_bound(operand);
  }
};

}  // namespace ringlet::arith
