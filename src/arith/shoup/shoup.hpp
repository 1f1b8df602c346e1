#pragma once

#include "arith/arithmetic.hpp"
#include "arith/bound.hpp"
#include "arith/modulus.hpp"
#include "arith/shoup/product.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Arithmetic with Shoup quotients on words of W = 64 bits or, over an instruction set of 128-bit words, of 128 bits.
/// The product policy defines how the quotient is stored and multiplied, and how far a lazy product may exceed q.
///
/// Validity  q < 2^W / Capacity, so 2^62 for W = 64 and Capacity = 4, 2^124 for W = 128 and Capacity = 16; for arrays
///           of 32-bit words in lanes of 64 bits, all moduli
/// Twiddle   the product's words; for the exact product two words, w and floor(w 2^W / q)
/// Source    D. Harvey, "Faster arithmetic for number-theoretic transforms", J. Symb. Comp. 60 (2014); Barrett (1986)
///           for general products and words. Proofs: docs/bounds/words.md.
template <class IsaPolicy, unsigned Capacity, class Product = ExactProduct<IsaPolicy>>
class Shoup : public ShoupBounds<Capacity>,
              public NttDefaults<Shoup<IsaPolicy, Capacity, Product>>,
              public EltwiseDefaults<Shoup<IsaPolicy, Capacity, Product>, IsaPolicy> {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Word = typename Isa::Word;
  using Twiddle = typename Product::Twiddle;
  using ShoupOperand = typename Product::ShoupOperand;

  static constexpr auto moduli =
      moduli_of_lengths<Word>(2, 8 * sizeof(typename Isa::Cell) - log2_of(Capacity));  // proof 1.2
  // no proof: mul_shoup takes any word
  static constexpr Traits traits{.forward_inputs = factors_for<Word>({1, 4}),
                                 .forward_outputs = factors_for<Word>({1, 4}),
                                 .inverse_inputs = factors_for<Word>({2}),
                                 .inverse_outputs = factors_for<Word>({1, 2}),
                                 .fixed_operands = {Factors::any_word}};

  /// Even multiple of q that no lazy product reaches.
  static constexpr unsigned ct_offset =
      Product::template bound<Capacity>(ShoupBounds<Capacity>::capacity) <= times_q(2) ? 2 : 4;  // proof 5.1

  RINGLET_INLINE explicit Shoup(const ModulusFor<Word>& m)
      : q_(Isa::broadcast(m.q)),
        ct_offset_q_(Isa::broadcast(ct_offset * m.q)),         // proof 5.1
        half_capacity_q_(Isa::broadcast(Capacity / 2 * m.q)),  // proof 5.1
        barrett_(m),
        modulus_(m.q) {}

  // ---- lazy arithmetic of the transforms ----

  /// Returns x: words are lazy values.
  RINGLET_INLINE static Vec from_words(Vec x) { return x; }

  /// Returns x w mod q. Input: any word x. Output: below product_bound.
  RINGLET_INLINE Vec mul_twiddle(Vec x, const Twiddle& w) const { return Product::multiply(x, w, q_); }

  using ShoupBounds<Capacity>::capacity;
  static constexpr Bound product_bound(Bound operand) { return Product::template bound<Capacity>(operand); }

  /// Computes (x, y) <- (x + w y, x - w y + ct_offset q), where the product lies below ct_offset q.
  RINGLET_INLINE void butterfly_ct(Vec& x, Vec& y, const Twiddle& w) const {
    const Vec product = mul_twiddle(y, w);
    const Vec lifted = Isa::add(x, ct_offset_q_);
    x = Isa::add(x, product);
    y = Isa::sub(lifted, product);
  }
  static constexpr Range ct_result(Range x) { return {0, x.high + times_q(ct_offset)}; }        // proof 5.1
  static constexpr bool ct_accepts(Range x) { return ct_result(x).high <= times_q(Capacity); }  // proof 5.1

  /// Brings x into a range that `butterfly_ct` accepts. Values of this arithmetic are never lifted above zero.
  static constexpr unsigned max_lift = 0;                                                    // proof 5.1
  static constexpr Range prepared(Range x, unsigned) { return {0, reduced_bound(x.high)}; }  // proof 5.1
  template <Bound, unsigned>
  RINGLET_INLINE Vec prepare(Vec x) const {
    return reduce(x);
  }

  /// Computes (x, y) <- (x + y, x - y + gs_offset q); the caller multiplies y by the twiddle.
  RINGLET_INLINE void butterfly_gs(Vec& x, Vec& y) const {
    const Vec difference = Isa::sub(Isa::add(x, half_capacity_q_), y);
    x = Isa::add(x, y);
    y = difference;
  }

  /// Subtracts half the capacity from x unless x is smaller.
  RINGLET_INLINE Vec reduce(Vec x) const { return Isa::subtract_once(x, half_capacity_q_); }
  static constexpr Bound reduced_bound(Bound b) {  // proof 5.1
    constexpr Bound half = ShoupBounds<Capacity>::capacity / 2;
    return b <= half ? b : (b - half > half ? b - half : half);
  }

  /// Reduces from below `from` to below Factor q, Factor in {1, 2, 4}.
  template <unsigned Factor, Bound from>
  RINGLET_INLINE Vec finish(Vec x) const {
    if constexpr (from <= times_q(Factor)) {
      return x;
    } else {
      constexpr unsigned step = largest_step(from);
      const Vec subtrahend = Isa::broadcast(step * modulus_);
      if constexpr (step <= Capacity / 2) {
        x = Isa::subtract_once(x, subtrahend);
      } else {
        x = Isa::min(x, Isa::sub(x, subtrahend));  // the subtrahend may pass 2^63
      }
      return finish<Factor, times_q(step)>(x);
    }
  }

  // ---- exact arithmetic of the element-wise operations ----

  /// Reduces from [0, From q) to [0, To q), powers of two up to 8. If 8 q exceeds 2^64, every word is below it.
  template <unsigned From, unsigned To = 1>
  RINGLET_INLINE Vec lower(Vec x) const {
    return finish<To, times_q(From)>(x);
  }

  /// Returns x y mod q. Input: [0, Factor q), Factor in {1, 2, 4}. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul(Vec x, Vec y) const {
    constexpr unsigned room = Product::Barrett::template product_room<Capacity>;
    if constexpr (Factor * Factor > room) x = lower<Factor>(x);
    if constexpr (Factor > room) y = lower<Factor>(y);
    const Vec product = barrett_.template product<Factor * Factor <= room ? Factor : 1>(x, y, q_);
    return finish<1, Product::Barrett::template product_bound<Capacity>>(product);
  }

  /// Returns x w mod q. Input: any word x; Factor is ignored. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul_shoup(Vec x, const Twiddle& w) const {
    return finish<1, Product::fixed_bound>(mul_twiddle(x, w));
  }

  /// Reduces any word to below Factor q, Factor in {1, 2}.
  template <unsigned Factor>
  RINGLET_INLINE Vec reduce_word(Vec x) const {
    return finish<Factor, Product::Barrett::word_bound>(barrett_.word(x, q_));
  }

  [[nodiscard]] RINGLET_INLINE Vec q() const { return q_; }
  [[nodiscard]] RINGLET_INLINE TwiddleWord<Word> modulus() const { return modulus_; }

 private:
  /// Returns the largest power of two p with p q below the bound.
  static constexpr unsigned largest_step(Bound bound) {
    unsigned step = 1;
    while (times_q(2 * step) < bound) step *= 2;
    return step;
  }

  Vec q_;
  Vec ct_offset_q_;
  Vec half_capacity_q_;
  typename Product::Barrett barrett_;
  TwiddleWord<Word> modulus_;
};

}  // namespace ringlet::arith
