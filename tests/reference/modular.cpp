#include "reference/modular.hpp"

#include <stdexcept>
#include <string>

#include "reference/integer.hpp"

namespace reference {
namespace {

std::uint64_t word(mpz_srcptr x) {
  if (mpz_sgn(x) < 0 || mpz_size(x) > 1) {
    throw std::overflow_error("the oracle's result does not fit a word: " + mpz_class(x).get_str());
  }
  return mpz_getlimbn(x, 0);
}

/// Reduces x to [0, q) by GMP's floor division, negative x included, and overwrites x.
std::uint64_t residue(mpz_ptr x, std::uint64_t q) {
  mpz_fdiv_r(x, x, Integer(q));
  return word(x);
}

}  // namespace

std::uint64_t reduce(std::uint64_t a, std::uint64_t q) {
  const mpz_ptr x = scratch();
  mpz_set(x, Integer(a));
  return residue(x, q);
}

std::uint64_t add_mod(std::uint64_t a, std::uint64_t b, std::uint64_t q) {
  const mpz_ptr sum = scratch();
  mpz_add(sum, Integer(a), Integer(b));
  return residue(sum, q);
}

std::uint64_t sub_mod(std::uint64_t a, std::uint64_t b, std::uint64_t q) {
  const mpz_ptr difference = scratch();
  mpz_sub(difference, Integer(a), Integer(b));
  return residue(difference, q);
}

std::uint64_t mul_mod(std::uint64_t a, std::uint64_t b, std::uint64_t q) { return fma_mod(a, b, 0, q); }

std::uint64_t fma_mod(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t q) {
  const mpz_ptr sum = scratch();
  mpz_mul(sum, Integer(a), Integer(b));
  mpz_add(sum, sum, Integer(c));
  return residue(sum, q);
}

std::uint64_t pow_mod(std::uint64_t base, std::uint64_t exponent, std::uint64_t q) {
  const mpz_ptr power = scratch();
  mpz_powm(power, Integer(base), Integer(exponent), Integer(q));
  return word(power);
}

std::optional<std::uint64_t> inverse_mod(std::uint64_t a, std::uint64_t q) {
  const mpz_ptr inverse = scratch();
  if (mpz_invert(inverse, Integer(a), Integer(q)) == 0) return std::nullopt;
  return word(inverse);
}

std::uint64_t shifted_quotient(std::uint64_t a, unsigned shift, std::uint64_t q) {
  const mpz_ptr quotient = scratch();
  mpz_mul_2exp(quotient, Integer(a), shift);
  mpz_fdiv_q(quotient, quotient, Integer(q));
  return word(quotient);
}

}  // namespace reference
