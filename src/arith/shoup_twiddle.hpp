#pragma once

#include <cstdint>

#include "arith/bound.hpp"
#include "arith/word_modulus.hpp"
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

/// Barrett's reductions of 64-bit words with an exact high product. Proofs: docs/bounds.md, sections 2 and 3.
template <class Isa>
class ExactBarrett {
 public:
  using Vec = typename Isa::Vec;

  RINGLET_INLINE explicit ExactBarrett(const WordModulus& m)
      : product_quotient_(Isa::broadcast(m.product_quotient)),
        word_quotient_(Isa::broadcast(m.word_quotient)),
        normalisation_(Isa::broadcast(64 - m.bits)) {}

  /// x y mod q. Input: below f q and g q with f g <= product_room. Output: below product_bound.
  RINGLET_INLINE Vec product(Vec x, Vec y, Vec q) const {
    const Vec top = Isa::mul_high(Isa::shift_left(x, Isa::broadcast(2)), Isa::shift_left(y, normalisation_));
    return Isa::sub(Isa::mul_low(x, y), Isa::mul_low(Isa::mul_high(top, product_quotient_), q));
  }
  template <unsigned Capacity>
  static constexpr Bound product_bound = times_q(Capacity >= 8 ? 2 : 3);
  template <unsigned Capacity>
  static constexpr unsigned product_room = 1;

  /// x mod q. Input: any word. Output: below word_bound.
  RINGLET_INLINE Vec word(Vec x, Vec q) const { return Isa::sub(x, Isa::mul_low(Isa::mul_high(x, word_quotient_), q)); }
  static constexpr Bound word_bound = times_q(2);

 private:
  Vec product_quotient_;
  Vec word_quotient_;
  Vec normalisation_;
};

/// The Shoup product of 64-bit words with an exact high product.
template <class Isa>
struct ExactProduct {
  using Vec = typename Isa::Vec;
  using Twiddle = ShoupTwiddle<Isa>;
  using FixedTwiddle = Twiddle;
  using Barrett = ExactBarrett<Isa>;

  RINGLET_INLINE static Vec multiply(Vec x, const Twiddle& w, Vec q) {
    return Isa::sub(Isa::mul_low(x, w.value), Isa::mul_low(Isa::mul_high(x, w.quotient), q));
  }

  template <unsigned Capacity>
  static constexpr Bound bound(Bound operand) {
    return ShoupBounds<Capacity>::product_bound(operand);
  }

  /// With any word x.
  static constexpr Bound fixed_bound = times_q(2);
};

}  // namespace ringlet::arith
