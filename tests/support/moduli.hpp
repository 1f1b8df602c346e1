#pragma once

#include <cstdint>
#include <vector>

#include "ringlet/modulus.hpp"
#include "support/data.hpp"
#include "support/random.hpp"

/// Moduli at the edges of the kernels' ranges. A shorter word has only those that fit it.
namespace ringlet_test {

inline constexpr unsigned max_modulus_bits = ringlet::Modulus<Word>::max_bits;
inline constexpr Word largest_modulus = static_cast<Word>(~std::uint64_t{0} >> (64 - max_modulus_bits));

/// Returns whether operations on words take values below factor q: if they fit a word, or if q < 2^62, or any words.
[[nodiscard]] bool has_room(std::uint64_t q, unsigned factor);

/// Returns those moduli that lie below 2^62, as libhexl and residue number systems take them.
[[nodiscard]] Words short_moduli(Words moduli);

/// Returns those numbers that are moduli of the word.
[[nodiscard]] Words moduli_among(std::vector<std::uint64_t> numbers);

/// Returns primes q = 1 (mod order): small ones, those next to 2^47, 2^48, 2^49, 2^50, 2^60 to 2^63 on both sides, or
/// for 32-bit words next to 2^30 and 2^31, the largest of all, and 2^64 - 2^32 + 1.
[[nodiscard]] Words edge_primes(std::uint64_t order);

/// Returns the edge primes that decide which arithmetic runs: next to 2^50, or 2^31 for 32-bit words, on both sides,
/// the largest below 2^62 and the largest of all.
[[nodiscard]] Words decisive_primes(std::uint64_t order);

/// Returns the largest primes below 2^50 and 2^62, or 2^31 for 32-bit words, and of all: the tightest of each
/// arithmetic.
[[nodiscard]] Words tightest_primes(std::uint64_t order);

/// Returns the smallest and the largest prime q = 1 (mod order) of every bit length that has one.
[[nodiscard]] Words primes_of_every_length(std::uint64_t order);

/// Returns moduli of every kind, prime and composite, odd and even: 2 to 257, all powers of two with both neighbours,
/// edge primes, and random ones of every bit length.
[[nodiscard]] Words any_moduli(Random& random);

/// Returns moduli just below powers of two that are worst cases of Barrett's reduction: the truncated quotient 2^k / q,
/// which it precomputes for several k, loses almost a whole unit.
[[nodiscard]] Words badly_truncated_moduli(Random& random);

/// Returns a few moduli that differ in bit length, parity and primality.
[[nodiscard]] Words sample_moduli();

}  // namespace ringlet_test
