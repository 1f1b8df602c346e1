#pragma once

#include <gmpxx.h>

#include <vector>

#include "arith/operation.hpp"
#include "support/random.hpp"

/// Moduli, and operands in the ranges that an operation accepts.
namespace ringlet_test {

/// A modulus of just so many bits, odd where `odd` says so.
[[nodiscard]] mpz_class random_modulus(unsigned bits, bool odd, Random& random);

/// Moduli of min_bits to bits bits: the smallest and the largest of either edge, prime and not, such as lose much by
/// rounding quotients down, and random ones. Odd ones where `odd` says so, as those of transforms are.
[[nodiscard]] std::vector<mpz_class> moduli_of(unsigned min_bits, unsigned bits, bool odd, Random& random);

/// [begin, end)
struct Interval {
  mpz_class begin;
  mpz_class end;

  [[nodiscard]] bool holds(const mpz_class& x) const { return begin <= x && x < end; }
};

/// The integers x with range.low q <= 256 x < range.high q, or where they are signed 256 |x| < range.high q.
[[nodiscard]] Interval integers(Range range, const mpz_class& q, bool is_signed);

/// Random numbers of which most are at corners: of their interval, of multiples of q, of limbs.
class Corners {
 public:
  Corners(const mpz_class& q, Random& random) : q_(q), random_(random) {}

  [[nodiscard]] mpz_class in(const Interval& interval);

  /// The same, often such that the product by w modulo q is at a corner as well.
  [[nodiscard]] mpz_class in(const Interval& interval, const mpz_class& w);

  /// A multiplicand below q.
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
