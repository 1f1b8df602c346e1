#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/bound.hpp"
#include "arith/full_words/full_words_codec.hpp"
#include "arith/modulus.hpp"
#include "arith/word_traits.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// A vector of multiplicands w with negative quotients: t = w 2^W mod q and v = -floor(w 2^W / q) modulo 2^W.
template <class Isa>
struct FullWordsTwiddle {
  using Codec = FullWordsCodec;
  static constexpr unsigned words = Codec::words;

  typename Isa::Vec remainder;
  typename Isa::Vec negative_quotient;

  /// Loads `count` twiddles, repeated through the lanes. Memory holds their remainders, then their quotients.
  template <unsigned count>
  RINGLET_INLINE static FullWordsTwiddle load(const Codec::Word* p) {
    return {Isa::template load_repeated<count>(p), Isa::template load_repeated<count>(p + count)};
  }
};

/// Arithmetic modulo long q, which leave no room in a word of W bits for values above q: W - 1 and W bits. Every result
/// is canonical, and comparisons take the place of lazy sums.
///
/// A product with a fixed multiplicand rounds Shoup's quotient up, so that the remainder lies between -q and q. The
/// high words of two products have it as their difference.
///
/// Validity  2^(W-2) <= q < 2^W, so 2^62 <= q < 2^64 for 64-bit words; q need be neither prime nor odd
/// Twiddle   two words: w 2^W mod q and -floor(w 2^W / q)
/// Source    D. Harvey, "Faster arithmetic for number-theoretic transforms", J. Symb. Comp. 60 (2014); N. Möller, T.
///           Granlund, "Improved division by invariant integers", IEEE Trans. Computers 60 (2011), algorithm 4, for
///           products of two vectors. Proofs: docs/bounds/full_words.md.
template <class IsaPolicy>
class FullWords : public NttDefaults<FullWords<IsaPolicy>> {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Word = typename Isa::Word;
  using Twiddle = FullWordsTwiddle<Isa>;
  using ShoupOperand = Twiddle;

  static constexpr unsigned word_bits = WordTraits<Word>::bits;                      // no proof: the size of a type
  static constexpr auto moduli = moduli_of_lengths<Word>(word_bits - 1, word_bits);  // proof 22.1
  // no proof: all values of transforms are canonical, and products of any words are computed modulo q
  static constexpr Traits traits{.forward_inputs = {1},
                                 .forward_outputs = {1},
                                 .inverse_inputs = {1},
                                 .inverse_outputs = {1},
                                 .operands = {1, Factors::any_word},
                                 .fixed_operands = {Factors::any_word}};

  /// Bound by which schedules add ranges up. All values of this arithmetic lie below q.
  static constexpr Bound capacity = times_q(2);  // proof 22.3

  RINGLET_INLINE explicit FullWords(const ModulusFor<Word>& m)
      : q_(Isa::broadcast(m.q)),
        largest_multiple_(Isa::broadcast(m.bits < word_bits ? 2 * m.q : m.q)),  // proof 22.4
        normalisation_(Isa::broadcast(word_bits - m.bits)),                     // proof 22.5
        divisor_(Isa::shift_left(q_, normalisation_)),
        reciprocal_(Isa::broadcast(reciprocal(m.product_quotient, static_cast<Word>(m.q << (word_bits - m.bits))))),
        modulus_(m.q) {}

  // ---- arithmetic of the transforms ----

  /// Returns x: words are values.
  RINGLET_INLINE static Vec from_words(Vec x) { return x; }

  /// Returns x w mod q. Input: any word x. Output: [0, q).
  RINGLET_INLINE Vec mul_twiddle(Vec x, const Twiddle& w) const {
    const Vec multiple = Isa::mul_high(Isa::mul_low(x, w.negative_quotient), q_);
    return sub(Isa::mul_high(x, w.remainder), multiple);
  }
  static constexpr Bound product_bound(Bound) { return one_q; }  // proof 22.2

  /// Computes (x, y) <- (x + w y, x - w y) modulo q, for x below q. y may be any word.
  RINGLET_INLINE void butterfly_ct(Vec& x, Vec& y, const Twiddle& w) const {
    const Vec product = mul_twiddle(y, w);
    y = sub(x, product);
    x = add(x, product);
  }
  static constexpr Range ct_result(Range) { return {0, one_q}; }          // proof 22.3
  static constexpr bool ct_accepts(Range x) { return x.high <= one_q; }   // proof 22.3
  static constexpr Range between_passes(unsigned) { return {0, one_q}; }  // proof 22.3

  static constexpr unsigned max_lift = 0;                                  // proof 22.3
  static constexpr Range prepared(Range, unsigned) { return {0, one_q}; }  // proof 22.3
  template <Bound, unsigned>
  RINGLET_INLINE Vec prepare(Vec x) const {
    return reduce(x);
  }

  /// Computes (x, y) <- (x + y, x - y) modulo q, for x and y below q; the caller multiplies y.
  static constexpr unsigned gs_offset = 1;  // proof 22.3
  RINGLET_INLINE void butterfly_gs(Vec& x, Vec& y) const {
    const Vec difference = sub(x, y);
    x = add(x, y);
    y = difference;
  }

  /// Subtracts q from x unless x is smaller.
  RINGLET_INLINE Vec reduce(Vec x) const { return subtract_once(x, q_); }
  static constexpr Bound reduced_bound(Bound) { return one_q; }  // proof 22.3

  template <unsigned Factor, Bound from>
  RINGLET_INLINE Vec finish(Vec x) const {
    return from <= times_q(Factor) ? x : reduce(x);
  }

  // ---- arithmetic of the element-wise operations ----

  /// Return x + y, x - y and -x mod q. Input: [0, q).
  RINGLET_INLINE Vec add(Vec x, Vec y) const { return sub(x, Isa::sub(q_, y)); }
  RINGLET_INLINE Vec sub(Vec x, Vec y) const { return Isa::add(Isa::sub(x, y), Isa::keep_if(Isa::less(x, y), q_)); }
  RINGLET_INLINE Vec neg(Vec x) const { return sub(Isa::broadcast(0), x); }

  /// Reduces any word to below q unless From <= To. Every word lies below 4q.
  template <unsigned From, unsigned To = 1>
  RINGLET_INLINE Vec lower(Vec x) const {
    return From <= To ? x : subtract_once(subtract_once(x, largest_multiple_), q_);
  }
  /// Reduces any word to below q, and so to below Factor q.
  template <unsigned Factor>
  RINGLET_INLINE Vec reduce_word(Vec x) const {
    return lower<Factors::any_word>(x);
  }

  /// Returns x y mod q. Input: below q if Factor is 1, else any words. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul(Vec x, Vec y) const {
    return product(lower<Factor>(x), lower<Factor>(y));
  }
  RINGLET_INLINE Vec mul_sums(Vec a0, Vec a1, Vec b0, Vec b1) const { return product(add(a0, a1), add(b0, b1)); }

  /// Returns x w mod q. Input: any word x; Factor is ignored. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul_shoup(Vec x, const Twiddle& w) const {
    return mul_twiddle(x, w);
  }

  [[nodiscard]] RINGLET_INLINE Vec q() const { return q_; }
  [[nodiscard]] RINGLET_INLINE TwiddleWord<Word> modulus() const { return modulus_; }

 private:
  /// Returns x - step where x >= step, else x, for any words.
  RINGLET_INLINE static Vec subtract_once(Vec x, Vec step) { return Isa::min(x, Isa::sub(x, step)); }

  /// Returns floor((2^(2W) - 1) / d) - 2^W for d >= 2^(W-1). product_quotient: floor(2^(2W-2) / d).
  RINGLET_INLINE static Word reciprocal(Word product_quotient, Word d) {
    const auto rest_of_quotient = static_cast<Word>(Word{0} - product_quotient * d);  // proof 22.5
    auto quotient = static_cast<Word>(4 * product_quotient - 1);                      // proof 22.5
    uint128_t rest = 4 * uint128_t{rest_of_quotient} + d - 1;                         // proof 22.5
    for (; rest >= d; rest -= d) ++quotient;
    return quotient;
  }

  /// Returns x y mod q, both below q, as the remainder of u = x y 2^shift modulo d = q 2^shift, d >= 2^(W-1). A
  /// quotient that is too large by at most one comes from the reciprocal of d. The low word of the estimate shows
  /// whether it is.
  RINGLET_INLINE Vec product(Vec x, Vec y) const {
    Vec low, high, fraction, quotient;
    Isa::mul_widening(Isa::shift_left(x, normalisation_), y, low, high);
    Isa::mul_widening(high, reciprocal_, fraction, quotient);
    typename Isa::Carry carry{};
    fraction = Isa::add_carry(fraction, low, carry);
    quotient = Isa::add_carry(quotient, high, carry);
    const Vec remainder = Isa::sub(Isa::sub(low, divisor_), Isa::mul_low(quotient, divisor_));
    const Vec lifted = Isa::add(remainder, Isa::keep_if(Isa::less(fraction, remainder), divisor_));
    return Isa::shift_right_any(subtract_once(lifted, divisor_), normalisation_);
  }

  Vec q_;
  Vec largest_multiple_;
  Vec normalisation_;
  Vec divisor_;
  Vec reciprocal_;
  TwiddleWord<Word> modulus_;
};

}  // namespace ringlet::arith
