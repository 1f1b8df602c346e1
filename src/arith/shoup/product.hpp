#pragma once

#include "arith/bound.hpp"
#include "arith/modulus.hpp"
#include "arith/shoup/shoup_codec.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// A vector of multiplicands w with quotients of one word. The codec defines the bits of a quotient, so that
/// arithmetics with different quotients have different types.
template <class Isa, class CodecType>
struct ShoupTwiddle {
  using Codec = CodecType;
  static constexpr unsigned words = Codec::words;
  static_assert(words == 2);

  typename Isa::Vec value;
  typename Isa::Vec quotient;

  /// Loads `count` twiddles, repeated through the lanes. Memory holds their values, then their quotients.
  template <unsigned count>
  RINGLET_INLINE static ShoupTwiddle load(const typename Codec::Word* p) {
    return {Isa::template load_repeated<count>(p), Isa::template load_repeated<count>(p + count)};
  }
};

/// High products of words. `shortfall` is the most by which they may be too small.
template <class Isa>
struct ExactHigh {
  static constexpr unsigned shortfall = 0;  // proof 4.1
  RINGLET_INLINE static typename Isa::Vec multiply(typename Isa::Vec x, typename Isa::Vec y) {
    return Isa::mul_high(x, y);
  }
};
template <class Isa>
struct ShortHigh {
  static constexpr unsigned shortfall = 2;  // proof 4.2
  RINGLET_INLINE static typename Isa::Vec multiply(typename Isa::Vec x, typename Isa::Vec y) {
    return Isa::mul_high_short(x, y);
  }
};

/// Barrett reductions of words. Proofs: docs/bounds/words.md, sections 2 and 3.
template <class Isa, class High>
class WordBarrett {
 public:
  using Vec = typename Isa::Vec;
  using Word = TwiddleWord<typename Isa::Word>;

  RINGLET_INLINE explicit WordBarrett(const BasicModulus<Word>& m)
      : product_quotient_(Isa::broadcast(m.product_quotient)),
        word_quotient_(Isa::broadcast(m.word_quotient)),
        normalisation_(Isa::broadcast(8 * sizeof(Word) - m.bits)) {}  // proof 2.1

  /// Returns x y mod q. Input: below Factor q, in {1, 2, 4}, Factor^2 <= product_room. Output: below product_bound.
  template <unsigned Factor>
  RINGLET_INLINE Vec product(Vec x, Vec y, Vec q) const {
    constexpr unsigned log_factor = log2_of(Factor);                                                 // proof 2.1
    const Vec shifted_x = Isa::shift_left(x, Isa::broadcast(2 + log_factor));                        // proof 2.1
    const Vec shifted_y = Isa::shift_left(y, Isa::sub(normalisation_, Isa::broadcast(log_factor)));  // proof 2.1
    const Vec top = High::multiply(shifted_x, shifted_y);
    return Isa::mul_low_difference(x, y, High::multiply(top, product_quotient_), q);
  }

  /// The capacity from which on both operands may lie below 4q.
  static constexpr unsigned lazy_capacity = High::shortfall > 0 ? 64 : 128;  // proof 2.1
  template <unsigned Capacity>
  static constexpr Bound product_bound = times_q(High::shortfall > 0 ? 6 : (Capacity >= 8 ? 2 : 3));  // proof 2.1
  template <unsigned Capacity>
  static constexpr unsigned product_room = Capacity >= lazy_capacity ? 16 : 1;  // proof 2.1

  /// Returns x mod q. Input: any word. Output: below word_bound.
  RINGLET_INLINE Vec word(Vec x, Vec q) const { return Isa::sub(x, Isa::mul_low(Isa::mul_high(x, word_quotient_), q)); }
  static constexpr Bound word_bound = times_q(2);  // proof 3.1

 private:
  Vec product_quotient_;
  Vec word_quotient_;
  Vec normalisation_;
};

/// The Shoup product of 64-bit words. The result grows by q for each unit by which the high product is too small.
template <class Isa, class High>
struct ShoupProduct {
  using Vec = typename Isa::Vec;
  using Twiddle = ShoupTwiddle<Isa, ShoupCodec<TwiddleWord<typename Isa::Word>>>;
  using ShoupOperand = Twiddle;
  using Barrett = WordBarrett<Isa, High>;

  RINGLET_INLINE static Vec multiply(Vec x, const Twiddle& w, Vec q) {
    return Isa::mul_low_difference(x, w.value, High::multiply(x, w.quotient), q);
  }

  template <unsigned Capacity>
  static constexpr Bound bound(Bound operand) {  // proof 4.1, 4.2
    return times_q(High::shortfall) + ShoupBounds<Capacity>::product_bound(operand);
  }

  /// Bound of a product with any word x.
  static constexpr Bound fixed_bound = times_q(2 + High::shortfall);  // proof 4.1, 4.2
};

template <class Isa>
using ExactProduct = ShoupProduct<Isa, ExactHigh<Isa>>;
template <class Isa>
using ShortProduct = ShoupProduct<Isa, ShortHigh<Isa>>;

/// The Shoup product of words of two limbs. Its quotient leaves out the product of the low limbs and the carries that
/// this causes, so it is too small by less than three before its own rounding. The product lies below (3 + x / 2^W) q
/// (docs/bounds/words.md, section 4.5).
template <class Isa>
struct TruncatedProduct {
  using Vec = typename Isa::Vec;
  using Twiddle = ShoupTwiddle<Isa, ShoupCodec<TwiddleWord<typename Isa::Word>>>;
  using ShoupOperand = Twiddle;
  using Barrett = WordBarrett<Isa, ExactHigh<Isa>>;

  RINGLET_INLINE static Vec multiply(Vec x, const Twiddle& w, Vec q) {
    return Isa::mul_low_difference(x, w.value, Isa::mul_high_truncated(x, w.quotient), q);
  }

  template <unsigned Capacity>
  static constexpr Bound bound(Bound operand) {  // proof 4.5
    return times_q(2) + ShoupBounds<Capacity>::product_bound(operand);
  }

  /// Bound of a product with any word x.
  static constexpr Bound fixed_bound = times_q(4);  // proof 4.5
};

}  // namespace ringlet::arith
