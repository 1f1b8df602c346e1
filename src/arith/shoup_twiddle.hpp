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
  RINGLET_INLINE static ShoupTwiddle load(const std::uint64_t* p) {
    return {Isa::template load_repeated<count>(p), Isa::template load_repeated<count>(p + count)};
  }
};

/// The Shoup product of 64-bit words with an exact high product.
template <class Isa>
struct ExactProduct {
  using Vec = typename Isa::Vec;
  using Twiddle = ShoupTwiddle<Isa>;

  /// The high product and by how much it may be too small.
  RINGLET_INLINE static Vec mul_high(Vec x, Vec y) { return Isa::mul_high(x, y); }
  static constexpr unsigned shortfall = 0;

  RINGLET_INLINE static Vec multiply(Vec x, const Twiddle& w, Vec q) {
    return Isa::mul_low_difference(x, w.value, Isa::mul_high(x, w.quotient), q);
  }

  template <unsigned Capacity>
  static constexpr Bound bound(Bound operand) {
    return ShoupBounds<Capacity>::product_bound(operand);
  }
};

/// The Shoup product of 64-bit words with a high product that is short by up to 2, and so exceeds the exact one's bound
/// by 2 q at most.
template <class Isa>
struct ShortProduct {
  using Vec = typename Isa::Vec;
  using Twiddle = ShoupTwiddle<Isa>;

  RINGLET_INLINE static Vec mul_high(Vec x, Vec y) { return Isa::mul_high_short(x, y); }
  static constexpr unsigned shortfall = 2;

  RINGLET_INLINE static Vec multiply(Vec x, const Twiddle& w, Vec q) {
    return Isa::mul_low_difference(x, w.value, Isa::mul_high_short(x, w.quotient), q);
  }

  template <unsigned Capacity>
  static constexpr Bound bound(Bound operand) {
    return times_q(2) + ShoupBounds<Capacity>::product_bound(operand);
  }
};

}  // namespace ringlet::arith
