#include "reference/modular.hpp"

#include <gmpxx.h>

#include <stdexcept>

namespace reference {
namespace {

// mpz_class takes unsigned long: the conversions below rely on it being the 64-bit word.
static_assert(sizeof(unsigned long) == sizeof(std::uint64_t));

mpz_class integer(std::uint64_t x) { return mpz_class(static_cast<unsigned long>(x)); }

std::uint64_t word(const mpz_class& x) {
  if (!x.fits_ulong_p()) throw std::overflow_error("the oracle's result does not fit a word: " + x.get_str());
  return x.get_ui();
}

/// The representative in [0, q): the remainder of GMP's floor division, also for a negative x.
std::uint64_t residue(const mpz_class& x, std::uint64_t q) {
  mpz_class remainder;
  mpz_fdiv_r(remainder.get_mpz_t(), x.get_mpz_t(), integer(q).get_mpz_t());
  return word(remainder);
}

}  // namespace

std::uint64_t reduce(std::uint64_t a, std::uint64_t q) { return residue(integer(a), q); }

std::uint64_t add_mod(std::uint64_t a, std::uint64_t b, std::uint64_t q) { return residue(integer(a) + integer(b), q); }

std::uint64_t sub_mod(std::uint64_t a, std::uint64_t b, std::uint64_t q) { return residue(integer(a) - integer(b), q); }

std::uint64_t mul_mod(std::uint64_t a, std::uint64_t b, std::uint64_t q) { return residue(integer(a) * integer(b), q); }

std::uint64_t fma_mod(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t q) {
  return residue(integer(a) * integer(b) + integer(c), q);
}

std::uint64_t pow_mod(std::uint64_t base, std::uint64_t exponent, std::uint64_t q) {
  mpz_class power;
  mpz_powm(power.get_mpz_t(), integer(base).get_mpz_t(), integer(exponent).get_mpz_t(), integer(q).get_mpz_t());
  return word(power);
}

std::optional<std::uint64_t> inverse_mod(std::uint64_t a, std::uint64_t q) {
  mpz_class inverse;
  if (mpz_invert(inverse.get_mpz_t(), integer(a).get_mpz_t(), integer(q).get_mpz_t()) == 0) return std::nullopt;
  return word(inverse);
}

std::uint64_t shifted_quotient(std::uint64_t a, unsigned shift, std::uint64_t q) {
  const mpz_class numerator = integer(a) << shift;
  return word(numerator / integer(q));
}

}  // namespace reference
