#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

/// GMP's integers, which verify results, and are the baseline of 128-bit words and multiword moduli.
namespace bench {

using Integers = std::vector<mpz_class>;

/// Reads integers of `count` words each, the lowest word first. Ignores remaining words after the last whole integer.
[[nodiscard]] Integers integers_of(std::span<const std::uint64_t> words, std::size_t count);
[[nodiscard]] mpz_class integer_of(std::span<const std::uint64_t> words);
/// Writes each integer, 0 <= x < 2^(64 count), into `count` words.
[[nodiscard]] std::vector<std::uint64_t> words_of(const Integers& integers, std::size_t count);

/// Evaluates a polynomial at a point modulo q, by Horner's rule.
[[nodiscard]] mpz_class evaluate(const Integers& polynomial, const mpz_class& point, const mpz_class& q);
[[nodiscard]] mpz_class power(const mpz_class& base, unsigned long exponent, const mpz_class& q);
/// Returns the inverse of x modulo q.
[[nodiscard]] mpz_class inverse(const mpz_class& x, const mpz_class& q);

/// Operations on arrays modulo q, element by element. Operands: [0, q).
struct GmpVectors {
  GmpVectors(mpz_class modulus, Integers a, Integers b)
      : q(std::move(modulus)), x(std::move(a)), y(std::move(b)), out(x.size()) {}

  void add();
  void sub();
  void mul();
  /// Computes out[i] = s x[i] + y[i].
  void axpy(const mpz_class& s);

  mpz_class q;
  Integers x, y, out;
};

/// Negacyclic transform in place: values[r(k)] = sum_j values[j] psi^((2k+1) j) mod q, where r reverses the bits of k.
/// Radix 2, with canonical numbers between the stages.
struct GmpTransform {
  /// Makes the twiddles. psi must be a primitive 2n-th root of unity modulo q.
  GmpTransform(std::size_t n, mpz_class modulus, mpz_class psi);

  void forward();

  /// Compares some values with the definition of the transform of `in`. Throws std::runtime_error if they differ.
  void require_transform_of(const Integers& in) const;

  mpz_class q, root, product;
  Integers twiddles, values;
};

/// Returns a b in Z_q[X]/(X^n + 1), by Kronecker substitution. Operands: n words below q each.
[[nodiscard]] std::vector<std::uint64_t> ring_product(std::span<const std::uint64_t> a,
                                                      std::span<const std::uint64_t> b, std::uint64_t q);

}  // namespace bench
