#pragma once

#include <cstdint>

#include "arith/dot/dot_arithmetic.hpp"
#include "arith/dot/dot_codec.hpp"
#include "arith/dot/dot_words.hpp"
#include "arith/integers_in_doubles.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Dot products on integers in doubles, by two fused multiply-adds and two additions for each term. A large sum is
/// rounded to a grid that is the same for all terms. The rounding error of a term is an integer that a double holds;
/// another sum adds these errors up. Rounds to nearest (kernels/environment.hpp).
///
/// Validity  q < 2^max_bits, max_bits 49 or 50: with 49, a sum takes more products
/// Source    sums that are split by a large power of two: S. M. Rump, T. Ogita, S. Oishi, "Accurate floating-point
///           summation, part I", SIAM J. Sci. Comput. 31 (2008); docs/bounds/dot.md, section 16
template <class IsaPolicy, unsigned max_bits>
class DotDoubles : public WordFractions<IsaPolicy> {
  using Doubles = IntegersInDoubles<IsaPolicy>;

 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Factor = WordFactor<Isa, DoubleCodec>;
  using ModulusCodec = DotDoublesModulusCodec;

  // proof 16.8
  static constexpr DotTraits traits{
      .modulus_bits = max_bits, .max_products = (1U << (53 - max_bits)) - 1, .in_doubles = true};

  /// Start of `high` in a sum. All later values have the same exponent, and so the same grid.
  static constexpr double grid_offset = static_cast<double>(uint128_t{1} << (53 + max_bits));  // proof 16.8

  RINGLET_INLINE explicit DotDoubles(const std::uint64_t* constants)
      : q_(Isa::broadcast(constants[0])),
        inverse_(Isa::broadcast(constants[1])),
        quotient_offset_(Isa::broadcast(constants[2])),
        modulus_(constants[3]) {}

  /// The sum high - grid_offset + low, low at most 2^53 in magnitude.
  struct Sum {
    Vec high;
    Vec low;
  };

  RINGLET_INLINE static Factor operand(Vec x) { return {Doubles::from_words(x)}; }
  RINGLET_INLINE static Sum start(Vec z) { return start_in_double(Doubles::from_words(z)); }

  RINGLET_INLINE static void add_product(Sum& sum, const Factor& x, const Factor& c) {
    const Vec high = Isa::double_mul_add(x.word, c.word, sum.high);
    const Vec lost = Isa::double_mul_sub(x.word, c.word, Isa::double_sub(high, sum.high));
    sum = {high, Isa::double_add(sum.low, lost)};
  }

  RINGLET_INLINE void fold(Sum& sum) const { sum = start_in_double(centred(sum)); }

  RINGLET_INLINE Vec reduce(const Sum& sum) const {
    return Isa::add_if_negative(Doubles::to_signed_words(centred(sum)), Isa::broadcast(modulus_));
  }

 private:
  RINGLET_INLINE static Sum start_in_double(Vec z) { return {Doubles::broadcast(grid_offset), z}; }

  /// Returns the sum modulo q, at most (q + 1) / 2 in magnitude: reduces the large sum by a quotient of 53 bits, then
  /// the rest.
  RINGLET_INLINE Vec centred(const Sum& sum) const {
    const Vec carried = Isa::double_add(sum.high, sum.low);
    const Vec low = Isa::double_sub(sum.low, Isa::double_sub(carried, sum.high));
    const Vec high = Isa::double_sub(carried, Doubles::broadcast(grid_offset));
    const Vec quotient = Isa::double_sub(Isa::double_mul_add(high, inverse_, quotient_offset_), quotient_offset_);
    const Vec rest = Isa::double_add(Isa::double_sub_mul(high, quotient, q_), low);
    return Isa::double_sub_mul(rest, Doubles::rounded_product(rest, inverse_), q_);
  }

  Vec q_;
  Vec inverse_;
  Vec quotient_offset_;
  std::uint64_t modulus_;
};

}  // namespace ringlet::arith
