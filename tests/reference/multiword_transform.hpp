#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <vector>

#include "reference/multiword_words.hpp"

/// Evaluates polynomials modulo q by GMP. Transforms modulo multiword moduli are compared with it.
namespace reference {

using Integers = std::vector<mpz_class>;

/// Evaluates a polynomial at x by Horner's rule.
[[nodiscard]] inline mpz_class value_at(const Integers& coefficients, const mpz_class& x, const mpz_class& q) {
  mpz_class sum = 0;
  for (std::size_t i = coefficients.size(); i-- > 0;) sum = (sum * x + coefficients[i]) % q;
  return sum;
}

/// Evaluates a polynomial at first w^k for all k below the number of coefficients, a power of two and the order of w.
/// Combines the values of the even and the odd coefficients at first^2 w^(2k).
[[nodiscard]] inline Integers values_at_powers(const Integers& coefficients, const mpz_class& first, const mpz_class& w,
                                               const mpz_class& q) {
  if (coefficients.size() == 1) return coefficients;
  Integers even, odd;
  for (std::size_t i = 0; i < coefficients.size(); i += 2) {
    even.push_back(coefficients[i]);
    odd.push_back(coefficients[i + 1]);
  }
  even = values_at_powers(even, first * first % q, w * w % q, q);
  odd = values_at_powers(odd, first * first % q, w * w % q, q);
  Integers values(coefficients.size());
  mpz_class x = first;
  for (std::size_t k = 0; k < even.size(); ++k) {
    values[k] = (even[k] + x * odd[k]) % q;
    values[k + even.size()] = residue(even[k] - x * odd[k], q);
    x = x * w % q;
  }
  return values;
}

}  // namespace reference
