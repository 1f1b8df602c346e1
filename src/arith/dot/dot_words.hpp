#pragma once

#include <cstdint>

#include "arith/canonical.hpp"
#include "arith/dot/dot_arithmetic.hpp"
#include "arith/dot/dot_codec.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// A factor of one word.
template <class Isa, class FactorCodec = WordCodec>
struct WordFactor {
  using Codec = FactorCodec;
  static constexpr unsigned words = Codec::words;

  typename Isa::Vec word;

  template <unsigned count>
  RINGLET_INLINE static WordFactor load(const std::uint64_t* p) {
    return {Isa::template load_repeated<count>(p)};
  }
};

/// Computes fractions by the high product of words.
template <class Isa>
struct WordFractions {
  using Vec = typename Isa::Vec;

  /// Returns acc plus a fraction of y, as DotArithmetic states it. shift: 64 - b.
  RINGLET_INLINE static Vec add_fraction(Vec acc, Vec y, Vec shift, Vec f) {
    const Vec leading = Isa::shift_left(Isa::template shift_right<12>(Isa::shift_left(y, shift)), Isa::broadcast(12));
    return Isa::add(acc, Isa::mul_high(leading, f));
  }
};

/// Dot products with sums of 128 bits, which hold any product.
///
/// Validity  q < 2^62
/// Source    docs/bounds/dot.md, section 16
template <class IsaPolicy>
class DotWords : public WordFractions<IsaPolicy> {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Factor = WordFactor<Isa>;
  using ModulusCodec = DotWordsModulusCodec;

  static constexpr DotTraits traits{.modulus_bits = 62, .max_products = 16};  // proof 16.1

  /// Bound, in units of q, of remainders.
  static constexpr unsigned remainder_factor = 4;  // proof 16.1

  RINGLET_INLINE explicit DotWords(const std::uint64_t* constants)
      : q_(Isa::broadcast(constants[0])),
        word_quotient_(Isa::broadcast(constants[1])),
        unit_(Isa::broadcast(constants[2])),
        unit_quotient_(Isa::broadcast(constants[3])),
        modulus_(constants[0]) {}

  struct Sum {
    Vec low;
    Vec high;
  };

  RINGLET_INLINE static Factor operand(Vec x) { return {x}; }
  RINGLET_INLINE static Sum start(Vec z) { return {z, Isa::broadcast(0)}; }

  RINGLET_INLINE static void add_product(Sum& sum, const Factor& x, const Factor& c) {
    Vec low, high;
    Isa::mul_widening(x.word, c.word, low, high);
    typename Isa::Carry carry{};
    sum.low = Isa::add_carry(sum.low, low, carry);
    sum.high = Isa::add_carry(sum.high, high, carry);
  }

  RINGLET_INLINE void fold(Sum& sum) const { sum = start(reduce(sum)); }

  /// Reduces high 2^64 by Shoup's product and low by Barrett's method, each to below 2q.
  RINGLET_INLINE Vec reduce(const Sum& sum) const {
    const Vec high = Isa::mul_low_difference(sum.high, unit_, Isa::mul_high(sum.high, unit_quotient_), q_);
    const Vec low = Isa::sub(sum.low, Isa::mul_low(Isa::mul_high(sum.low, word_quotient_), q_));
    return canonical_word<remainder_factor, Isa>(Isa::add(high, low), modulus_);
  }

 private:
  Vec q_;
  Vec word_quotient_;
  Vec unit_;
  Vec unit_quotient_;
  std::uint64_t modulus_;
};

}  // namespace ringlet::arith
