#pragma once

#include <random>
#include <vector>

#include "double_words/gmp.hpp"
#include "ringlet/ringlet.hpp"

namespace ringlet::lab {

using Double = uint128_t;
using Doubles = std::vector<Double>;

/// The papers' length of a modulus, the longest that their arithmetic takes.
inline constexpr unsigned modulus_bits = 124;

/// A prime of 124 bits that has roots of unity for all sizes up to 2^20.
[[nodiscard]] inline Double modulus() {
  static const Double q = ntt_primes_double(1, modulus_bits, std::size_t{1} << 20).front();
  return q;
}

/// The same for the same n.
[[nodiscard]] inline Doubles random_residues(std::size_t n, unsigned seed) {
  std::mt19937_64 random(n + seed);
  Doubles values(n);
  for (Double& x : values) x = ((Double{random()} << 64) | random()) % modulus();
  return values;
}

}  // namespace ringlet::lab
