#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/full_words/full_words.hpp"
#include "arith/modulus.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// FullWords for q = 2^64 - 2^32 + 1, whose products of two vectors need no quotient: 2^64 is 2^32 - 1 modulo q, and
/// 2^96 is -1.
/// Source    The method is common; for example the library plonky2. Proof: docs/bounds/full_words.md.
template <class IsaPolicy>
class Goldilocks : public FullWords<IsaPolicy> {
  using Base = FullWords<IsaPolicy>;

 public:
  using Isa = IsaPolicy;
  using typename Base::Vec;

  static constexpr std::uint64_t prime = 0xffffffff00000001;          // proof 22.7
  static constexpr ModulusRange<std::uint64_t> moduli{prime, prime};  // no proof: the prime alone

  RINGLET_INLINE explicit Goldilocks(const WordModulus& m) : Base(m) {}

  /// Returns x y mod q. Input: below q if Factor is 1, else any words. Output: [0, q).
  template <unsigned Factor>
  RINGLET_INLINE Vec mul(Vec x, Vec y) const {
    Vec low, high;
    Isa::mul_widening(Base::template lower<Factor>(x), Base::template lower<Factor>(y), low, high);
    const Vec top = Isa::template shift_right<32>(high);
    const Vec middle = Isa::bit_and(high, Isa::broadcast(0xffffffff));
    const Vec multiple = Isa::sub(Isa::shift_left(high, Isa::broadcast(32)), middle);
    return Base::add(Base::sub(low, top), multiple);
  }
};

}  // namespace ringlet::arith
