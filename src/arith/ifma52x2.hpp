#pragma once

#include <cstdint>

#include "arith/bound.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Multiplicands w with the two 52-bit limbs of their long Shoup quotients floor(w 2^104 / q): three words a twiddle.
template <class Isa>
struct Twiddle52x2 {
  static constexpr unsigned words = 3;

  typename Isa::Vec value;
  typename Isa::Vec high;
  typename Isa::Vec low;

  /// `count` twiddles, repeated through the lanes: in memory first their values, then their high, then their low limbs.
  template <unsigned count>
  RINGLET_INLINE static Twiddle52x2 load(const std::uint64_t* p) {
    return {Isa::template load_repeated<count>(p), Isa::template load_repeated<count>(p + count),
            Isa::template load_repeated<count>(p + 2 * count)};
  }
};

/// The Shoup product of 64-bit words whose quotient comes from 52-bit multiply-adds: the product policy of
/// `Shoup64` where they exist.
///
/// With x = x1 2^52 + x0 and the quotient w1 2^52 + w0, the product divided by 2^104 is
/// x1 w1 + (x0 w1 + x1 w0) / 2^52 + x0 w0 / 2^104. The last term is left out and the two others are rounded down, so Q
/// is too small by less than three, and x w - Q q lies in [0, (3 + 2^-40) q): docs/bounds.md.
template <class Isa>
struct Product52x2 {
  using Vec = typename Isa::Vec;
  using Twiddle = Twiddle52x2<Isa>;

  RINGLET_INLINE static Vec multiply(Vec x, const Twiddle& w, Vec q) {
    const Vec top = Isa::template shift_right<52>(x);
    Vec quotient = Isa::madd52_high(Isa::mul_low(top, w.high), x, w.high);
    quotient = Isa::madd52_high(quotient, top, w.low);
    return Isa::sub(Isa::mul_low(x, w.value), Isa::mul_low(quotient, q));
  }

  template <unsigned Capacity>
  static constexpr Bound bound(Bound) {
    return times_q(3) + 1;
  }
};

}  // namespace ringlet::arith
