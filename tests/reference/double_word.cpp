#include "reference/double_word.hpp"

#include <gmpxx.h>

#include <stdexcept>

namespace reference::double_word {
namespace {

mpz_class integer(uint128 x) {
  const std::uint64_t words[] = {static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(x >> 64)};
  mpz_class result;
  mpz_import(result.get_mpz_t(), 2, -1, sizeof(std::uint64_t), 0, 0, words);
  return result;
}

uint128 word(const mpz_class& x) {
  const mpz_class high = x >> 64;
  if (x < 0 || !high.fits_ulong_p()) throw std::overflow_error("the oracle's result has more than 128 bits");
  const mpz_class low = x - (high << 64);
  return (uint128{high.get_ui()} << 64) | low.get_ui();
}

/// The representative in [0, q), also of a negative x.
uint128 residue(const mpz_class& x, uint128 q) {
  mpz_class remainder;
  mpz_fdiv_r(remainder.get_mpz_t(), x.get_mpz_t(), integer(q).get_mpz_t());
  return word(remainder);
}

std::vector<mpz_class> values_at(const std::vector<mpz_class>& a, const mpz_class& first, const mpz_class& ratio,
                                 const mpz_class& q) {
  if (a.size() == 1) return a;
  const std::size_t half = a.size() / 2;
  std::vector<mpz_class> even(half), odd(half);
  for (std::size_t j = 0; j < half; ++j) {
    even[j] = a[2 * j];
    odd[j] = a[2 * j + 1];
  }
  const mpz_class first_squared = first * first % q;
  const mpz_class ratio_squared = ratio * ratio % q;
  even = values_at(even, first_squared, ratio_squared, q);
  odd = values_at(odd, first_squared, ratio_squared, q);
  std::vector<mpz_class> values(a.size());
  mpz_class point = first;
  for (std::size_t k = 0; k < a.size(); ++k) {
    values[k] = (even[k % half] + point * odd[k % half]) % q;
    point = point * ratio % q;
  }
  return values;
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

std::vector<uint128> evaluate_everywhere(std::span<const uint128> a, uint128 first, uint128 ratio, uint128 q) {
  std::vector<mpz_class> integers;
  for (const uint128 x : a) integers.push_back(integer(x));
  std::vector<uint128> values;
  for (const mpz_class& x : values_at(integers, integer(first), integer(ratio), integer(q))) values.push_back(word(x));
  return values;
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
