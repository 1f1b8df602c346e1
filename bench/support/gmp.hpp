#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// GMP's integers: what results are verified with, and the baseline of double words and wide moduli.
namespace bench {

using Integers = std::vector<mpz_class>;

/// Reads integers of `count` words each, the lowest first; words of a size that `count` does not divide are left out.
[[nodiscard]] Integers integers_of(std::span<const std::uint64_t> words, std::size_t count);
[[nodiscard]] mpz_class integer_of(std::span<const std::uint64_t> words);
/// Writes each integer, 0 <= x < 2^(64 count), into `count` words.
[[nodiscard]] std::vector<std::uint64_t> words_of(const Integers& integers, std::size_t count);

/// Evaluates a polynomial at a point modulo q, by Horner's rule.
[[nodiscard]] mpz_class evaluate(const Integers& polynomial, const mpz_class& point, const mpz_class& q);
[[nodiscard]] mpz_class power(const mpz_class& base, unsigned long exponent, const mpz_class& q);
/// Inverse of x modulo q.
[[nodiscard]] mpz_class inverse(const mpz_class& x, const mpz_class& q);

/// Operations on arrays modulo q, element by element. Operands: [0, q).
struct GmpVectors {
  GmpVectors(mpz_class modulus, Integers a, Integers b)
      : q(std::move(modulus)), x(std::move(a)), y(std::move(b)), out(x.size()) {}

  void add();
  void sub();
  void mul();
  /// out[i] = s x[i] + y[i]
  void axpy(const mpz_class& s);

  mpz_class q;
  Integers x, y, out;
};

}  // namespace bench
