#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <span>
#include <vector>

/// Products of polynomials over the integers, by one product of GMP's integers (Kronecker substitution).
namespace reference {

/// Returns the integers of an array.
[[nodiscard]] std::vector<mpz_class> integers(std::span<const std::uint64_t> words);
[[nodiscard]] std::vector<mpz_class> integers(std::span<const std::int64_t> words);

/// Returns the linear convolution of two arrays that are not empty. Elements are below 2^64 in magnitude, and there are
/// at most 2^60 of them.
[[nodiscard]] std::vector<mpz_class> convolution(const std::vector<mpz_class>& a, const std::vector<mpz_class>& b);

/// Returns a polynomial modulo X^n - 1 for sign = 1, modulo X^n + 1 for sign = -1.
[[nodiscard]] std::vector<mpz_class> wrapped(const std::vector<mpz_class>& a, std::size_t n, int sign);

/// Returns the words of the least non-negative remainders modulo m, 1 <= m <= 2^64.
[[nodiscard]] std::vector<std::uint64_t> remainders(const std::vector<mpz_class>& a, const mpz_class& m);

}  // namespace reference
