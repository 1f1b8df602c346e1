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

  RINGLET_INLINE static Vec multiply(Vec x, const Twiddle& w, Vec q) {
    return Isa::sub(Isa::mul_low(x, w.value), Isa::mul_low(Isa::mul_high(x, w.quotient), q));
  }

  template <unsigned Capacity>
  static constexpr Bound bound(Bound operand) {
    return ShoupBounds<Capacity>::product_bound(operand);
  }
};

}  // namespace ringlet::arith
