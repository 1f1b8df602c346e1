#pragma once

#include <cstdint>

#include "arith/bound.hpp"
#include "arith/row_product.hpp"
#include "arith/word_modulus.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Element-wise products of double words in three limbs of 52 bits. Data are 128-bit lanes; one factor is shifted left
/// so that the modulus becomes s = q 2^(124 - b) of 124 bits, for which all constants have one size, and the result,
/// a multiple of 2^(124 - b), is shifted back.
///
/// Validity  2^60 <= q < 2^124, odd or even
/// Twiddle   RowTwiddle of w 2^(124 - b) modulo s: twelve limbs
/// Source    our own. Proofs: docs/bounds.md, section 13.
template <class IsaPolicy, class LimbIsa>
class Ifma52Products {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Twiddle = RowTwiddle<LimbIsa, true>;
  using FixedTwiddle = Twiddle;
  static constexpr unsigned min_modulus_bits = 61;
  static constexpr unsigned modulus_bits = 124;
  static constexpr bool fuses_sums = true;

  RINGLET_INLINE explicit Ifma52Products(const BasicModulus<uint128_t>& m) : shift_(124 - m.bits) {
    const uint128_t s = m.q << shift_;
    const uint128_t quotient_156 = m.product_quotient >> 94;  // floor(2^156 / s), from floor(2^250 / s)
    const uint128_t quotient_208 = m.product_quotient >> 42;
    minus_4s_ = Constants::negated(4 * s);
    minus_2s_ = Constants::negated(2 * s);
    minus_s_ = Constants::negated(s);
    fold_156_ = Constants::multiple(-(quotient_156 * s), 1);
    fold_208_ = Constants::multiple(-(quotient_208 * s), 1);
    offset_ = Constants::multiple(s, row_excess<LimbIsa>);
    quotients_[0] = LimbIsa::broadcast_limb(static_cast<std::uint64_t>(quotient_156 >> 1));
    quotients_[1] = LimbIsa::broadcast_limb((static_cast<std::uint64_t>(quotient_208) & LimbIsa::limb_mask) >> 1);
    const auto low_42 = static_cast<std::uint64_t>(m.product_quotient) & ((std::uint64_t{1} << 42) - 1);
    quotients_[2] = LimbIsa::broadcast_limb(low_42 << 9);
    digit_quotient_ = LimbIsa::broadcast_limb(static_cast<std::uint64_t>(quotient_156));
    s_ = Isa::broadcast(s);
  }

  /// x y mod q. Input: [0, Factor q), Factor up to 8. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul(Vec x, Vec y) const {
    const Limbs a = LimbIsa::digits_of_words(x);
    const Limbs b = LimbIsa::digits_of_words(Isa::shift_left_within(y, shift_));
    Limb column[5] = {};
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < 3; ++i) {
      RINGLET_UNROLL_FULLY
      for (unsigned j = 0; j < 3; ++j) {
        column[i + j] = LimbIsa::madd_low(column[i + j], a.limb[i], b.limb[j]);
        // The product of the top limbs, of 23 bits, has no high half.
        if (i + j < 4) column[i + j + 1] = LimbIsa::madd_high(column[i + j + 1], a.limb[i], b.limb[j]);
      }
    }
    Limb digit[5];
    digit[0] = column[0];
    RINGLET_UNROLL_FULLY
    for (unsigned i = 1; i < 5; ++i) digit[i] = LimbIsa::add(column[i], LimbIsa::carry(digit[i - 1]));
    Limb multiples = LimbIsa::zero();
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < 3; ++i) multiples = LimbIsa::madd_high(multiples, digit[2 + i], quotients_[i]);
    Limbs sum = {{column[0], column[1], column[2]}};
    sum = LimbIsa::multiply_add(sum, digit[3], fold_156_);
    sum = LimbIsa::multiply_add(sum, digit[4], fold_208_);
    return finish(LimbIsa::multiply_add(sum, multiples, minus_2s_));
  }

  /// x w mod q and x w + z mod q. Input: x and z in [0, Factor q), Factor in {1, 2, 4, 8}. Output: [0, q).
  template <unsigned Factor, class W>
  RINGLET_INLINE Vec mul_shoup(Vec x, W w) const {
    return finish(multiply_rows<LimbIsa>(offset_, LimbIsa::from_words(x), w, minus_4s_));
  }
  template <unsigned Factor, class W>
  RINGLET_INLINE Vec mul_shoup_add(Vec x, W w, Vec z) const {
    const Limbs start = LimbIsa::add(LimbIsa::from_words(Isa::shift_left_within(z, shift_)), offset_);
    return finish(multiply_rows<LimbIsa>(start, LimbIsa::from_words(x), w, minus_4s_));
  }

 private:
  using Limb = typename LimbIsa::Limb;
  using Limbs = typename LimbIsa::Vec;
  using Constants = LimbConstants<LimbIsa>;

  /// From a multiple of 2^(124 - b) below 32 s to its residue, shifted back.
  RINGLET_INLINE Vec finish(Limbs x) const {
    // A quotient that is large by one leaves a number in [-s, s).
    const Limb top = LimbIsa::digits(x).limb[2];
    const Limb multiples = LimbIsa::madd_high(LimbIsa::broadcast_limb(1), top, digit_quotient_);
    const Vec remainder = LimbIsa::to_words(LimbIsa::multiply_add(x, multiples, minus_s_));
    return Isa::shift_right_within(LimbIsa::add_where_negative(remainder, s_), shift_);
  }

  unsigned shift_;
  Limbs minus_4s_;
  Limbs minus_2s_;
  Limbs minus_s_;
  Limbs fold_156_;
  Limbs fold_208_;
  Limbs offset_;
  Limb quotients_[3];
  Limb digit_quotient_;
  Vec s_;
};

}  // namespace ringlet::arith
