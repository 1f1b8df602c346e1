#pragma once

#include <gmpxx.h>

#include <vector>

#include "arith/operation.hpp"
#include "support/random.hpp"

/// Moduli, and operands in the ranges that an operation accepts.
namespace ringlet_test {

/// Draws a modulus of exactly `bits` bits, odd if `odd` is true.
[[nodiscard]] mpz_class random_modulus(unsigned bits, bool odd, Random& random);

/// Returns moduli of min_bits to bits bits: primes and composites at both edges, moduli whose quotients lose much when
/// they are rounded down, and random moduli. All are odd if `odd` is true, as for transforms.
[[nodiscard]] std::vector<mpz_class> moduli_of(unsigned min_bits, unsigned bits, bool odd, Random& random);

/// Integers in [begin, end).
struct Interval {
  mpz_class begin;
  mpz_class end;

  [[nodiscard]] bool holds(const mpz_class& x) const { return begin <= x && x < end; }
};

/// Returns the integers x with range.low q <= 256 x < range.high q; if signed, with 256 |x| < range.high q.
[[nodiscard]] Interval integers(Range range, const mpz_class& q, bool is_signed);

/// Random numbers, mostly at corners: of their interval, of multiples of q, of limbs.
class Corners {
 public:
  Corners(const mpz_class& q, Random& random) : q_(q), random_(random) {}

  [[nodiscard]] mpz_class in(const Interval& interval);

  /// Draws from the interval, often so that the product by w modulo q is at a corner as well.
  [[nodiscard]] mpz_class in(const Interval& interval, const mpz_class& w);

  /// Draws a multiplicand below q.
  [[nodiscard]] mpz_class multiplicand();

 private:
  [[nodiscard]] mpz_class below(const mpz_class& end);
  [[nodiscard]] mpz_class candidate(const Interval& interval);
  [[nodiscard]] mpz_class power_at_limb();
  [[nodiscard]] mpz_class with_bits_at_once(const mpz_class& x);
  [[nodiscard]] mpz_class sparse();

  const mpz_class& q_;
  Random& random_;
};

}  // namespace ringlet_test
