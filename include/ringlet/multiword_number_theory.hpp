// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "ringlet/export.hpp"
#include "ringlet/multiword_modulus.hpp"
#include "ringlet/number_theory.hpp"
#include "ringlet/uint.hpp"

/// Number theory for multiword moduli, on plain numbers. Not data-independent: for public values only.
namespace ringlet {

/// a + b, a - b, a * b mod q.
/// Input     a, b in [0, q)
/// Output    [0, q)
/// Errors    std::out_of_range when an operand is not below q.
template <unsigned width>
[[nodiscard]] RINGLET_API UInt<width> add_mod(const std::type_identity_t<UInt<width>>& a,
                                              const std::type_identity_t<UInt<width>>& b,
                                              const Modulus<UInt<width>>& q);
template <unsigned width>
[[nodiscard]] RINGLET_API UInt<width> sub_mod(const std::type_identity_t<UInt<width>>& a,
                                              const std::type_identity_t<UInt<width>>& b,
                                              const Modulus<UInt<width>>& q);
template <unsigned width>
[[nodiscard]] RINGLET_API UInt<width> mul_mod(const std::type_identity_t<UInt<width>>& a,
                                              const std::type_identity_t<UInt<width>>& b,
                                              const Modulus<UInt<width>>& q);

/// Returns base^exponent mod q, with 0^0 = 1.
/// Input     base in [0, q), any exponent
/// Errors    std::out_of_range when base >= q.
template <unsigned width>
[[nodiscard]] RINGLET_API UInt<width> pow_mod(const std::type_identity_t<UInt<width>>& base,
                                              const std::type_identity_t<UInt<width>>& exponent,
                                              const Modulus<UInt<width>>& q);

/// Returns the inverse of a modulo q, which need not be prime.
/// Input     a in [0, q)
/// Errors    std::out_of_range when a >= q; std::invalid_argument when gcd(a, q) != 1.
template <unsigned width>
[[nodiscard]] RINGLET_API UInt<width> inverse_mod(const std::type_identity_t<UInt<width>>& a,
                                                  const Modulus<UInt<width>>& q);

/// Tests a number below 2^(width-1) for primality, with the tests and the certainty of 128-bit words: thirteen strong
/// tests and a strong Lucas test, which no known composite passes.
/// Errors    std::invalid_argument when n >= 2^(width-1).
/// Source    R. Baillie, S. Wagstaff, "Lucas pseudoprimes", Math. Comp. 35 (1980).
template <unsigned width>
[[nodiscard]] RINGLET_API bool is_prime(const UInt<width>& n);

/// Writes primes as for words. `ntt_primes<UInt<width>>` returns them.
/// Validity  125 <= bits <= width - 1; n a power of two, 1 <= n <= 2^48
/// Errors    std::invalid_argument when an argument is outside its range.
template <unsigned width>
RINGLET_API void write_ntt_primes(std::span<UInt<width>> primes, unsigned bits, std::size_t n,
                                  PrimeOrder order = PrimeOrder::largest_first);

/// Returns whether `root` has multiplicative order exactly `order` modulo the prime q.
/// Validity  q prime; order a power of two. If it does not divide q - 1, no root has this order: false.
/// Errors    std::invalid_argument when order is not a power of two or q is not prime; std::out_of_range when root >=
///           q.
template <unsigned width>
[[nodiscard]] RINGLET_API bool is_primitive_root_of_unity(const std::type_identity_t<UInt<width>>& root,
                                                          std::uint64_t order, const Modulus<UInt<width>>& q);

/// Returns a primitive root of unity of the given order: x^((q-1)/order) for the smallest x that gives such a root.
/// Other libraries fix other roots; `ringlet/fields.hpp` has the roots of named fields.
/// Validity  q prime; order a power of two that divides q - 1
/// Errors    std::invalid_argument with the value and the rule.
template <unsigned width>
[[nodiscard]] RINGLET_API UInt<width> primitive_root_of_unity(std::uint64_t order, const Modulus<UInt<width>>& q);

}  // namespace ringlet
