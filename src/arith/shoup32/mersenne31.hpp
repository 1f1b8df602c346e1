#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/modulus.hpp"
#include "arith/shoup32/shoup32.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Shoup32 for q = 2^31 - 1, whose products of two vectors need no quotient: 2^31 is 1 modulo q.
/// Source    The method is common; for example D. Knuth, "The Art of Computer Programming", volume 2, 4.3.2.
///           Proof: docs/bounds/short_words.md.
template <class IsaPolicy>
class Mersenne31 : public Shoup32<IsaPolicy> {
  using Base = Shoup32<IsaPolicy>;
  using typename Base::Wide;

 public:
  using Isa = IsaPolicy;
  using typename Base::Vec;

  static constexpr std::uint64_t prime = 0x7fffffff;                  // proof 21.8
  static constexpr ModulusRange<std::uint64_t> moduli{prime, prime};  // no proof: the prime alone

  RINGLET_INLINE explicit Mersenne31(const WordModulus& m) : Base(m) {}

  /// Returns x y mod q. Input: [0, Factor q), Factor in {1, 2, 4}. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul(Vec x, Vec y) const {
    x = Base::template lower<Factor>(x);
    y = Base::template lower<Factor>(y);
    const auto twice = Base::whole_products(Isa::add(x, x), y);
    const Vec high = Wide::join_high_halves(twice.even, twice.odd);
    const Vec low = Isa::template shift_right<1>(Wide::join_low_halves(twice.even, twice.odd));
    return Base::reduce(Isa::add(high, low));
  }
};

}  // namespace ringlet::arith
