#pragma once

#include "arith/arithmetic.hpp"
#include "arith/modulus.hpp"
#include "isa/compiler.hpp"
#include "lab/methods/limb64x4.hpp"
#include "lab/methods/value_codec.hpp"
#include "ringlet/types.hpp"

namespace ringlet::lab {

/// The papers' arithmetic on 128-bit words: canonical numbers everywhere, and a product of four limbs, schoolbook or
/// Karatsuba, with Barrett's reduction. It uses only an `isa::Limb64x2`, which uses `mul_widening`, `add_carry` and
/// `sub_borrow` of its base.
///
/// Validity  2 <= q < 2^124, with `skipped` = 0 for q < 2^65, 1 for 2^65 <= q: the number of limbs that the shift by
///           bits - 2 leaves out
/// Twiddle   one word, w itself
/// Source    N. Zhang, S. Fu, F. Franchetti, MICRO 2025, equations 2 to 4; P. Barrett (1986), with the shifts of J.-F.
///           Dhem (1998). Proof, with one conditional subtraction in the end: docs/bounds/word128.md, section 12.
template <class IsaPolicy, template <class> class Product, unsigned skipped>
class Barrett128 : public arith::EltwiseDefaults<Barrett128<IsaPolicy, Product, skipped>, IsaPolicy> {
 public:
  using Isa = IsaPolicy;
  using Base = typename Isa::Base;
  using Vec = typename Isa::Vec;
  using Word = uint128_t;

  // proof 12.1
  static constexpr auto moduli = arith::moduli_of_lengths<Word>(skipped == 0 ? 2 : 66, skipped == 0 ? 65 : 124);
  /// The element-wise operations take input below q only.
  // no proof: other factors are for other arithmetics
  static constexpr arith::Traits traits{.operands = {1}, .fixed_operands = {1}};

  RINGLET_INLINE explicit Barrett128(const arith::Modulus128& m)
      : q_(Isa::broadcast(m.q)),
        quotient_(Isa::broadcast(m.product_quotient)),
        shift_(Base::broadcast(m.bits - 2 - 64 * skipped)),  // proof 12.1
        modulus_(m.q) {}

  /// Multiplicands in the form in which they are stored and loaded.
  struct Twiddle {
    using Codec = ValueCodec;
    static constexpr unsigned words = Codec::words;

    Vec value;

    /// Loads `count` multiplicands, repeated through the lanes.
    template <unsigned count>
    RINGLET_INLINE static Twiddle load(const Word* p) {
      return {Isa::template load_repeated<count>(p)};
    }
  };
  using ShoupOperand = Twiddle;

  // Input and output of all three: [0, q).
  RINGLET_INLINE Vec add(Vec x, Vec y) const { return Isa::subtract_once(Isa::add(x, y), q_); }
  RINGLET_INLINE Vec sub(Vec x, Vec y) const { return Isa::subtract_modulo(x, y, q_); }
  RINGLET_INLINE Vec mul(Vec x, Vec y) const {
    const auto product = Product<Isa>::multiply(x, y);
    const Vec top = shift_right<Isa, skipped>(product, shift_);
    const auto quotient = Product<Isa>::multiply(top, quotient_);
    const Vec multiple = Isa::mul_low({quotient.limb[2], quotient.limb[3]}, q_);
    return Isa::subtract_once(Isa::sub({product.limb[0], product.limb[1]}, multiple), q_);
  }

  // Products of the element-wise operations. Input, output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul(Vec x, Vec y) const {
    static_assert(Factor == 1);
    return mul(x, y);
  }
  template <unsigned Factor>
  RINGLET_INLINE Vec mul_shoup(Vec x, const Twiddle& w) const {
    static_assert(Factor == 1);
    return mul(x, w.value);
  }

  [[nodiscard]] RINGLET_INLINE Vec q() const { return q_; }
  [[nodiscard]] RINGLET_INLINE Word modulus() const { return modulus_; }

 private:
  Vec q_;
  Vec quotient_;
  typename Base::Vec shift_;
  Word modulus_;
};

}  // namespace ringlet::lab
