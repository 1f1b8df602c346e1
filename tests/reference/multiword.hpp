#pragma once

#include <cstdint>

/// Arithmetic modulo q < 2^64 by the compiler's 128-bit division, for oracles that need millions of products, where GMP
/// would take minutes. reference_test compares it with GMP.
namespace reference::multiword {

__extension__ using uint128 = unsigned __int128;

[[nodiscard]] constexpr std::uint64_t add(std::uint64_t a, std::uint64_t b, std::uint64_t q) {
  return static_cast<std::uint64_t>((uint128{a} + b) % q);
}

[[nodiscard]] constexpr std::uint64_t mul(std::uint64_t a, std::uint64_t b, std::uint64_t q) {
  return static_cast<std::uint64_t>(uint128{a} * b % q);
}

/// Returns a * b + c mod q.
[[nodiscard]] constexpr std::uint64_t fma(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t q) {
  return static_cast<std::uint64_t>((uint128{a} * b + c) % q);
}

[[nodiscard]] constexpr std::uint64_t negate(std::uint64_t a, std::uint64_t q) { return (q - a % q) % q; }

[[nodiscard]] constexpr std::uint64_t pow(std::uint64_t base, std::uint64_t exponent, std::uint64_t q) {
  std::uint64_t power = 1 % q;
  for (std::uint64_t square = base % q; exponent != 0; exponent >>= 1, square = mul(square, square, q)) {
    if ((exponent & 1) != 0) power = mul(power, square, q);
  }
  return power;
}

/// Returns the inverse modulo a prime q, by Fermat.
[[nodiscard]] constexpr std::uint64_t inverse(std::uint64_t a, std::uint64_t q) { return pow(a, q - 2, q); }

}  // namespace reference::multiword
