#include "reference/word128.hpp"

#include <gmpxx.h>

#include <stdexcept>

#include "reference/integer.hpp"

namespace reference::word128 {
namespace {

mpz_class integer(uint128 x) { return mpz_class(Integer(x)); }

uint128 word(mpz_srcptr x) {
  if (mpz_sgn(x) < 0 || mpz_size(x) > 2) throw std::overflow_error("the oracle's result has more than 128 bits");
  return (uint128{mpz_getlimbn(x, 1)} << 64) | mpz_getlimbn(x, 0);
}

/// Reduces x to [0, q), negative x included, and overwrites x.
uint128 residue(mpz_ptr x, uint128 q) {
  mpz_fdiv_r(x, x, Integer(q));
  return word(x);
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
    mpz_ptr value = values[k].get_mpz_t();
    mpz_mul(value, point.get_mpz_t(), odd[k % half].get_mpz_t());
    mpz_add(value, value, even[k % half].get_mpz_t());
    mpz_fdiv_r(value, value, q.get_mpz_t());
    point *= ratio;
    point %= q;
  }
  return values;
}

}  // namespace

uint128 reduce(uint128 a, uint128 q) { return add_mod(a, 0, q); }

uint128 add_mod(uint128 a, uint128 b, uint128 q) {
  const mpz_ptr sum = scratch();
  mpz_add(sum, Integer(a), Integer(b));
  return residue(sum, q);
}

uint128 sub_mod(uint128 a, uint128 b, uint128 q) {
  const mpz_ptr difference = scratch();
  mpz_sub(difference, Integer(a), Integer(b));
  return residue(difference, q);
}

uint128 mul_mod(uint128 a, uint128 b, uint128 q) { return fma_mod(a, b, 0, q); }

uint128 fma_mod(uint128 a, uint128 b, uint128 c, uint128 q) {
  const mpz_ptr sum = scratch();
  mpz_mul(sum, Integer(a), Integer(b));
  mpz_add(sum, sum, Integer(c));
  return residue(sum, q);
}

uint128 pow_mod(uint128 base, uint128 exponent, uint128 q) {
  const mpz_ptr power = scratch();
  mpz_powm(power, Integer(base), Integer(exponent), Integer(q));
  return word(power);
}

std::optional<uint128> inverse_mod(uint128 a, uint128 q) {
  const mpz_ptr inverse = scratch();
  if (mpz_invert(inverse, Integer(a), Integer(q)) == 0) return std::nullopt;
  return word(inverse);
}

bool is_prime(uint128 n) { return mpz_probab_prime_p(Integer(n), 40) != 0; }

uint128 shifted_quotient(uint128 a, unsigned shift, uint128 q) {
  const mpz_ptr quotient = scratch();
  mpz_mul_2exp(quotient, Integer(a), shift);
  mpz_fdiv_q(quotient, quotient, Integer(q));
  return word(quotient);
}

uint128 evaluate(std::span<const uint128> a, uint128 point, uint128 q) {
  const Integer z(point), modulus(q);
  const mpz_ptr sum = scratch();
  mpz_set_ui(sum, 0);
  for (std::size_t j = a.size(); j-- > 0;) {
    mpz_mul(sum, sum, z);
    mpz_add(sum, sum, Integer(a[j]));
    mpz_fdiv_r(sum, sum, modulus);
  }
  return word(sum);
}

std::vector<uint128> evaluate_everywhere(std::span<const uint128> a, uint128 first, uint128 ratio, uint128 q) {
  std::vector<mpz_class> integers;
  for (const uint128 x : a) integers.push_back(integer(x));
  std::vector<uint128> values;
  for (const mpz_class& x : values_at(integers, integer(first), integer(ratio), integer(q)))
    values.push_back(word(x.get_mpz_t()));
  return values;
}

std::vector<uint128> ring_product(std::span<const uint128> a, std::span<const uint128> b, int sign, uint128 q) {
  const std::size_t n = a.size();
  std::vector<mpz_class> sums(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const mpz_ptr sum = sums[(i + j) % n].get_mpz_t();
      // X^n = -sign.
      if (i + j < n || sign < 0) {
        mpz_addmul(sum, Integer(a[i]), Integer(b[j]));
      } else {
        mpz_submul(sum, Integer(a[i]), Integer(b[j]));
      }
    }
  }
  std::vector<uint128> result(n);
  for (std::size_t i = 0; i < n; ++i) result[i] = residue(sums[i].get_mpz_t(), q);
  return result;
}

}  // namespace reference::word128
