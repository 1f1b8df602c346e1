#pragma once

#include <random>
#include <vector>

#include "ringlet/ringlet.hpp"

namespace ringlet::lab {

using Double = uint128_t;
using Doubles = std::vector<Double>;

/// The papers' length of a modulus, the longest that their arithmetic takes.
inline constexpr unsigned papers_bits = 124;

/// Largest prime of `bits` bits that has roots of unity for all sizes up to 2^20.
[[nodiscard]] inline Double modulus(unsigned bits = papers_bits) {
  return ntt_primes128(1, bits, std::size_t{1} << 20).front();
}

/// Returns the same numbers below q for the same n and seed.
[[nodiscard]] inline Doubles random_residues(std::size_t n, unsigned seed, Double q) {
  std::mt19937_64 random(n + seed);
  Doubles values(n);
  for (Double& x : values) x = ((Double{random()} << 64) | random()) % q;
  return values;
}

}  // namespace ringlet::lab
