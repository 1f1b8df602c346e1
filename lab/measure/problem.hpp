#pragma once

#include <random>
#include <vector>

#include "ringlet/ringlet.hpp"

namespace ringlet::lab {

using Word128 = uint128_t;
using Words128 = std::vector<Word128>;

/// Length of the papers' moduli, the longest that their arithmetic takes.
inline constexpr unsigned papers_bits = 124;

/// Largest prime of `bits` bits that has roots of unity for all sizes up to 2^20.
[[nodiscard]] inline Word128 modulus(unsigned bits = papers_bits) {
  return ntt_primes<uint128_t>(1, bits, std::size_t{1} << 20).front();
}

/// Returns the same numbers below q for the same n and seed.
[[nodiscard]] inline Words128 random_residues(std::size_t n, unsigned seed, Word128 q) {
  std::mt19937_64 random(n + seed);
  Words128 values(n);
  for (Word128& x : values) x = ((Word128{random()} << 64) | random()) % q;
  return values;
}

}  // namespace ringlet::lab
