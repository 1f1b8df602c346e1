#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/convolution.hpp"
#include "ringlet/convolve.hpp"
#include "support/backends.hpp"
#include "support/data.hpp"
#include "support/random.hpp"

namespace ringlet_test {

using ringlet::int128_t;
using ringlet::uint128_t;
using SignedWords = std::vector<std::int64_t>;
using Integers = std::vector<mpz_class>;

inline constexpr uint128_t two_to_64 = uint128_t{1} << 64;

/// Moduli at the edges: of words, of halves of words, with and without transforms, of one to four primes.
inline const std::vector<uint128_t> edge_moduli = {
    1,
    2,
    3,
    97,
    12289,
    998244353,
    1'000'000'007,
    (uint128_t{1} << 32) - 1,
    uint128_t{1} << 32,
    1125899906826241,     // 50 bits, 1 modulo 2^14
    1125899906842624,     // 2^50
    2305843009213693951,  // 2^61 - 1
    uint128_t{1} << 63,
    (uint128_t{1} << 63) + 1,
    18446744069414584321U,  // 2^64 - 2^32 + 1
    two_to_64 - 1,
    two_to_64,
};

inline mpz_class integer(uint128_t x) {
  return (mpz_class(static_cast<unsigned long>(x >> 64)) << 64) + mpz_class(static_cast<unsigned long>(x));
}

/// Draws residues modulo m: corners, the greatest, or any.
inline Words residues(Random& random, std::size_t n, uint128_t m) {
  const auto greatest = static_cast<std::uint64_t>(m - 1);
  switch (random.up_to(2)) {
    case 0:
      return Words(n, greatest);
    case 1:
      return corner_biased(random, n, greatest == 0 ? 1 : greatest, greatest);
    default:
      return uniform(random, n, greatest);
  }
}

/// Draws numbers of magnitudes up to `greatest`, half of them at the ends.
inline SignedWords signed_words(Random& random, std::size_t n, std::uint64_t greatest) {
  SignedWords words(n);
  for (std::int64_t& word : words) {
    const std::uint64_t magnitude = random.coin() ? greatest : random.up_to(greatest);
    word = static_cast<std::int64_t>(random.coin() || magnitude >> 63 != 0 ? 0 - magnitude : magnitude);
  }
  return words;
}

inline Integers exact(const std::vector<uint128_t>& words) {
  Integers result;
  for (const uint128_t word : words) result.push_back(integer(word));
  return result;
}
inline Integers exact(const std::vector<int128_t>& words) {
  Integers result;
  for (const int128_t word : words) {
    const auto bits = static_cast<uint128_t>(word);
    result.push_back(word < 0 ? mpz_class(-integer(0 - bits)) : integer(bits));
  }
  return result;
}

/// Returns results first to last - 1.
inline Integers slice(const Integers& all, std::size_t first, std::size_t last) {
  return {all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(last)};
}

inline std::string sizes(std::size_t a, std::size_t b) { return std::to_string(a) + " by " + std::to_string(b); }

}  // namespace ringlet_test
