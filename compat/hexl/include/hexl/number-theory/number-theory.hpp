// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <limits>
#include <vector>

#include "hexl/util/check.hpp"
#include "hexl/util/compiler.hpp"
#include "hexl/util/defines.hpp"

/// Scalar number theory on words, for public values. Moduli are below 2^63 unless a comment says otherwise.
namespace intel {
namespace hexl {

/// Operand with its quotient floor(operand 2^bit_shift / modulus).
/// Input     operand <= modulus, bit_shift 32, 52 or 64
class MultiplyFactor {
 public:
  MultiplyFactor() = default;

  MultiplyFactor(uint64_t operand, uint64_t bit_shift, uint64_t modulus)
      : m_operand(operand),
        m_barrett_factor(static_cast<uint64_t>((static_cast<uint128_t>(operand) << bit_shift) / modulus)) {}

  uint64_t BarrettFactor() const { return m_barrett_factor; }
  uint64_t Operand() const { return m_operand; }

 private:
  uint64_t m_operand{0};
  uint64_t m_barrett_factor{0};
};

inline bool IsPowerOfTwo(uint64_t num) { return num != 0 && (num & (num - 1)) == 0; }

/// Returns floor(log2(x)); 0 for 0.
inline uint64_t Log2(uint64_t x) { return MSB(x); }

inline bool IsPowerOfFour(uint64_t num) { return IsPowerOfTwo(num) && Log2(num) % 2 == 0; }

/// Returns 2^bits - 1, the largest number of `bits` <= 64 bits.
inline uint64_t MaximumValue(uint64_t bits) {
  return bits == 64 ? (std::numeric_limits<uint64_t>::max)() : (uint64_t{1} << bits) - 1;
}

/// Returns the lowest bit_width <= 64 bits of x in reverse.
uint64_t ReverseBits(uint64_t x, uint64_t bit_width);

/// Returns 1/x modulo any modulus below 2^63; 0 modulo 1.
/// Errors    std::invalid_argument if x has no inverse
uint64_t InverseMod(uint64_t x, uint64_t modulus);

/// Returns x y, x + y, x - y or base^exp modulo any modulus.
/// Input     x, y < modulus; any base
uint64_t MultiplyMod(uint64_t x, uint64_t y, uint64_t modulus);
uint64_t AddUIntMod(uint64_t x, uint64_t y, uint64_t modulus);
uint64_t SubUIntMod(uint64_t x, uint64_t y, uint64_t modulus);
uint64_t PowMod(uint64_t base, uint64_t exp, uint64_t modulus);

/// Returns x y mod modulus for any x, with y_precon = floor(y 2^64 / modulus).
uint64_t MultiplyMod(uint64_t x, uint64_t y, uint64_t y_precon, uint64_t modulus);

/// Returns whether root has order `degree`, a power of two: whether root^(degree/2) = -1.
bool IsPrimitiveRoot(uint64_t root, uint64_t degree, uint64_t modulus);

/// Returns a primitive root of unity of order `degree`, a power of two, modulo a prime below 2^62; 0 if no root exists.
uint64_t GeneratePrimitiveRoot(uint64_t degree, uint64_t modulus);

/// Returns the smallest root of that order; 0 if no root exists.
uint64_t MinimalPrimitiveRoot(uint64_t degree, uint64_t modulus);

/// Returns a representative of x y mod modulus in [0, 2 modulus).
/// Input     x < 2^BitShift, y < modulus < 2^BitShift, y_barrett_factor = floor(y 2^BitShift / modulus)
template <int BitShift>
inline uint64_t MultiplyModLazy(uint64_t x, uint64_t y_operand, uint64_t y_barrett_factor, uint64_t modulus) {
  return y_operand * x - MultiplyUInt64Hi<BitShift>(x, y_barrett_factor) * modulus;
}

template <int BitShift>
inline uint64_t MultiplyModLazy(uint64_t x, uint64_t y, uint64_t modulus) {
  return MultiplyModLazy<BitShift>(x, y, MultiplyFactor(y, BitShift, modulus).BarrettFactor(), modulus);
}

/// Computes *result = operand1 + operand2 modulo 2^64 and returns the carry.
inline unsigned char AddUInt64(uint64_t operand1, uint64_t operand2, uint64_t* result) {
  *result = operand1 + operand2;
  return static_cast<unsigned char>(*result < operand1);
}

/// Returns whether n, any word, is prime.
bool IsPrime(uint64_t n);

/// Returns the first num_primes primes q = 1 (mod 2 ntt_size) strictly between 2^bit_size and 2^(bit_size+1), upwards
/// if prefer_small_primes is set, else downwards. Returns fewer if there are fewer. As in Intel HEXL, the last
/// candidate, next to the other end, is omitted.
/// Input     bit_size <= 62, ntt_size a power of two below 2^bit_size
HEXL_RETURNS_VECTOR std::vector<uint64_t> GeneratePrimes(size_t num_primes, size_t bit_size, bool prefer_small_primes,
                                                         size_t ntt_size = 1);

/// Returns input mod modulus, or, with OutputModFactor = 2, a representative in [0, 2 modulus).
/// Input     q_barr = floor(2^64 / modulus)
template <int OutputModFactor = 1>
uint64_t BarrettReduce64(uint64_t input, uint64_t modulus, uint64_t q_barr) {
  const uint64_t remainder = input - MultiplyUInt64Hi<64>(input, q_barr) * modulus;
  if (OutputModFactor == 2) return remainder;
  return remainder >= modulus ? remainder - modulus : remainder;
}

/// Returns x mod modulus for x < InputModFactor modulus.
/// Input     InputModFactor 1, 2, 4 or 8; 4 and 8 need *twice_modulus, 8 also *four_times_modulus
template <int InputModFactor>
uint64_t ReduceMod(uint64_t x, uint64_t modulus, const uint64_t* twice_modulus = nullptr,
                   const uint64_t* four_times_modulus = nullptr) {
  static_assert(InputModFactor == 1 || InputModFactor == 2 || InputModFactor == 4 || InputModFactor == 8,
                "InputModFactor must be 1, 2, 4 or 8");
  if (InputModFactor >= 8 && x >= *four_times_modulus) x -= *four_times_modulus;
  if (InputModFactor >= 4 && x >= *twice_modulus) x -= *twice_modulus;
  if (InputModFactor >= 2 && x >= modulus) x -= modulus;
  return x;
}

/// Returns T / R mod q, R = 2^r, for T = T_hi 2^BitShift + T_lo < R q, by Montgomery's reduction.
/// Input     q odd, q < R, r <= 62 for BitShift = 64 and r <= 52 for 52, mod_R_msk = R - 1, inv_mod = -1/q mod R
/// Output    [0, q)
template <int BitShift>
inline uint64_t MontgomeryReduce(uint64_t T_hi, uint64_t T_lo, uint64_t q, int r, uint64_t mod_R_msk,
                                 uint64_t inv_mod) {
  static_assert(BitShift == 64 || BitShift == 52, "BitShift must be 52 or 64");
  const uint64_t m = ((T_lo & mod_R_msk) * inv_mod) & mod_R_msk;
  const uint128_t T = (static_cast<uint128_t>(T_hi) << BitShift) + T_lo;
  const uint64_t t = static_cast<uint64_t>((T + MultiplyUInt64(m, q)) >> r);
  return t >= q ? t - q : t;
}

/// Returns x in [0, 2^r) with q x = -1 (mod 2^r), for odd q and 1 <= r <= 64, by Newton's iteration, each step of which
/// doubles the number of correct bits.
inline uint64_t HenselLemma2adicRoot(uint32_t r, uint64_t q) {
  uint64_t inverse = q;  // correct modulo 8
  for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - q * inverse;
  return (uint64_t{0} - inverse) & MaximumValue(r);
}

}  // namespace hexl
}  // namespace intel
