#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/ifma52/ifma52_codec.hpp"
#include "arith/modulus.hpp"
#include "arith/shoup/product.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Element-wise products modulo q of 51 and 52 bits. Operands and quotients fit the 52-bit multiply-add instructions.
/// Remainders do not and are computed modulo 2^64.
///
/// Validity  2^50 <= q < 2^52
/// Twiddle   two words: w and floor(w 2^52 / q)
/// Source    Barrett (1986), Harvey (2014). Constants name their sections of docs/bounds/words.md.
template <class IsaPolicy>
class Ifma52Long : public EltwiseDefaults<Ifma52Long<IsaPolicy>, IsaPolicy> {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using ShoupOperand = ShoupTwiddle<Isa, Ifma52Codec>;

  // proof 2.4
  static constexpr auto moduli = moduli_of_lengths<typename Isa::Word>(Isa::multiplier_bits - 1, Isa::multiplier_bits);
  static constexpr Traits traits{};  // no proof: the defaults

  RINGLET_INLINE explicit Ifma52Long(const WordModulus& m)
      : q_(Isa::broadcast(m.q)),
        // The instructions do not read the leading bit, 2^52.
        product_quotient_(Isa::broadcast((m.product_quotient - 1) >> (Isa::ignored_bits - 2))),  // proof 2.4
        normalisation_(Isa::broadcast(Isa::multiplier_bits - m.bits)),                           // proof 2.4
        modulus_(m.q) {}

  /// Returns x y mod q. Input: [0, Factor q), Factor in {1, 2, 4}. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul(Vec x, Vec y) const {
    x = this->template lower<Factor>(x);
    y = this->template lower<Factor>(y);
    const Vec top = Isa::madd52_high(zero(), Isa::shift_left(x, normalisation_), y);
    const Vec quotient = Isa::madd52_high(top, top, product_quotient_);
    return this->template lower<product_limit>(remainder(x, y, quotient));
  }

  /// Returns x w mod q. Input: x below Factor q, Factor up to 8. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul_shoup(Vec x, const ShoupOperand& w) const {
    x = this->template lower<Factor>(x);
    return this->template lower<fixed_limit>(remainder(x, w.value, Isa::madd52_high(zero(), x, w.quotient)));
  }

  [[nodiscard]] RINGLET_INLINE Vec q() const { return q_; }
  [[nodiscard]] RINGLET_INLINE std::uint64_t modulus() const { return modulus_; }

 private:
  /// Bounds, in units of q, of remainders.
  static constexpr unsigned product_limit = 4;  // proof 2.4
  static constexpr unsigned fixed_limit = 2;    // proof 4.7

  RINGLET_INLINE static Vec zero() { return Isa::broadcast(0); }
  RINGLET_INLINE Vec remainder(Vec x, Vec y, Vec quotient) const { return Isa::mul_low_difference(x, y, quotient, q_); }

  Vec q_;
  Vec product_quotient_;
  Vec normalisation_;
  std::uint64_t modulus_;
};

}  // namespace ringlet::arith
