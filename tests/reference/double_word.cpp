#include "reference/double_word.hpp"

#include <gmpxx.h>

#include <cstdint>
#include <stdexcept>

namespace reference::double_word {
namespace {

mpz_class integer(uint128 x) {
  const auto high = static_cast<unsigned long>(x >> 64);
  const auto low = static_cast<unsigned long>(x);
  return (mpz_class(high) << 64) + mpz_class(low);
}

uint128 word(const mpz_class& x) {
  const mpz_class high = x >> 64;
  if (x < 0 || !high.fits_ulong_p()) throw std::overflow_error("the oracle's result has more than 128 bits");
  const mpz_class low = x - (high << 64);
  return (uint128{high.get_ui()} << 64) | low.get_ui();
}

/// a(root), a(root^3), a(root^5), ..., as many as a has coefficients; root^n = -1.
std::vector<mpz_class> values_at_odd_powers(const std::vector<mpz_class>& a, const mpz_class& root,
                                            const mpz_class& q) {
  const std::size_t n = a.size();
  if (n == 1) return a;
  std::vector<mpz_class> even, odd;
  for (std::size_t i = 0; i < n; ++i) (i % 2 == 0 ? even : odd).push_back(a[i]);
  const mpz_class square = root * root % q;
  even = values_at_odd_powers(even, square, q);
  odd = values_at_odd_powers(odd, square, q);
  // a(x) = even(x^2) + x odd(x^2), and the squares of x repeat after half of the points.
  std::vector<mpz_class> values(n);
  mpz_class x = root;
  for (std::size_t k = 0; k < n; ++k) {
    values[k] = (even[k % (n / 2)] + x * odd[k % (n / 2)]) % q;
    x = x * square % q;
  }
  return values;
}

/// The representative in [0, q), also of a negative x.
uint128 residue(const mpz_class& x, uint128 q) {
  mpz_class remainder;
  mpz_fdiv_r(remainder.get_mpz_t(), x.get_mpz_t(), integer(q).get_mpz_t());
  return word(remainder);
}

}  // namespace

uint128 add_mod(uint128 a, uint128 b, uint128 q) { return residue(integer(a) + integer(b), q); }

uint128 sub_mod(uint128 a, uint128 b, uint128 q) { return residue(integer(a) - integer(b), q); }

uint128 fma_mod(uint128 a, uint128 b, uint128 c, uint128 q) { return residue(integer(a) * integer(b) + integer(c), q); }

uint128 pow_mod(uint128 base, uint128 exponent, uint128 q) {
  mpz_class power;
  mpz_powm(power.get_mpz_t(), integer(base).get_mpz_t(), integer(exponent).get_mpz_t(), integer(q).get_mpz_t());
  return word(power);
}

std::optional<uint128> inverse_mod(uint128 a, uint128 q) {
  mpz_class inverse;
  if (mpz_invert(inverse.get_mpz_t(), integer(a).get_mpz_t(), integer(q).get_mpz_t()) == 0) return std::nullopt;
  return word(inverse);
}

bool is_prime(uint128 n) { return mpz_probab_prime_p(integer(n).get_mpz_t(), 40) != 0; }

uint128 shifted_quotient(uint128 a, unsigned shift, uint128 q) {
  const mpz_class numerator = integer(a) << shift;
  return word(numerator / integer(q));
}

uint128 evaluate(std::span<const uint128> a, uint128 point, uint128 q) {
  const mpz_class z = integer(point);
  const mpz_class modulus = integer(q);
  mpz_class sum = 0;
  for (std::size_t j = a.size(); j-- > 0;) sum = (sum * z + integer(a[j])) % modulus;
  return word(sum);
}

std::vector<uint128> negacyclic_transform(std::span<const uint128> a, uint128 psi, uint128 q) {
  const mpz_class modulus = integer(q);
  std::vector<mpz_class> coefficients;
  for (const uint128 x : a) coefficients.push_back(integer(x));
  std::vector<uint128> out;
  for (const mpz_class& x : values_at_odd_powers(coefficients, integer(psi), modulus)) out.push_back(word(x));
  return out;
}

std::vector<uint128> ring_product(std::span<const uint128> a, std::span<const uint128> b, int sign, uint128 q) {
  const std::size_t n = a.size();
  std::vector<mpz_class> sums(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const mpz_class product = integer(a[i]) * integer(b[j]);
      // X^n = -sign
      if (i + j < n) {
        sums[i + j] += product;
      } else {
        sums[i + j - n] -= sign * product;
      }
    }
  }
  std::vector<uint128> result(n);
  for (std::size_t i = 0; i < n; ++i) result[i] = residue(sums[i], q);
  return result;
}

}  // namespace reference::double_word
