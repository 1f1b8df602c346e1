#pragma once

#include <cstdint>

#include "arith/bound.hpp"
#include "arith/modulus.hpp"
#include "arith/shoup/shoup_codec.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Multiplicands w with the two 52-bit limbs of their long Shoup quotients floor(w 2^104 / q), three words per twiddle.
template <class Isa>
struct Twiddle52x2 {
  using Codec = Shoup52x2Codec;
  static constexpr unsigned words = Codec::words;

  typename Isa::Vec value;
  typename Isa::Vec high;
  typename Isa::Vec low;

  /// Loads `count` twiddles, repeated through the lanes. Memory holds their values, then their high, then their low
  /// limbs.
  template <unsigned count>
  RINGLET_INLINE static Twiddle52x2 load(const std::uint64_t* p) {
    return {Isa::template load_repeated<count>(p), Isa::template load_repeated<count>(p + count),
            Isa::template load_repeated<count>(p + 2 * count)};
  }
};

/// Multiplicands of Product52x2 from two words, w and floor(w 2^64 / q), whose 64 bits become the leading bits of the
/// two limbs. For multiplicands from distant memory, a third word would cost more than two shifts.
template <class Isa>
struct PackedTwiddle52x2 : Twiddle52x2<Isa> {
  using Codec = ShoupCodec<std::uint64_t>;
  static constexpr unsigned words = Codec::words;

  template <unsigned count>
  RINGLET_INLINE static PackedTwiddle52x2 load(const std::uint64_t* p) {
    const auto quotient = Isa::template load_repeated<count>(p + count);
    // The multiply-adds ignore bits that are shifted beyond 52.
    return {{Isa::template load_repeated<count>(p), Isa::template shift_right<12>(quotient),
             Isa::shift_left(quotient, Isa::broadcast(40))}};
  }
};

/// Barrett reductions of 64-bit words with quotients from 52-bit multiply-adds. Proofs: docs/bounds/words.md, sections
/// 2 and 3.
template <class Isa>
class Barrett52x2 {
 public:
  using Vec = typename Isa::Vec;

  RINGLET_INLINE explicit Barrett52x2(const WordModulus& m)
      : normalisation_(Isa::broadcast(62 - m.bits)),                                                    // proof 2.3
        product_high_(Isa::broadcast(m.product_quotient >> 18)),                                        // proof 2.3
        product_low_(Isa::add(Isa::broadcast((m.product_quotient & 0x3ffff) << 34), next_34_bits(m))),  // proof 2.3
        word_high_(Isa::broadcast(m.word_quotient >> 12)),                                              // proof 3.2
        word_low_(Isa::broadcast((m.word_quotient & 0xfff) << 40)) {}                                   // proof 3.2

  /// Returns x y mod q. Input: below f q and g q with f g <= product_room; Factor is ignored. Output: below
  /// product_bound.
  ///
  /// With s = 2^(62-bits) x: c = floor(s y / 2^52) in two limbs, the lower limb with its carry; four times the quotient
  /// by the three leading products of c and floor(2^158 / (s q / x)); and the remainder modulo 2^64.
  template <unsigned Factor>
  RINGLET_INLINE Vec product(Vec x, Vec y, Vec q) const {
    const Vec zero = Isa::broadcast(0);
    const Vec s = Isa::shift_left(x, normalisation_);
    const Vec s1 = Isa::template shift_right<52>(s);
    const Vec y1 = Isa::template shift_right<52>(y);
    const Vec c0 = Isa::madd52_low(Isa::madd52_low(Isa::madd52_high(zero, s, y), s1, y), s, y1);
    const Vec above = Isa::madd52_low(Isa::madd52_high(Isa::madd52_high(zero, s1, y), s, y1), s1, y1);
    const Vec c1 = Isa::add(above, Isa::template shift_right<52>(c0));
    const Vec leading = Isa::madd52_high(Isa::mul_low(c1, product_high_), c0, product_high_);
    const Vec quotient = Isa::template shift_right<2>(Isa::madd52_high(leading, c1, product_low_));
    return Isa::sub(Isa::mul_low(x, y), Isa::mul_low(quotient, q));
  }
  template <unsigned Capacity>
  static constexpr Bound product_bound = times_q(2);  // proof 2.3
  template <unsigned Capacity>
  static constexpr unsigned product_room = Capacity / 4;  // proof 2.3

  /// Returns x mod q. Input: any word. Output: below word_bound.
  RINGLET_INLINE Vec word(Vec x, Vec q) const {
    const Vec top = Isa::template shift_right<52>(x);
    const Vec leading = Isa::madd52_high(Isa::mul_low(top, word_high_), x, word_high_);
    return Isa::sub(x, Isa::mul_low(Isa::madd52_high(leading, top, word_low_), q));
  }
  static constexpr Bound word_bound = times_q(4);  // proof 3.2

 private:
  /// Returns the 34 bits of floor(2^(bits+96) / q) after the bits of the product quotient, too small by one at most.
  /// They are the remainder times the product quotient, which is nearly a power of two divided by q. Both have 64 bits
  /// at most.
  RINGLET_INLINE static Vec next_34_bits(const WordModulus& m) {
    const std::uint64_t remainder = std::uint64_t{0} - m.product_quotient * m.q;
    const Vec normalised = Isa::broadcast(remainder << (64 - m.bits));
    return Isa::template shift_right<28>(Isa::mul_high(normalised, Isa::broadcast(m.product_quotient)));
  }

  Vec normalisation_;
  Vec product_high_;
  Vec product_low_;
  Vec word_high_;
  Vec word_low_;
};

/// The Shoup product of 64-bit words with a quotient from 52-bit multiply-adds: the product policy of `Shoup` on CPUs
/// that have these.
///
/// With x = x1 2^52 + x0 and the quotient w1 2^52 + w0, the product divided by 2^104 is
/// x1 w1 + (x0 w1 + x1 w0) / 2^52 + x0 w0 / 2^104. The last term is left out and the other two terms are rounded down,
/// so Q is too small by less than three. Thus x w - Q q lies in [0, (3 + 2^-40) q), or below 4q if the quotient was
/// packed: docs/bounds/words.md, sections 4.3 and 4.4.
template <class Isa>
struct Product52x2 {
  using Vec = typename Isa::Vec;
  using Twiddle = Twiddle52x2<Isa>;
  using ShoupOperand = PackedTwiddle52x2<Isa>;
  using Barrett = Barrett52x2<Isa>;

  RINGLET_INLINE static Vec multiply(Vec x, const Twiddle52x2<Isa>& w, Vec q) {
    const Vec top = Isa::template shift_right<52>(x);
    Vec quotient = Isa::madd52_high(Isa::mul_low(top, w.high), x, w.high);
    quotient = Isa::madd52_high(quotient, top, w.low);
    return Isa::sub(Isa::mul_low(x, w.value), Isa::mul_low(quotient, q));
  }

  template <unsigned Capacity>
  static constexpr Bound bound(Bound) {  // proof 4.3
    return times_q(3) + 1;
  }

  /// Bound of a product of a packed multiplicand and any word x.
  static constexpr Bound fixed_bound = times_q(4);  // proof 4.4
};

}  // namespace ringlet::arith
