#pragma once

#include <cstdint>

#include "arith/modulus.hpp"
#include "isa/compiler.hpp"
#include "isa/scalar.hpp"

namespace ringlet::arith {

/// Number of low bits that an odd number and its inverse modulo 2^64 have in common.
inline constexpr unsigned bits_of_own_inverse = 3;  // proof 17.1

/// Returns 1/q mod 2^64 for odd q, by Newton's iteration. Each step doubles the number of correct bits.
RINGLET_INLINE std::uint64_t inverse_of_odd(std::uint64_t q) {
  std::uint64_t inverse = q;
  for (unsigned bits = bits_of_own_inverse; bits < 64; bits *= 2) inverse *= 2 - q * inverse;
  return inverse;
}

/// Returns R mod q, R = 2^bits for arrays of the word.
template <class Word>
RINGLET_INLINE std::uint64_t r_modulo(const WordModulus& m) {
  if constexpr (WordTraits<Word>::bits == 64) {
    return std::uint64_t{0} - m.word_quotient * m.q;
  } else {
    return (std::uint64_t{1} << WordTraits<Word>::bits) % m.q;
  }
}

/// Returns 1 / R mod q for odd q, R = 2^bits for arrays of the word: R times it is 1 + q (-1/q mod R).
template <class Word>
RINGLET_INLINE std::uint64_t inverse_of_r(std::uint64_t q) {
  const auto negative_inverse = static_cast<Word>(std::uint64_t{0} - inverse_of_odd(q));
  if constexpr (WordTraits<Word>::bits == 64) {
    return isa::Scalar::mul_high(q, negative_inverse) + 1;
  } else {
    return ((q * negative_inverse) >> WordTraits<Word>::bits) + 1;
  }
}

}  // namespace ringlet::arith
