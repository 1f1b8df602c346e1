#pragma once

#include <cstdint>

#include "arith/canonical.hpp"
#include "arith/dot/dot_arithmetic.hpp"
#include "arith/dot/dot_codec.hpp"
#include "arith/dot/dot_words.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Computes fractions by the high half of a 52-bit product.
template <class Isa>
struct Fractions52 {
  using Vec = typename Isa::Vec;

  /// Returns acc plus a fraction of y, as DotArithmetic states it. shift: 64 - b.
  RINGLET_INLINE static Vec add_fraction(Vec acc, Vec y, Vec shift, Vec f) {
    return Isa::madd52_high(acc, Isa::template shift_right<12>(Isa::shift_left(y, shift)), f);
  }
};

/// Dot products by 52-bit multiply-adds, two for each term: the low and the high halves of products have separate sums.
///
/// Validity  q < 2^50 + 2^43: primes next to 2^50 are scales of CKKS
/// Source    docs/bounds/dot.md, section 16
template <class IsaPolicy>
class Dot52 : public Fractions52<IsaPolicy> {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Factor = WordFactor<Isa>;
  using ModulusCodec = Dot52ModulusCodec;

  // proof 16.2
  static constexpr DotTraits traits{.modulus_bits = 50, .max_products = 15, .extension = std::uint64_t{1} << 43};

  /// Bound, in units of q, of remainders.
  static constexpr unsigned remainder_factor = 4;  // proof 16.2

  RINGLET_INLINE explicit Dot52(const std::uint64_t* constants)
      : modulus_(constants[0]),
        minus_q_(Isa::broadcast((std::uint64_t{1} << 52) - modulus_)),  // proof 16.2
        word_quotient_(Isa::broadcast(constants[1])),
        unit_(Isa::broadcast(constants[2])),
        unit_quotient_(Isa::broadcast(constants[3])) {}

  /// The sum low + 2^52 high.
  struct Sum {
    Vec low;
    Vec high;
  };

  RINGLET_INLINE static Factor operand(Vec x) { return {x}; }
  RINGLET_INLINE static Sum start(Vec z) { return {z, Isa::broadcast(0)}; }

  RINGLET_INLINE static void add_product(Sum& sum, const Factor& x, const Factor& c) {
    sum.low = Isa::madd52_low(sum.low, x.word, c.word);
    sum.high = Isa::madd52_high(sum.high, x.word, c.word);
  }

  RINGLET_INLINE void fold(Sum& sum) const { sum = start(remainder(sum)); }

  RINGLET_INLINE Vec reduce(const Sum& sum) const {
    return canonical_word<remainder_factor, Isa>(remainder(sum), modulus_);
  }

 private:
  /// Returns a remainder below 4q: high 2^52 reduced by Shoup's quotient, the low 52 bits by Barrett's.
  RINGLET_INLINE Vec remainder(const Sum& sum) const {
    const Vec high = Isa::add(sum.high, Isa::template shift_right<52>(sum.low));
    const Vec of_low = Isa::madd52_high(Isa::broadcast(0), sum.low, word_quotient_);
    const Vec quotient = Isa::madd52_high(of_low, high, unit_quotient_);
    const Vec product = Isa::madd52_low(sum.low, high, unit_);
    const Vec mask = Isa::broadcast((std::uint64_t{1} << 52) - 1);
    return Isa::bit_and(Isa::madd52_low(product, quotient, minus_q_), mask);
  }

  std::uint64_t modulus_;
  Vec minus_q_;
  Vec word_quotient_;
  Vec unit_;
  Vec unit_quotient_;
};

}  // namespace ringlet::arith
