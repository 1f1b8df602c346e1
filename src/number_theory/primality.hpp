#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// Tests for probable primes, over any ring of residues modulo an odd n. A class describes the ring:
///
///   Number, Element                          n and exponents; residues
///   remainder(d)                             n mod d
///   predecessor(), successor()               n - 1, n + 1
///   element(x)                               the residue of any word x
///   add, sub, mul, half                      of residues
///   bit_width(e), trailing_zeros(e), bit(e, i)  of exponents
///   is_square()                              whether n is the square of an integer
namespace ringlet::number_theory {

/// Calls step(bit) for the bits of an exponent from the second highest bit down to bit `last`.
template <class Ring, class Step>
void for_bits_below_top(const Ring& ring, const typename Ring::Number& exponent, unsigned last, Step step) {
  for (unsigned i = ring.bit_width(exponent) - 1; i-- > last;) step(ring.bit(exponent, i));
}

/// Returns x^floor(exponent / 2^last), which must not be x^0.
template <class Ring>
typename Ring::Element power(const Ring& ring, const typename Ring::Element& x, const typename Ring::Number& exponent,
                             unsigned last = 0) {
  typename Ring::Element result = x;
  for_bits_below_top(ring, exponent, last, [&](bool bit) {
    result = ring.mul(result, result);
    if (bit) result = ring.mul(result, x);
  });
  return result;
}

/// Whether odd n is prime or a strong pseudoprime to a base that has no common factor with it.
template <class Ring>
bool is_strong_probable_prime(const Ring& ring, std::uint64_t base) {
  const auto one = ring.element(1), minus_one = ring.sub(ring.element(0), one);
  const auto exponent = ring.predecessor();
  const unsigned twos = ring.trailing_zeros(exponent);
  auto x = power(ring, ring.element(base), exponent, twos);
  if (x == one || x == minus_one) return true;
  for (unsigned i = 1; i < twos; ++i) {
    x = ring.mul(x, x);
    if (x == minus_one) return true;
  }
  return false;
}

/// Returns the Jacobi symbol (a/n) of odd a and n, with n given by its remainders.
template <class Ring>
int jacobi(const Ring& ring, std::uint64_t a) {
  const std::uint64_t n_mod_4 = ring.remainder(4);
  int sign = a % 4 == 3 && n_mod_4 == 3 ? -1 : 1;
  // Below, numerators x may be even, and the denominators y are words.
  std::uint64_t y = a, x = ring.remainder(a);
  while (x != 0) {
    for (; x % 2 == 0; x /= 2) {
      if (y % 8 == 3 || y % 8 == 5) sign = -sign;
    }
    if (x % 4 == 3 && y % 4 == 3) sign = -sign;
    const std::uint64_t next = y % x;
    y = x;
    x = next;
  }
  return y == 1 ? sign : 0;
}

/// Performs the strong Lucas test of odd n > 7, not a square, with Selfridge's parameters: D is the first of 5, -7, 9,
/// -11, ... with (D/n) = -1, P = 1, Q = (1 - D)/4.
template <class Ring>
bool is_strong_lucas_probable_prime(const Ring& ring) {
  std::uint64_t absolute = 5;
  bool negative = false;
  for (;; absolute += 2, negative = !negative) {
    const int symbol = negative && ring.remainder(4) == 3 ? -jacobi(ring, absolute) : jacobi(ring, absolute);
    if (symbol == -1) break;
    if (symbol == 0 && ring.remainder(absolute) != 0) return false;
  }
  const auto zero = ring.element(0);
  const auto d = negative ? ring.sub(zero, ring.element(absolute)) : ring.element(absolute);
  const auto q = negative ? ring.element((absolute + 1) / 4) : ring.sub(zero, ring.element((absolute - 1) / 4));

  // U_k, V_k and Q^k for the leading bits k of (n + 1) / 2^twos.
  const auto index = ring.successor();
  const unsigned twos = ring.trailing_zeros(index);
  auto u = ring.element(1), v = u, q_power = q;
  const auto index128 = [&] {
    v = ring.sub(ring.mul(v, v), ring.add(q_power, q_power));
    q_power = ring.mul(q_power, q_power);
  };
  for_bits_below_top(ring, index, twos, [&](bool bit) {
    u = ring.mul(u, v);
    index128();
    if (!bit) return;
    const auto u_next = ring.half(ring.add(u, v));
    v = ring.half(ring.add(ring.mul(d, u), v));
    u = u_next;
    q_power = ring.mul(q_power, q);
  });
  if (u == zero || v == zero) return true;
  for (unsigned i = 1; i < twos; ++i) {
    index128();
    if (v == zero) return true;
  }
  return false;
}

/// The first thirteen primes.
inline constexpr std::array<std::uint64_t, 13> first_primes{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41};

/// Whether odd n > 41 without a prime factor up to 41 passes the strong tests to the first thirteen primes, which
/// decide all n below 3317044064679887385961981: Sorenson and Webster (2017).
template <class Ring>
bool passes_strong_tests(const Ring& ring) {
  for (const std::uint64_t base : first_primes) {
    if (!is_strong_probable_prime(ring, base)) return false;
  }
  return true;
}

}  // namespace ringlet::number_theory
