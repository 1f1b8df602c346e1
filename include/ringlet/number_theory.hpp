// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/types.hpp"

/// Scalar number theory for the choice of moduli and roots. Not data-independent: for public values only.
namespace ringlet {

/// a + b, a - b, a * b mod q.
/// Input     a, b in [0, q)
/// Output    [0, q)
/// Errors    std::out_of_range when an operand is not below q.
[[nodiscard]] RINGLET_API std::uint64_t add_mod(std::uint64_t a, std::uint64_t b, const Modulus<std::uint64_t>& q);
[[nodiscard]] RINGLET_API std::uint64_t sub_mod(std::uint64_t a, std::uint64_t b, const Modulus<std::uint64_t>& q);
[[nodiscard]] RINGLET_API std::uint64_t mul_mod(std::uint64_t a, std::uint64_t b, const Modulus<std::uint64_t>& q);

/// Returns x * w mod q for any 64-bit x and an operand w that was prepared for the same q.
[[nodiscard]] RINGLET_API std::uint64_t mul_mod(std::uint64_t x, const ShoupOperand<std::uint64_t>& w,
                                                const Modulus<std::uint64_t>& q) noexcept;

/// Returns base^exponent mod q, with 0^0 = 1.
/// Input     base in [0, q), any exponent
/// Errors    std::out_of_range when base >= q.
[[nodiscard]] RINGLET_API std::uint64_t pow_mod(std::uint64_t base, std::uint64_t exponent,
                                                const Modulus<std::uint64_t>& q);

/// Returns the inverse of a modulo q, which need not be prime.
/// Input     a in [0, q)
/// Errors    std::out_of_range when a >= q; std::invalid_argument when gcd(a, q) != 1.
[[nodiscard]] RINGLET_API std::uint64_t inverse_mod(std::uint64_t a, const Modulus<std::uint64_t>& q);

/// Tests any 64-bit number for primality. The answer is always right.
/// Source    Miller-Rabin with the first twelve primes as bases, which decides all n < 3.3 * 10^24: J. Sorenson, J.
///           Webster, "Strong pseudoprimes to twelve prime bases", Math. Comp. 86 (2017).
[[nodiscard]] RINGLET_API bool is_prime(std::uint64_t n) noexcept;

enum class PrimeOrder { largest_first, smallest_first };

/// Largest number of primes in one search.
inline constexpr std::size_t max_ntt_primes = std::size_t{1} << 20;

/// Writes distinct primes of exactly `bits` bits with q = 1 (mod 2n), from the upper or the lower end of the range
/// [2^(bits-1), 2^bits). They are moduli of negacyclic (and cyclic) transforms of size n. Writes nothing if there is an
/// error.
/// Validity  n a power of two
///           32-bit words   2 <= bits <= 32, 1 <= n <= 2^24
///           64-bit words   2 <= bits <= 64, 1 <= n <= 2^24
///           128-bit words  2 <= bits <= 124, 1 <= n <= 2^24
///           UInt<width>    125 <= bits <= width - 1, 1 <= n <= 2^48 (ringlet/multiword_number_theory.hpp)
/// Errors    std::invalid_argument when an argument is outside its range, or when the range has fewer primes than
///           `primes` has places (the message says how many it has).
RINGLET_API void write_ntt_primes(std::span<std::uint32_t> primes, unsigned bits, std::size_t n,
                                  PrimeOrder order = PrimeOrder::largest_first);
RINGLET_API void write_ntt_primes(std::span<std::uint64_t> primes, unsigned bits, std::size_t n,
                                  PrimeOrder order = PrimeOrder::largest_first);
RINGLET_API void write_ntt_primes(std::span<uint128_t> primes, unsigned bits, std::size_t n,
                                  PrimeOrder order = PrimeOrder::largest_first);

/// Returns `count` primes, as `write_ntt_primes` finds them: `ntt_primes(2, 50, 4096)`, or of another word,
/// `ntt_primes<UInt<256>>(1, 255, 4096)`.
/// Validity  count <= 2^20
/// Errors    std::invalid_argument as for `write_ntt_primes`, and for a greater count.
template <class Word = std::uint64_t>
[[nodiscard]] std::vector<Word> ntt_primes(std::size_t count, unsigned bits, std::size_t n,
                                           PrimeOrder order = PrimeOrder::largest_first) {
  if (count > max_ntt_primes) {
    throw std::invalid_argument("count is " + std::to_string(count) + ", but it must be at most 2^20");
  }
  std::vector<Word> primes(count);
  write_ntt_primes(std::span<Word>(primes), bits, n, order);
  return primes;
}

/// Returns whether `root` has multiplicative order exactly `order` modulo the prime q.
/// Validity  q prime; order a power of two. If it does not divide q - 1, no root has this order: false.
/// Errors    std::invalid_argument when order is not a power of two or q is not prime; std::out_of_range when root >=
///           q.
[[nodiscard]] RINGLET_API bool is_primitive_root_of_unity(std::uint64_t root, std::uint64_t order,
                                                          const Modulus<std::uint64_t>& q);

/// Returns a primitive root of unity of the given order, always the same root for the same arguments.
/// Validity  q prime; order a power of two that divides q - 1
/// Errors    std::invalid_argument with the value and the rule.
[[nodiscard]] RINGLET_API std::uint64_t primitive_root_of_unity(std::uint64_t order, const Modulus<std::uint64_t>& q);

/// Returns the numerically smallest primitive root of unity of the given order, which a plan uses by default.
/// Validity  q prime; order a power of two that divides q - 1, order <= 2^25 (time grows linearly in it)
/// Errors    std::invalid_argument with the value and the rule.
[[nodiscard]] RINGLET_API std::uint64_t smallest_primitive_root_of_unity(std::uint64_t order,
                                                                         const Modulus<std::uint64_t>& q);

/// The functions above modulo a 32-bit word.
[[nodiscard]] RINGLET_API std::uint32_t add_mod(std::uint32_t a, std::uint32_t b, const Modulus<std::uint32_t>& q);
[[nodiscard]] RINGLET_API std::uint32_t sub_mod(std::uint32_t a, std::uint32_t b, const Modulus<std::uint32_t>& q);
[[nodiscard]] RINGLET_API std::uint32_t mul_mod(std::uint32_t a, std::uint32_t b, const Modulus<std::uint32_t>& q);
[[nodiscard]] RINGLET_API std::uint32_t mul_mod(std::uint32_t x, const ShoupOperand<std::uint32_t>& w,
                                                const Modulus<std::uint32_t>& q) noexcept;
[[nodiscard]] RINGLET_API std::uint32_t pow_mod(std::uint32_t base, std::uint32_t exponent,
                                                const Modulus<std::uint32_t>& q);
[[nodiscard]] RINGLET_API std::uint32_t inverse_mod(std::uint32_t a, const Modulus<std::uint32_t>& q);
[[nodiscard]] RINGLET_API bool is_primitive_root_of_unity(std::uint32_t root, std::uint64_t order,
                                                          const Modulus<std::uint32_t>& q);
[[nodiscard]] RINGLET_API std::uint32_t primitive_root_of_unity(std::uint64_t order, const Modulus<std::uint32_t>& q);
[[nodiscard]] RINGLET_API std::uint32_t smallest_primitive_root_of_unity(std::uint64_t order,
                                                                         const Modulus<std::uint32_t>& q);

/// The functions above modulo a 128-bit word. Orders of roots have at most 64 bits; for
/// `smallest_primitive_root_of_unity` they are at most 2^25 here too.
[[nodiscard]] RINGLET_API uint128_t add_mod(uint128_t a, uint128_t b, const Modulus<uint128_t>& q);
[[nodiscard]] RINGLET_API uint128_t sub_mod(uint128_t a, uint128_t b, const Modulus<uint128_t>& q);
[[nodiscard]] RINGLET_API uint128_t mul_mod(uint128_t a, uint128_t b, const Modulus<uint128_t>& q);
[[nodiscard]] RINGLET_API uint128_t mul_mod(uint128_t x, const ShoupOperand<uint128_t>& w,
                                            const Modulus<uint128_t>& q) noexcept;
[[nodiscard]] RINGLET_API uint128_t pow_mod(uint128_t base, uint128_t exponent, const Modulus<uint128_t>& q);
[[nodiscard]] RINGLET_API uint128_t inverse_mod(uint128_t a, const Modulus<uint128_t>& q);
[[nodiscard]] RINGLET_API bool is_primitive_root_of_unity(uint128_t root, std::uint64_t order,
                                                          const Modulus<uint128_t>& q);
[[nodiscard]] RINGLET_API uint128_t primitive_root_of_unity(std::uint64_t order, const Modulus<uint128_t>& q);
[[nodiscard]] RINGLET_API uint128_t smallest_primitive_root_of_unity(std::uint64_t order, const Modulus<uint128_t>& q);

/// Tests a number below 2^124 for primality. A prime is always accepted. Below 3317044064679887385961981 (about 2^81.4)
/// the answer is proved. Above it, an accepted number has passed thirteen strong tests and a strong Lucas test, which
/// includes the combination of Baillie, Pomerance, Selfridge and Wagstaff. No composite number is known that passes,
/// but no proof excludes it. Against an adversary who chooses n, prove primality by other means.
/// Errors    std::invalid_argument when n >= 2^124.
/// Source    Sorenson, Webster (2017); R. Baillie, S. Wagstaff, "Lucas pseudoprimes", Math. Comp. 35 (1980).
template <std::same_as<uint128_t> Number>
[[nodiscard]] RINGLET_API bool is_prime(Number n);

/// Returns the lowest `bit_count` bits of x in reverse order.
/// Validity  bit_count <= 64, x < 2^bit_count
/// Errors    std::out_of_range otherwise.
[[nodiscard]] RINGLET_API std::uint64_t reverse_bits(std::uint64_t x, unsigned bit_count);

}  // namespace ringlet
