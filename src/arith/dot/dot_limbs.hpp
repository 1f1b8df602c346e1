#pragma once

#include <cstdint>

#include "arith/dot/dot_arithmetic.hpp"
#include "arith/dot/dot_codec.hpp"
#include "arith/dot/dot_words.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// A factor in two limbs, and their sum.
template <class Isa, unsigned limb_bits>
struct DotLimbsFactor {
  using Codec = DotLimbsCodec<limb_bits>;
  static constexpr unsigned words = Codec::words;

  typename Isa::Vec low;
  typename Isa::Vec high;
  typename Isa::Vec both;

  template <unsigned count>
  RINGLET_INLINE static DotLimbsFactor load(const std::uint64_t* p) {
    return {Isa::template load_repeated<count>(p), Isa::template load_repeated<count>(p + count),
            Isa::template load_repeated<count>(p + 2 * count)};
  }
};

/// Dot products on limbs of 30 or 31 bits by Karatsuba's method, with three 32-bit multiplications for each term, for
/// instruction sets whose longest products have 64 bits.
///
/// Validity  q < 2^60 with limbs of 30 bits, q < 2^61 with limbs of 31
/// Source    A. Karatsuba, Y. Ofman (1962); docs/bounds/dot.md, section 16
template <class IsaPolicy, class Fractions, unsigned limb_bits>
class DotLimbs : public Fractions {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Factor = DotLimbsFactor<Isa, limb_bits>;
  using ModulusCodec = DotWordsModulusCodec;

  // proof 16.4
  static constexpr DotTraits traits{.modulus_bits = 30 + limb_bits, .max_products = limb_bits == 30 ? 8 : 4};

  RINGLET_INLINE explicit DotLimbs(const std::uint64_t* constants) : words_(constants) {}

  /// The sum low + 2^limb_bits (both - low - high) + 2^(2 limb_bits) high; `both` is modulo 2^64.
  struct Sum {
    Vec low;
    Vec both;
    Vec high;
  };

  RINGLET_INLINE static Factor operand(Vec x) {
    const Vec low = low_limb(x), high = Isa::template shift_right<limb_bits>(x);
    return {low, high, Isa::add(low, high)};
  }
  RINGLET_INLINE static Sum start(Vec z) {
    const Factor limbs = operand(z);
    return {limbs.low, limbs.both, Isa::broadcast(0)};
  }

  RINGLET_INLINE static void add_product(Sum& sum, const Factor& x, const Factor& c) {
    sum.low = Isa::add(sum.low, Isa::mul_low_halves(x.low, c.low));
    sum.both = Isa::add(sum.both, Isa::mul_low_halves(x.both, c.both));
    sum.high = Isa::add(sum.high, Isa::mul_low_halves(x.high, c.high));
  }

  RINGLET_INLINE void fold(Sum& sum) const { sum = start(reduce(sum)); }

  RINGLET_INLINE Vec reduce(const Sum& sum) const {
    const Vec carry = Isa::template shift_right<limb_bits>(sum.low);
    const Vec middle = Isa::add(Isa::sub(Isa::sub(sum.both, sum.low), sum.high), carry);
    const Vec high = Isa::add(sum.high, Isa::template shift_right<limb_bits>(middle));
    const Vec upper = Isa::bit_or(Isa::shift_left(high, Isa::broadcast(limb_bits)), low_limb(middle));
    const Vec low = Isa::bit_or(Isa::shift_left(upper, Isa::broadcast(limb_bits)), low_limb(sum.low));
    return words_.reduce({low, Isa::template shift_right<64 - 2 * limb_bits>(high)});
  }

 private:
  RINGLET_INLINE static Vec low_limb(Vec x) {
    return Isa::bit_and(x, Isa::broadcast((std::uint64_t{1} << limb_bits) - 1));
  }

  DotWords<Isa> words_;
};

}  // namespace ringlet::arith
