#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/bound.hpp"
#include "arith/modulus.hpp"
#include "arith/montgomery/word_inverse.hpp"
#include "arith/shoup32/shoup32_codec.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// A vector of multiplicands w of 32 bits with quotients of 32 bits.
template <class Isa>
struct Shoup32Twiddle {
  using Codec = Shoup32Codec;
  static constexpr unsigned words = Codec::words;

  typename Isa::Vec value;
  /// Quotients of the even lanes and of the odd lanes, each in the low halves of lanes of 64 bits.
  typename Isa::Vec even_quotient;
  typename Isa::Vec odd_quotient;

  /// Loads `count` twiddles, repeated through the lanes.
  template <unsigned count>
  RINGLET_INLINE static Shoup32Twiddle load(const std::uint64_t* p) {
    const auto quotient = Isa::template load_repeated<count>(p, count);
    return {Isa::template load_repeated<count>(p, 0), quotient, count == 1 ? quotient : Isa::Base::high_half(quotient)};
  }
};

/// Arithmetic with Shoup quotients of 32 bits in lanes of 32 bits. Products of two vectors take Barrett's quotients, of
/// whole products in lanes of 64 bits.
///
/// A lane has room for one bit above q. So values lie below 2q, and every sum and difference is of two values below q.
/// Validity  2 <= q < 2^31
/// Twiddle   one word: w and floor(w 2^32 / q)
/// Source    D. Harvey, "Faster arithmetic for number-theoretic transforms", J. Symb. Comp. 60 (2014); Barrett (1986)
///           for general products; P. Montgomery (1985) for products in his form. Proofs: docs/bounds/short_words.md.
template <class IsaPolicy>
class Shoup32 : public NttDefaults<Shoup32<IsaPolicy>>, public EltwiseDefaults<Shoup32<IsaPolicy>, IsaPolicy> {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Word = typename Isa::Word;
  using Twiddle = Shoup32Twiddle<Isa>;
  using ShoupOperand = Twiddle;

  static constexpr auto moduli = moduli_of_lengths<Word>(2, 31);  // proof 21.1
  // no proof: transforms of 32-bit words have canonical values, and mul_shoup takes any word
  static constexpr Traits traits{.forward_inputs = {1},
                                 .forward_outputs = {1},
                                 .inverse_inputs = {1},
                                 .inverse_outputs = {1},
                                 .fixed_operands = {Factors::any_word}};

  static constexpr Bound capacity = times_q(2);  // proof 21.1

  RINGLET_INLINE explicit Shoup32(const WordModulus& m)
      : q_(Isa::broadcast(m.q)),
        twice_q_(Isa::broadcast(2 * m.q)),
        word_quotient_(Isa::broadcast(m.word_quotient >> 32)),  // proof 21.4
        product_shift_(Wide::broadcast(m.bits - 1)),            // proof 21.5
        product_quotient_(Wide::broadcast(product_quotient(m))),
        wide_twice_q_(Wide::broadcast(2 * m.q)),
        modulus_(m.q) {}

  // ---- lazy arithmetic of the transforms ----

  /// Returns x: words are lazy values.
  RINGLET_INLINE static Vec from_words(Vec x) { return x; }

  /// Returns x w mod q. Input: any word x. Output: [0, q).
  RINGLET_INLINE Vec mul_twiddle(Vec x, const Twiddle& w) const { return reduce(lazy_product(x, w)); }
  static constexpr Bound product_bound(Bound) { return one_q; }  // proof 21.2

  /// Computes (x, y) <- (x + w y, x - w y + q), of x and the product modulo q. y may be any word.
  RINGLET_INLINE void butterfly_ct(Vec& x, Vec& y, const Twiddle& w) const {
    const Vec product = mul_twiddle(y, w);
    const Vec first = reduce(x);
    x = Isa::add(first, product);
    y = Isa::add(Isa::sub(first, product), q_);
  }
  static constexpr Range ct_result(Range) { return {0, times_q(2)}; }         // proof 21.3
  static constexpr bool ct_accepts(Range x) { return x.high <= times_q(2); }  // proof 21.3

  /// Returns x, which `butterfly_ct` accepts.
  static constexpr unsigned max_lift = 0;                           // proof 21.3
  static constexpr Range prepared(Range x, unsigned) { return x; }  // proof 21.3
  template <Bound, unsigned>
  RINGLET_INLINE static Vec prepare(Vec x) {
    return x;
  }

  /// Computes (x, y) <- (x + y, x - y + q), for x and y below q; the caller multiplies y.
  static constexpr unsigned gs_offset = 1;  // proof 21.3
  RINGLET_INLINE void butterfly_gs(Vec& x, Vec& y) const {
    const Vec difference = Isa::add(Isa::sub(x, y), q_);
    x = Isa::add(x, y);
    y = difference;
  }

  /// Subtracts q from x unless x is smaller. Input: x below 2q.
  RINGLET_INLINE Vec reduce(Vec x) const { return Isa::subtract_once(x, q_); }
  static constexpr Bound reduced_bound(Bound) { return one_q; }  // proof 21.3

  /// Reduces from below `from`, at most 2q, to below q.
  template <unsigned Factor, Bound from>
  RINGLET_INLINE Vec finish(Vec x) const {
    return from <= times_q(Factor) ? x : reduce(x);
  }

  // ---- exact arithmetic of the element-wise operations ----

  /// Reduces from [0, From q) to [0, To q). Words below 8q are below 4q if 4q exceeds 2^32.
  template <unsigned From, unsigned To = 1>
  RINGLET_INLINE Vec lower(Vec x) const {
    if constexpr (From == 8) {
      const bool has_room = modulus_ < std::uint64_t{1} << 30;  // proof 21.4
      return lower<4, To>(Isa::subtract_once(x, Isa::broadcast(has_room ? 4 * modulus_ : 2 * modulus_)));
    } else if constexpr (From <= To) {
      return x;
    } else {
      return lower<From / 2, To>(Isa::subtract_once(x, From == 4 ? twice_q_ : q_));
    }
  }

  /// Returns x y mod q. Input: [0, Factor q), Factor in {1, 2, 4}. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul(Vec x, Vec y) const {
    return reduce_products(whole_products(lower<Factor>(x), lower<Factor>(y)));
  }

  /// Returns x w mod q. Input: any word x; Factor is ignored. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul_shoup(Vec x, const Twiddle& w) const {
    return mul_twiddle(x, w);
  }

  /// Reduces any word to below q, and so to below Factor q.
  template <unsigned Factor>
  RINGLET_INLINE Vec reduce_word(Vec x) const {
    return reduce(Isa::sub(x, Isa::mul_low(Isa::mul_high(x, word_quotient_), q_)));
  }

  [[nodiscard]] RINGLET_INLINE Vec q() const { return q_; }
  [[nodiscard]] RINGLET_INLINE std::uint64_t modulus() const { return modulus_; }

 protected:
  /// The same registers as lanes of 64 bits.
  using Wide = typename Isa::Base;

  /// Whole products in lanes of 64 bits: of the even lanes and of the odd lanes.
  struct Products {
    Vec even, odd;
  };

  RINGLET_INLINE static Products whole_products(Vec x, Vec y) {
    return {Wide::mul_low_halves(x, y), Wide::mul_low_halves(Wide::high_half(x), Wide::high_half(y))};
  }

  /// Returns p modulo q, below q. Input: p below q^2.
  RINGLET_INLINE Vec reduce_products(const Products& p) const {
    return reduce(Wide::join_low_halves(wide_remainder(p.even), wide_remainder(p.odd)));
  }

 private:
  /// Returns x w mod q, below 2q. Input: any word x.
  RINGLET_INLINE Vec lazy_product(Vec x, const Twiddle& w) const {
    const Vec even = Wide::mul_low_halves(x, w.even_quotient);
    const Vec odd = Wide::mul_low_halves(Wide::high_half(x), w.odd_quotient);
    return Isa::mul_low_difference(x, w.value, Wide::join_high_halves(even, odd), q_);
  }

  /// Returns floor(2^(bits+31) / q), or 2^32 - 1 for powers of two, whose quotient is 2^32.
  RINGLET_INLINE static std::uint64_t product_quotient(const WordModulus& m) {
    const std::uint64_t quotient = m.product_quotient >> 31;  // proof 21.5
    return quotient - (quotient >> 32);                       // proof 21.5
  }

  /// Returns p modulo q, below 2q, in lanes of 64 bits. Input: p below q^2.
  RINGLET_INLINE Vec wide_remainder(Vec p) const {
    const Vec top = Wide::shift_right_any(p, product_shift_);
    const Vec quotient = Wide::high_half(Wide::mul_low_halves(top, product_quotient_));
    const Vec remainder = Wide::sub(p, Wide::mul_low_halves(quotient, q_));
    return Wide::subtract_once(remainder, wide_twice_q_);
  }

  Vec q_;
  Vec twice_q_;
  Vec word_quotient_;
  Vec product_shift_;
  Vec product_quotient_;
  Vec wide_twice_q_;
  std::uint64_t modulus_;
};

/// Adds Montgomery's product x y / R mod q, R = 2^32, for odd q, to Shoup32.
template <class IsaPolicy>
class Shoup32Montgomery : public Shoup32<IsaPolicy> {
  using Base = Shoup32<IsaPolicy>;
  using typename Base::Wide;

 public:
  using Isa = IsaPolicy;
  using typename Base::Vec;

  RINGLET_INLINE explicit Shoup32Montgomery(const WordModulus& m)
      : Base(m), inverse_(Isa::broadcast(inverse_of_odd(m.q))) {}

  /// Returns x y / R mod q. Input: x below q, y any word. Output: [0, q).
  RINGLET_INLINE Vec mul_montgomery(Vec x, Vec y) const { return reduce_product(Base::whole_products(x, y)); }

  /// Returns x y / R + z mod q. Input: x and z below q, y any word. Output: [0, q).
  RINGLET_INLINE Vec mul_add_montgomery(Vec x, Vec y, Vec z) const { return Base::add(mul_montgomery(x, y), z); }

 private:
  using typename Base::Products;

  /// Returns p / R mod q in lanes of 32 bits. Input: p below q R. The multiple of q that is subtracted has the same low
  /// half, so that only high halves remain.
  RINGLET_INLINE Vec reduce_product(const Products& p) const {
    const Vec even = Wide::mul_low_halves(Wide::mul_low_halves(p.even, inverse_), Base::q());
    const Vec odd = Wide::mul_low_halves(Wide::mul_low_halves(p.odd, inverse_), Base::q());
    const Vec difference = Isa::sub(Wide::join_high_halves(p.even, p.odd), Wide::join_high_halves(even, odd));
    return Isa::add_if_negative(difference, Base::q());
  }

  Vec inverse_;
};

/// Adds to Shoup32 sums of products of two vectors, whose terms are added up whole and reduced once.
template <class IsaPolicy>
class Shoup32Sums : public Shoup32<IsaPolicy> {
  using Base = Shoup32<IsaPolicy>;
  using typename Base::Wide;

 public:
  using Isa = IsaPolicy;
  using typename Base::Vec;
  /// A sum modulo q, below q^2.
  using Sum = typename Base::Products;

  RINGLET_INLINE explicit Shoup32Sums(const WordModulus& m) : Base(m), square_(Wide::broadcast(square(m.q))) {}

  /// Returns x y. Input: [0, q).
  RINGLET_INLINE static Sum product(Vec x, Vec y) { return Base::whole_products(x, y); }

  /// Adds x y to a sum. Input: [0, q).
  RINGLET_INLINE void add_product(Sum& sum, Vec x, Vec y) const {
    const Sum p = product(x, y);
    sum = {Wide::subtract_once(Wide::add(sum.even, p.even), square_),
           Wide::subtract_once(Wide::add(sum.odd, p.odd), square_)};
  }

  /// Returns the sum mod q. Output: [0, q).
  RINGLET_INLINE Vec reduce_sum(const Sum& sum) const { return Base::reduce_products(sum); }

 private:
  RINGLET_INLINE static std::uint64_t square(std::uint64_t q) { return q * q; }  // proof 21.7

  /// q^2, a multiple of q, in lanes of 64 bits.
  Vec square_;
};

}  // namespace ringlet::arith
