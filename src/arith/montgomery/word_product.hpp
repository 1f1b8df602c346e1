#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/modulus.hpp"
#include "arith/montgomery/word_inverse.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Adds to `Base`, an arithmetic of words, Montgomery's product x y / R mod q, R = 2^64.
///
/// Validity  odd q of `Base`
/// Source    P. Montgomery, "Modular multiplication without trial division", Math. Comp. 44 (1985). Proof:
///           docs/bounds/words.md, section 20.1.
template <EltwiseArithmetic Base>
class MontgomeryProduct : public Base {
 public:
  using typename Base::Isa;
  using typename Base::Vec;

  RINGLET_INLINE explicit MontgomeryProduct(const ModulusFor<typename Isa::Word>& m)
      : Base(m), inverse_(Isa::broadcast(inverse_of_odd(m.q))) {}

  /// Returns x y / R mod q. Input: x below q, y below 4q. Output: [0, q).
  RINGLET_INLINE Vec mul_montgomery(Vec x, Vec y) const {
    Vec low, high;
    Isa::mul_widening(x, y, low, high);
    return reduce_product(low, high);
  }

  /// Returns x y / R + z mod q. Input: x and z below q, y below 4q. Output: [0, q).
  RINGLET_INLINE Vec mul_add_montgomery(Vec x, Vec y, Vec z) const {
    Vec low, high;
    Isa::mul_widening(x, y, low, high);
    return reduce_product(low, Base::add(high, z));  // does not wait for the quotient
  }

 private:
  /// Returns (low + R high) / R mod q. Input: high below q. The multiple of q that is subtracted has the same low word,
  /// so that only high words remain.
  RINGLET_INLINE Vec reduce_product(Vec low, Vec high) const {
    return Base::sub(high, Isa::mul_high(Isa::mul_low(low, inverse_), Base::q()));
  }

  Vec inverse_;
};

/// Adds the same to `Base` by 52-bit multiply-adds, as a step modulo 2^52 and one modulo 2^12.
///
/// Validity  2^50 <= q < 2^62, q odd
/// Source    as above; section 20.2
template <EltwiseArithmetic Base>
class MontgomeryProduct52 : public Base {
 public:
  using typename Base::Isa;
  using typename Base::Vec;

  // no proof: shorter moduli have shorter products
  static constexpr ModulusRange<std::uint64_t> moduli{std::uint64_t{1} << (Isa::multiplier_bits - 2),
                                                      Base::moduli.greatest};

  RINGLET_INLINE explicit MontgomeryProduct52(const WordModulus& m)
      : Base(m),
        top_(Isa::broadcast(m.q >> Isa::multiplier_bits)),
        inverse_(Isa::broadcast(inverse_of_odd(m.q))),
        shifted_inverse_(Isa::shift_left(inverse_, Isa::broadcast(40))) {}

  /// Returns x y / R mod q. Input: x below q, y below 4q. Output: [0, q).
  ///
  /// With x = x1 2^52 + x0, m0 = x y / q mod 2^52: x y and m0 q have the same low limb, so that their difference
  /// divided by 2^52 is low + 2^52 high. The same follows modulo 2^12 with m1 = low / q mod 2^12, of which 2^40 m1 is
  /// computed.
  RINGLET_INLINE Vec mul_montgomery(Vec x, Vec y) const {
    const Vec zero = Isa::broadcast(0);
    const Vec x1 = Isa::template shift_right<52>(x), y1 = Isa::template shift_right<52>(y);
    const Vec m0 = Isa::madd52_low(zero, Isa::madd52_low(zero, x, y), inverse_);
    const Vec product = Isa::madd52_low(Isa::madd52_low(Isa::madd52_high(zero, x, y), x, y1), x1, y);
    const Vec multiple = Isa::madd52_low(Isa::madd52_high(zero, m0, Base::q()), m0, top_);
    const Vec low = Isa::sub(product, multiple);
    const Vec m1 = Isa::madd52_low(zero, low, shifted_inverse_);
    const Vec product_top = Isa::madd52_low(Isa::madd52_high(Isa::madd52_high(zero, x, y1), x1, y), x1, y1);
    const Vec multiple_top = Isa::madd52_low(Isa::madd52_high(zero, m0, top_), Isa::template shift_right<40>(m1), top_);
    const Vec high = Isa::shift_left(Isa::sub(product_top, multiple_top), Isa::broadcast(40));
    const Vec sum = Isa::add(Isa::template shift_right_signed<12>(low), high);
    return Isa::add_if_negative(Isa::sub(sum, Isa::madd52_high(zero, m1, Base::q())), Base::q());
  }

  /// Returns x y / R + z mod q. Input: x and z below q, y below 4q. Output: [0, q).
  RINGLET_INLINE Vec mul_add_montgomery(Vec x, Vec y, Vec z) const { return Base::add(mul_montgomery(x, y), z); }

 private:
  Vec top_;
  Vec inverse_;
  Vec shifted_inverse_;
};

}  // namespace ringlet::arith
