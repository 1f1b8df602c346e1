#pragma once

#include <cstdint>

#include "arith/dot/dot52.hpp"
#include "arith/dot/dot_arithmetic.hpp"
#include "arith/dot/dot_codec.hpp"
#include "arith/dot/dot_words.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// A factor, and the same without its last bits.
template <class Isa>
struct Dot52LongFactor {
  using Codec = Dot52LongCodec;
  static constexpr unsigned words = Codec::words;

  typename Isa::Vec word;
  typename Isa::Vec top;

  template <unsigned count>
  RINGLET_INLINE static Dot52LongFactor load(const std::uint64_t* p) {
    return {Isa::template load_repeated<count>(p), Isa::template load_repeated<count>(p + count)};
  }
};

/// Dot products of longer operands, also with two multiplications for each term. One sum takes the low words of
/// products. The second sum takes the upper parts of products of the operands without their last bits, by 52-bit
/// multiply-adds. Both together determine the sum.
///
/// Validity  q < 2^55
/// Source    docs/bounds/dot.md, section 16
template <class IsaPolicy>
class Dot52Long : public Fractions52<IsaPolicy> {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Factor = Dot52LongFactor<Isa>;
  using ModulusCodec = DotWordsModulusCodec;

  static constexpr DotTraits traits{.modulus_bits = 55, .max_products = 21};  // proof 16.3

  RINGLET_INLINE explicit Dot52Long(const std::uint64_t* constants) : words_(constants) {}

  /// The low word is modulo 2^64. `high` counts in units of 2^unit and is too small by less than three for each
  /// product.
  struct Sum {
    Vec low;
    Vec high;
  };
  static constexpr unsigned unit = 52 + 2 * Dot52LongCodec::dropped;  // proof 16.3

  RINGLET_INLINE static Factor operand(Vec x) { return {x, Isa::template shift_right<Dot52LongCodec::dropped>(x)}; }
  RINGLET_INLINE static Sum start(Vec z) { return {z, Isa::broadcast(0)}; }

  RINGLET_INLINE static void add_product(Sum& sum, const Factor& x, const Factor& c) {
    sum.low = Isa::add(sum.low, Isa::mul_low(x.word, c.word));
    sum.high = Isa::madd52_high(sum.high, x.top, c.top);
  }

  RINGLET_INLINE void fold(Sum& sum) const { sum = start(reduce(sum)); }

  /// Reduces a sum. Its difference from high 2^unit fits a word, and so is low - high 2^unit modulo 2^64.
  RINGLET_INLINE Vec reduce(const Sum& sum) const {
    const Vec lacking = Isa::sub(sum.low, Isa::shift_left(sum.high, Isa::broadcast(unit)));
    const Vec high = Isa::template shift_right<64 - unit>(sum.high);
    return words_.reduce({sum.low, Isa::add_if(Isa::less(sum.low, lacking), high, Isa::broadcast(1))});
  }

 private:
  DotWords<Isa> words_;
};

}  // namespace ringlet::arith
