#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "arith/modulus.hpp"
#include "arith/montgomery/word_inverse.hpp"
#include "arith/shoup/pair.hpp"
#include "arith/word_traits.hpp"
#include "isa/divide.hpp"
#include "ringlet/types.hpp"

/// Scalar modular arithmetic for building tables and for number theory, on words of W = 64 or 128 bits. Never included
/// by a backend.
namespace ringlet::arith {

template <class Word>
inline constexpr unsigned word_bits = WordTraits<Word>::bits;

template <class Word>
unsigned bit_width(Word x) {
  return static_cast<unsigned>(std::bit_width(x));
}
inline unsigned bit_width(uint128_t x) {
  const auto high = static_cast<std::uint64_t>(x >> 64);
  return high != 0 ? 64 + bit_width(high) : bit_width(static_cast<std::uint64_t>(x));
}

template <class Word>
unsigned count_trailing_zeros(Word x) {
  return static_cast<unsigned>(std::countr_zero(x));
}
inline unsigned count_trailing_zeros(uint128_t x) {
  const auto low = static_cast<std::uint64_t>(x);
  return low != 0 ? count_trailing_zeros(low) : 64 + count_trailing_zeros(static_cast<std::uint64_t>(x >> 64));
}

/// Returns the high word of the product.
template <class Word>
Word mul_high(Word a, Word b) {
  return static_cast<Word>((std::uint64_t{a} * b) >> word_bits<Word>);
}
inline std::uint64_t mul_high(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>((uint128_t{a} * b) >> 64);
}
inline uint128_t mul_high(uint128_t a, uint128_t b) {
  const auto low = [](uint128_t x) { return x & ~std::uint64_t{0}; };
  const uint128_t cross = (a >> 64) * low(b) + (low(a) * low(b) >> 64);
  const uint128_t other = low(a) * (b >> 64) + low(cross);
  return (a >> 64) * (b >> 64) + (cross >> 64) + (other >> 64);
}

/// Returns floor(2^exponent / q), which fits a word although the numerator does not. Uses long division if no
/// instruction divides numbers of two words.
/// Input: 2 <= q < 2^(W-2), or for 64-bit words q < 2^64.
inline std::uint64_t power_of_two_quotient(unsigned exponent, std::uint64_t q) {
  return isa::divide(uint128_t{1} << exponent, q);
}
template <class Word>
Word power_of_two_quotient(unsigned exponent, Word q) {
  Word quotient = 0;
  Word remainder = 1;
  for (unsigned i = 0; i < exponent; ++i) {
    remainder *= 2;
    const Word digit = remainder >= q ? 1 : 0;
    remainder -= digit * q;
    quotient = 2 * quotient + digit;
  }
  return quotient;
}

/// Returns the constants of a modulus. Input: 2 <= q < 2^64 or 2^124.
template <class Word>
BasicModulus<Word> make_modulus(Word q) {
  const unsigned bits = bit_width(q);
  return {.q = q,
          .product_quotient = power_of_two_quotient(bits + word_bits<Word> - 2, q),  // proof 1.1
          .word_quotient = power_of_two_quotient(word_bits<Word>, q),                // proof 1.1
          .bits = bits};
}

/// Returns x mod q for any word x. Barrett's remainder is below 2q (docs/bounds/words.md, section 3.1).
template <class Word>
Word reduce(Word x, const BasicModulus<Word>& m) {
  const Word remainder = x - mul_high(x, m.word_quotient) * m.q;
  return remainder >= m.q ? remainder - m.q : remainder;
}

/// Returns a b mod q for a, b < q. Barrett's remainder is below 3q (docs/bounds/words.md, section 2.1). It needs two
/// bits above q; products modulo longer q are divided.
template <class Word>
Word mul_mod(Word a, Word b, const BasicModulus<Word>& m) {
  if constexpr (word_bits<Word> == 64) {
    if (m.bits > 62) return a * b - isa::divide(uint128_t{a} * b, m.q) * m.q;
  }
  const Word top = mul_high(a << 2, b << (word_bits<Word> - m.bits));
  Word remainder = a * b - mul_high(top, m.product_quotient) * m.q;
  if (remainder >= 2 * m.q) remainder -= 2 * m.q;
  return remainder >= m.q ? remainder - m.q : remainder;
}

/// Returns a + b mod q for a, b < q, which need not leave room for the sum.
template <class Word>
Word add_mod(Word a, Word b, const BasicModulus<Word>& m) {
  const auto room = static_cast<Word>(m.q - b);
  return static_cast<Word>(a >= room ? a - room : a + b);
}

template <class Word>
Word pow_mod(Word base, Word exponent, const BasicModulus<Word>& m) {
  Word power = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) power = mul_mod(power, base, m);
    base = mul_mod(base, base, m);
  }
  return power;
}

/// Returns 1/a modulo q for a < q, q prime or not; 0 if a and q have a common factor.
template <class Word>
Word inverse_mod(Word a, Word q) {
  using Signed = typename WordTraits<Word>::Signed;
  // Extended Euclid: coefficient * a = remainder (mod q) on both rows, modulo 2^W. |coefficient| <= q / 2 before the
  // last step.
  Word remainder = q, next_remainder = a;
  Word coefficient = 0, next_coefficient = 1;
  while (next_remainder != 0) {
    const Word quotient = remainder / next_remainder;
    remainder = std::exchange(next_remainder, remainder % next_remainder);
    coefficient = std::exchange(next_coefficient, coefficient - quotient * next_coefficient);
  }
  if (remainder != 1) return 0;
  return static_cast<Signed>(coefficient) < 0 ? q + coefficient : coefficient;
}

/// Returns w < q with its Shoup quotient. A first quotient from Barrett's constant is too small by less than nine
/// (docs/bounds/words.md, section 4.6).
inline BasicShoupPair<uint128_t> make_shoup_pair(uint128_t w, const Modulus128& m) {
  uint128_t quotient = mul_high(w << (128 - m.bits), m.product_quotient) << 2;  // proof 4.6
  for (uint128_t remainder = -(quotient * m.q); remainder >= m.q; remainder -= m.q) ++quotient;
  return {w, quotient};
}

/// Returns w with its Shoup quotient, for words of at most 32 bits.
template <class Word>
BasicShoupPair<Word> make_shoup_pair(Word w, const BasicModulus<Word>& m) {
  return {w, static_cast<Word>((std::uint64_t{w} << word_bits<Word>) / m.q)};
}

/// Returns x w mod q for any word x. The remainder, below 2q, takes two words if q has 64 bits.
template <class Word>
Word mul_mod(Word x, BasicShoupPair<Word> w, const BasicModulus<Word>& m) {
  const Word quotient = mul_high(x, w.quotient);
  if constexpr (word_bits<Word> == 64) {
    if (m.bits == 64) [[unlikely]] {
      const uint128_t remainder = uint128_t{x} * w.value - uint128_t{quotient} * m.q;
      return static_cast<Word>(remainder >= m.q ? remainder - m.q : remainder);
    }
  }
  const auto remainder = static_cast<Word>(x * w.value - quotient * m.q);
  return static_cast<Word>(remainder >= m.q ? remainder - m.q : remainder);
}

}  // namespace ringlet::arith
