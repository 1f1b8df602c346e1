#pragma once

#include <cstddef>
#include <span>

#include "lab/measure/problem.hpp"
#include "support/gmp.hpp"

/// GMP's integers, exact: the baseline of the papers, and what every other contender is verified with.
namespace ringlet::lab {

[[nodiscard]] mpz_class integer_of(Double x);
[[nodiscard]] bench::Integers integers_of(std::span<const Double> in);
[[nodiscard]] Doubles doubles_of(const bench::Integers& in);

/// The negacyclic transform as ringlet/ntt.hpp defines it, radix 2, canonical numbers between the stages.
class GmpTransform {
 public:
  GmpTransform(std::size_t n, Double q, Double psi);

  /// Transforms `in` and compares some results with the definition. Throws std::runtime_error where they differ.
  [[nodiscard]] Doubles verified(std::span<const Double> in);
  /// Transforms the values that are there.
  void forward();

 private:
  std::size_t n_;
  mpz_class q_, psi_, product_;
  bench::Integers twiddles_, data_;
};

}  // namespace ringlet::lab
