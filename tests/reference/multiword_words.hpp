#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <ostream>
#include <span>

/// Replaces GMP's own printing, which is in another library, for GoogleTest.
template <class T, class U>
void PrintTo(const __gmp_expr<T, U>& x, std::ostream* out) {
  *out << mpz_class(x).get_str();
}

/// Converts numbers of several little-endian 64-bit words to GMP's integers and back, for
/// the tests of multiword moduli.
namespace reference {

[[nodiscard]] inline mpz_class integer_of(std::span<const std::uint64_t> words) {
  mpz_class x;
  mpz_import(x.get_mpz_t(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  return x;
}

/// Writes x >= 0, which must fit.
inline void put_words(std::span<std::uint64_t> words, const mpz_class& x) {
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = mpz_getlimbn(x.get_mpz_t(), static_cast<mp_size_t>(i));
}

[[nodiscard]] inline mpz_class power_of_two(unsigned exponent) { return mpz_class(1) << exponent; }

/// Reduces x to [0, q).
[[nodiscard]] inline mpz_class residue(const mpz_class& x, const mpz_class& q) {
  mpz_class r;
  mpz_fdiv_r(r.get_mpz_t(), x.get_mpz_t(), q.get_mpz_t());
  return r;
}

/// Returns the inverse of x. x and q must have no common factor.
[[nodiscard]] inline mpz_class inverse(const mpz_class& x, const mpz_class& q) {
  mpz_class r;
  mpz_invert(r.get_mpz_t(), x.get_mpz_t(), q.get_mpz_t());
  return r;
}

[[nodiscard]] inline mpz_class power(const mpz_class& base, const mpz_class& exponent, const mpz_class& q) {
  mpz_class r;
  mpz_powm(r.get_mpz_t(), base.get_mpz_t(), exponent.get_mpz_t(), q.get_mpz_t());
  return r;
}

[[nodiscard]] inline bool is_prime(const mpz_class& n) { return mpz_probab_prime_p(n.get_mpz_t(), 40) != 0; }

/// Returns the largest prime below `bound`, or the smallest above it, that is 1 modulo `step`, a power of two.
[[nodiscard]] inline mpz_class prime_beside(const mpz_class& bound, const mpz_class& step, bool below) {
  mpz_class n = bound / step * step + 1;
  if (below && n >= bound) n -= step;
  if (!below && n <= bound) n += step;
  while (!is_prime(n)) n += below ? mpz_class(-step) : step;
  return n;
}

}  // namespace reference
