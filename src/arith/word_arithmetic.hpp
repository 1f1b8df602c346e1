#pragma once

#include <bit>
#include <cstdint>

#include "arith/word_modulus.hpp"
#include "ringlet/types.hpp"

/// Scalar modular arithmetic for building tables and for number theory. Never included by a backend.
namespace ringlet::arith {

/// Input: 2 <= q < 2^62.
inline WordModulus make_word_modulus(std::uint64_t q) {
  const auto bits = static_cast<unsigned>(std::bit_width(q));
  return {.q = q,
          .product_quotient = static_cast<std::uint64_t>((uint128_t{1} << (bits + 62)) / q),
          .word_quotient = static_cast<std::uint64_t>((uint128_t{1} << 64) / q),
          .bits = bits};
}

inline std::uint64_t mul_high(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>((uint128_t{a} * b) >> 64);
}

/// x mod q for any word x: Barrett's remainder is below 2q (docs/bounds.md).
inline std::uint64_t reduce(std::uint64_t x, const WordModulus& m) {
  const std::uint64_t remainder = x - mul_high(x, m.word_quotient) * m.q;
  return remainder >= m.q ? remainder - m.q : remainder;
}

/// a b mod q for a, b < q: Barrett's remainder is below 3q (docs/bounds.md).
inline std::uint64_t mul_mod(std::uint64_t a, std::uint64_t b, const WordModulus& m) {
  const uint128_t product = uint128_t{a} * b;
  const auto top = static_cast<std::uint64_t>(product >> (m.bits - 2));
  std::uint64_t remainder = static_cast<std::uint64_t>(product) - mul_high(top, m.product_quotient) * m.q;
  if (remainder >= 2 * m.q) remainder -= 2 * m.q;
  return remainder >= m.q ? remainder - m.q : remainder;
}

inline std::uint64_t pow_mod(std::uint64_t base, std::uint64_t exponent, const WordModulus& m) {
  std::uint64_t power = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) power = mul_mod(power, base, m);
    base = mul_mod(base, base, m);
  }
  return power;
}

/// w < q with its Shoup quotient.
inline ShoupPair make_shoup_pair(std::uint64_t w, const WordModulus& m) {
  return {w, static_cast<std::uint64_t>((uint128_t{w} << 64) / m.q)};
}

/// x w mod q for any word x.
inline std::uint64_t mul_mod(std::uint64_t x, ShoupPair w, const WordModulus& m) {
  const std::uint64_t remainder = x * w.value - mul_high(x, w.quotient) * m.q;
  return remainder >= m.q ? remainder - m.q : remainder;
}

/// The lowest `bit_count` <= 64 bits of x, reversed.
inline std::uint64_t reverse_bits(std::uint64_t x, unsigned bit_count) {
  std::uint64_t reversed = 0;
  for (unsigned i = 0; i < bit_count; ++i) {
    reversed = (reversed << 1) | (x & 1);
    x >>= 1;
  }
  return reversed;
}

}  // namespace ringlet::arith
