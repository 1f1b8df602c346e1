#pragma once

#include <cstdint>
#include <vector>

#include "support/random.hpp"

/// Moduli at the edges of the ranges for which kernels are written.
namespace ringlet_test {

inline constexpr std::uint64_t largest_modulus = (std::uint64_t{1} << 62) - 1;

/// Primes q = 1 (mod order): small ones, the largest below 2^48, 2^49, 2^50, 2^60, 2^61, 2^62 and the smallest above
/// 2^47, 2^48, 2^49, 2^50, 2^60, 2^61.
[[nodiscard]] std::vector<std::uint64_t> edge_primes(std::uint64_t order);

/// The few of them that decide which arithmetic runs: next to 2^50 on both sides, and the largest of all.
[[nodiscard]] std::vector<std::uint64_t> decisive_primes(std::uint64_t order);

/// The largest below 2^50 and below 2^62: the tightest of each arithmetic.
[[nodiscard]] std::vector<std::uint64_t> tightest_primes(std::uint64_t order);

/// Primes q = 1 (mod order), the smallest and the largest of every bit length that has some.
[[nodiscard]] std::vector<std::uint64_t> primes_of_every_length(std::uint64_t order);

/// Moduli of every kind, prime and composite, odd and even: 2 to 257, all powers of two with both neighbours, edge
/// primes, and random ones of every bit length.
[[nodiscard]] std::vector<std::uint64_t> any_moduli(Random& random);

/// Moduli just below powers of two for which a truncated quotient 2^k / q, as Barrett's reduction precomputes it for
/// several k, loses almost a whole unit: its worst case.
[[nodiscard]] std::vector<std::uint64_t> badly_truncated_moduli(Random& random);

/// A few that differ in bit length, parity and primality.
[[nodiscard]] std::vector<std::uint64_t> sample_moduli();

}  // namespace ringlet_test
