#pragma once

#include "isa/compiler.hpp"

/// Products of 128-bit words: four limbs, over the primitives of an instruction set of 64-bit lanes.
namespace ringlet::lab {

/// A vector of 256-bit numbers, one vector for each limb, the lowest first.
template <class Base>
struct Limb64x4 {
  typename Base::Vec limb[4];
};

/// Computes low + 2^64 middle + 2^128 high, where each of the three is a product, and the sum fits.
template <class Isa>
RINGLET_INLINE Limb64x4<typename Isa::Base> add_columns(typename Isa::Vec low, typename Isa::Vec middle,
                                                        typename Isa::Vec high) {
  using Base = typename Isa::Base;
  typename Base::Carry carry{};
  const auto limb1 = Base::add_carry(low.high, middle.low, carry);
  const auto limb2 = Base::add_carry(high.low, middle.high, carry);
  const auto limb3 = Base::add_carry(high.high, Base::broadcast(0), carry);
  return {{low.low, limb1, limb2, limb3}};
}

/// Multiplies two 128-bit words by four products of limbs.
///
/// Input      a_high b_low + a_low b_high < 2^128
/// Source     N. Zhang, S. Fu, F. Franchetti, MICRO 2025 (see limb64x2.hpp), equation 8
template <class Isa>
struct Schoolbook {
  using Base = typename Isa::Base;

  RINGLET_INLINE static Limb64x4<Base> multiply(typename Isa::Vec a, typename Isa::Vec b) {
    typename Isa::Vec low, cross, other, high;
    Base::mul_widening(a.low, b.low, low.low, low.high);
    Base::mul_widening(a.high, b.low, cross.low, cross.high);
    Base::mul_widening(a.low, b.high, other.low, other.high);
    Base::mul_widening(a.high, b.high, high.low, high.high);
    return add_columns<Isa>(low, Isa::add(cross, other), high);
  }
};

/// Does the same by three products of limbs: the middle one is (a_low + a_high) (b_low + b_high) - low - high. It fits
/// in two limbs, so it is computed modulo 2^128. The sums have 65 bits each; the product of their carries is a multiple
/// of 2^128 and is left out.
///
/// Input      as for Schoolbook
/// Source     A. Karatsuba, Yu. Ofman (1962); MICRO 2025, equation 9
template <class Isa>
struct Karatsuba {
  using Base = typename Isa::Base;

  RINGLET_INLINE static Limb64x4<Base> multiply(typename Isa::Vec a, typename Isa::Vec b) {
    typename Isa::Vec low, middle, high;
    Base::mul_widening(a.low, b.low, low.low, low.high);
    Base::mul_widening(a.high, b.high, high.low, high.high);
    typename Base::Carry a_carry{};
    typename Base::Carry b_carry{};
    const auto a_sum = Base::add_carry(a.low, a.high, a_carry);
    const auto b_sum = Base::add_carry(b.low, b.high, b_carry);
    Base::mul_widening(a_sum, b_sum, middle.low, middle.high);
    middle.high = Base::select(a_carry, Base::add(middle.high, b_sum), middle.high);
    middle.high = Base::select(b_carry, Base::add(middle.high, a_sum), middle.high);
    return add_columns<Isa>(low, Isa::sub(Isa::sub(middle, low), high), high);
  }
};

/// Computes floor(x / 2^(64 skipped + count)), which must fit in two limbs. Input: count < 64, in every lane.
template <class Isa, unsigned skipped>
RINGLET_INLINE typename Isa::Vec shift_right(const Limb64x4<typename Isa::Base>& x, typename Isa::Base::Vec count) {
  using Base = typename Isa::Base;
  const auto complement = Base::sub(Base::broadcast(64), count);
  const auto pair = [&](unsigned i) RINGLET_INLINE_LAMBDA {
    return Base::add(Base::shift_right_any(x.limb[i], count), Base::shift_left_any(x.limb[i + 1], complement));
  };
  return {pair(skipped), pair(skipped + 1)};
}

}  // namespace ringlet::lab
