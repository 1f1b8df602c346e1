#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/bound.hpp"
#include "arith/ifma52/ifma52_codec.hpp"
#include "arith/modulus.hpp"
#include "arith/shoup/product.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Arithmetic on 52-bit words in 64-bit lanes, by the 52-bit multiply-add instructions.
///
/// Lazy values are numbers modulo 2^52. The instructions read the low 52 bits of a lane and ignore the rest, so the
/// upper 12 bits may hold anything and are masked once, at the end.
///
/// Validity  q < 2^52 / Capacity, so 2^50 for Capacity = 4, 2^49 for 8, 2^48 for 16
/// Twiddle   two words: w and floor(w 2^52 / q)
/// Source    F. Boemer et al., "Intel HEXL", WAHC 2021, for Harvey's butterfly on 52-bit words; the butterfly without
///           masks is our own. Proofs: docs/bounds/words.md.
template <class IsaPolicy, unsigned Capacity>
class Ifma52 : public ShoupBounds<Capacity>,
               public NttDefaults<Ifma52<IsaPolicy, Capacity>>,
               public EltwiseDefaults<Ifma52<IsaPolicy, Capacity>, IsaPolicy> {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Twiddle = ShoupTwiddle<Isa, Ifma52Codec>;
  using ShoupOperand = Twiddle;

  // proof 1.2, 7.1
  static constexpr auto moduli = moduli_of_lengths<typename Isa::Word>(2, Isa::multiplier_bits - log2_of(Capacity));
  // With a capacity of 64, operands below 4q need no reduction.
  static constexpr Factors operands = Capacity >= 64 ? Factors{1, 4} : Factors{1, 2, 4};  // no proof: what mul accepts
  static constexpr Traits traits{.significant_bits = Isa::multiplier_bits, .operands = operands};  // proof 7.1

  RINGLET_INLINE explicit Ifma52(const WordModulus& m)
      : q_(Isa::broadcast(m.q)),
        twice_q_(Isa::broadcast(2 * m.q)),
        gs_offset_q_(Isa::broadcast(ShoupBounds<Capacity>::gs_offset * m.q)),        // proof 6.1
        minus_q_(Isa::broadcast((std::uint64_t{1} << Isa::multiplier_bits) - m.q)),  // proof 7.1
        // floor(floor(x) / 2^12) = floor(x / 2^12): 52-bit quotients are the 64-bit quotients without their low bits.
        product_quotient_(Isa::broadcast(m.product_quotient >> (Isa::ignored_bits - coarse(m)))),  // proof 1.1, 2.2
        word_quotient_(Isa::broadcast(m.word_quotient >> Isa::ignored_bits)),                      // proof 1.1
        normalisation_(Isa::broadcast(Isa::multiplier_bits - m.bits - coarse(m))),                 // proof 2.2
        modulus_(m.q) {}

  // ---- lazy arithmetic of the transforms, modulo 2^52 ----

  /// Returns x: words are lazy values.
  RINGLET_INLINE static Vec from_words(Vec x) { return x; }

  /// Returns x w mod q. Input: any x below 2^52. Output: below product_bound.
  RINGLET_INLINE Vec mul_twiddle(Vec x, const Twiddle& w) const {
    const Vec quotient = Isa::madd52_high(zero(), x, w.quotient);
    return Isa::madd52_low(Isa::madd52_low(zero(), x, w.value), quotient, minus_q_);
  }

  /// Computes (x, y) <- (x + T, x - T) with T = w y - (Q + 1) q in five instructions. Since Q starts at one, T lies in
  /// [-q, q). So x - T needs no offset to keep it from wrapping, provided that x is at least q.
  RINGLET_INLINE void butterfly_ct(Vec& x, Vec& y, const Twiddle& w) const {
    const Vec quotient = Isa::madd52_high(Isa::broadcast(1), y, w.quotient);  // proof 5.2
    const Vec product = Isa::madd52_low(Isa::madd52_low(zero(), y, w.value), quotient, minus_q_);
    y = Isa::sub(x, product);
    x = Isa::add(x, product);
  }
  static constexpr Range ct_result(Range x) { return {x.low - one_q, x.high + one_q}; }  // proof 5.2
  // proof 5.2
  static constexpr bool ct_accepts(Range x) { return x.low >= one_q && x.high + one_q <= times_q(Capacity); }

  /// Lifts x. Every butterfly brings the range of its operand x closer to zero by one q, so x is lifted by as much as
  /// the following stages can use. Canonical values are lifted by an addition, other values by a Barrett reduction
  /// whose quotient starts at -lift.
  static constexpr unsigned max_lift = Capacity / 2 - 1;     // proof 5.2
  static constexpr Range prepared(Range x, unsigned lift) {  // proof 5.2
    const Bound width = x.high <= one_q ? x.high : reduced_bound(x.high);
    return {times_q(lift), times_q(lift) + width};
  }
  template <Bound high, unsigned lift>
  RINGLET_INLINE Vec prepare(Vec x) const {
    if constexpr (high <= one_q) return Isa::add(x, Isa::broadcast(lift * modulus_));
    const Vec start = Isa::broadcast((std::uint64_t{1} << Isa::multiplier_bits) - lift);  // proof 5.2
    return Isa::madd52_low(x, Isa::madd52_high(start, x, word_quotient_), minus_q_);
  }

  /// Computes (x, y) <- (x + y, x - y + gs_offset q); the caller multiplies y by the twiddle.
  RINGLET_INLINE void butterfly_gs(Vec& x, Vec& y) const {
    const Vec difference = Isa::sub(Isa::add(x, gs_offset_q_), y);
    x = Isa::add(x, y);
    y = difference;
  }

  /// Returns Barrett's remainder with the tiny quotient v = floor(2^52 / q):
  /// x - floor(x v / 2^52) q < q (1 + x / 2^52).
  RINGLET_INLINE Vec reduce(Vec x) const {
    return Isa::madd52_low(x, Isa::madd52_high(zero(), x, word_quotient_), minus_q_);
  }
  static constexpr Bound reduced_bound(Bound b) { return ShoupBounds<Capacity>::product_bound(b); }  // proof 3.1

  /// Reduces from below `from`, modulo 2^52, to below Factor q in all 64 bits; Factor in {1, 2, 4}.
  template <unsigned Factor, Bound from>
  RINGLET_INLINE Vec finish(Vec x) const {
    if constexpr (from > times_q(4)) return finish<Factor, times_q(2)>(reduce(x));
    x = Isa::bit_and(x, mask());
    if constexpr (from > times_q(2) && Factor < 4) x = Isa::subtract_once(x, twice_q_);
    if constexpr (from > times_q(1) && Factor < 2) x = Isa::subtract_once(x, q_);
    return x;
  }

  // ---- exact arithmetic of the element-wise operations, on words without garbage ----

  /// Returns x y mod q. Input: [0, Factor q), Factor in {1, 2, 4}. Output: [0, q). Operands are only reduced to below
  /// `direct` q, as far as the capacity allows: 4q up to 46 bits, 2q up to 48.
  template <unsigned Factor>
  RINGLET_INLINE Vec mul(Vec x, Vec y) const {
    // proof 2.2
    constexpr unsigned direct = Factor >= 4 && Capacity >= 64 ? 4 : Factor >= 2 && Capacity >= 16 ? 2 : 1;
    constexpr unsigned log_direct = log2_of(direct);  // proof 2.2
    x = this->template lower<Factor, direct>(x);
    y = this->template lower<Factor, direct>(y);
    // Their product is x y 2^(54-bits-coarse); each factor is below 2^52.
    const Vec shifted_x = Isa::shift_left(x, Isa::broadcast(2 + log_direct));                        // proof 2.2
    const Vec shifted_y = Isa::shift_left(y, Isa::sub(normalisation_, Isa::broadcast(log_direct)));  // proof 2.2
    const Vec top = Isa::madd52_high(zero(), shifted_x, shifted_y);
    const Vec quotient = Isa::madd52_high(zero(), top, product_quotient_);
    const Vec remainder = Isa::madd52_low(Isa::madd52_low(zero(), x, y), quotient, minus_q_);
    return this->template lower<product_limit>(Isa::bit_and(remainder, mask()));
  }

  /// Returns x w mod q. Input: x below Factor q, Factor up to 8. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul_shoup(Vec x, const Twiddle& w) const {
    if constexpr (Factor > Capacity) x = Isa::subtract_once(x, Isa::broadcast(Factor / 2 * modulus_));  // proof 9.1
    return finish<1, times_q(2)>(mul_twiddle(x, w));
  }

  [[nodiscard]] RINGLET_INLINE Vec q() const { return q_; }
  [[nodiscard]] RINGLET_INLINE std::uint64_t modulus() const { return modulus_; }

 private:
  /// Bound, in units of q, of the remainders of `mul`.
  static constexpr unsigned product_limit = 2;  // proof 2.2

  /// Returns 1 if q is at least 3/4 of 2^bits, else 0. A quotient of `mul` starts from a product without its lowest
  /// `bits - 2 + coarse` bits. The smaller q is, the fewer bits can be left out; the larger it is, the smaller the
  /// effect of a rounded constant.
  RINGLET_INLINE static constexpr unsigned coarse(const WordModulus& m) {
    return static_cast<unsigned>(m.q >> (m.bits - 2)) % 2;  // proof 2.2
  }
  RINGLET_INLINE static Vec zero() { return Isa::broadcast(0); }
  RINGLET_INLINE static Vec mask() { return Isa::broadcast((std::uint64_t{1} << Isa::multiplier_bits) - 1); }

  Vec q_;
  Vec twice_q_;
  Vec gs_offset_q_;
  Vec minus_q_;
  Vec product_quotient_;
  Vec word_quotient_;
  Vec normalisation_;
  std::uint64_t modulus_;
};

}  // namespace ringlet::arith
