#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/modulus.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Adds to `Base`, an arithmetic of element-wise products, the reduction of any 64-bit word by one 52-bit product. A
/// quotient by q of 15 bits or more needs only the leading 52 bits of a word.
///
/// Validity  2^14 <= q, up to the limit of Base
/// Source    Barrett (1986). Proof: docs/bounds/words.md, section 3.3.
template <EltwiseArithmetic Base>
class WordReduction52 : public Base {
 public:
  using typename Base::Isa;
  using typename Base::Vec;

  static constexpr unsigned min_bits = Isa::ignored_bits + 3;  // proof 3.3
  // no proof: the intersection of two ranges
  static constexpr ModulusRange<std::uint64_t> moduli{std::uint64_t{1} << (min_bits - 1), Base::moduli.greatest};

  RINGLET_INLINE explicit WordReduction52(const WordModulus& m)
      : Base(m),
        leading_(Isa::broadcast(m.bits - 2)),                                          // proof 3.3
        quotient_of_q_(Isa::broadcast(m.product_quotient >> Isa::ignored_bits)),       // proof 3.3
        minus_q_(Isa::broadcast((std::uint64_t{1} << Isa::multiplier_bits) - m.q)) {}  // proof 3.3

  /// Reduces any word to below Factor q, Factor in {1, 2}.
  template <unsigned Factor>
  RINGLET_INLINE Vec reduce_word(Vec x) const {
    const Vec leading = Isa::shift_right_any(x, leading_);
    const Vec remainder = minus_product(x, Isa::madd52_high(Isa::broadcast(0), leading, quotient_of_q_));
    return Factor == 1 ? Isa::subtract_once(remainder, Base::q()) : remainder;
  }

 private:
  /// Greatest length of moduli whose remainders fit 52 bits, so that a multiply-add computes them. It is one operation;
  /// `mul_low` is one as well on AMD's CPUs, but three on Intel's.
  static constexpr unsigned longest_modulo_2_52 = Isa::multiplier_bits - 1;  // proof 3.3
  static constexpr bool modulo_2_52 = length_of(Base::moduli.greatest) <= longest_modulo_2_52;

  /// Returns x - quotient q, below 2q.
  RINGLET_INLINE Vec minus_product(Vec x, Vec quotient) const {
    if constexpr (modulo_2_52) {
      const Vec mask = Isa::broadcast((std::uint64_t{1} << Isa::multiplier_bits) - 1);
      return Isa::bit_and(Isa::madd52_low(x, quotient, minus_q_), mask);
    } else {
      return Isa::sub(x, Isa::mul_low(quotient, Base::q()));
    }
  }

  Vec leading_;
  Vec quotient_of_q_;
  Vec minus_q_;
};

}  // namespace ringlet::arith
