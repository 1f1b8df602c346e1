#pragma once

#include <gmp.h>

#include <cstddef>
#include <span>
#include <vector>

#include "ringlet/types.hpp"

/// GMP's integers (mpz), exact: the baseline of the papers, and what every other contender is verified with.
namespace bench::double_words {

using Double = ringlet::uint128_t;
using Doubles = std::vector<Double>;

/// An integer with room for a product, so that no operation allocates.
class Integer {
 public:
  Integer() { mpz_init2(value_, 320); }
  explicit Integer(Double x) : Integer() { set(x); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  ~Integer() { mpz_clear(value_); }

  void set(Double x);
  [[nodiscard]] Double get() const;
  [[nodiscard]] mpz_ptr raw() { return value_; }
  [[nodiscard]] mpz_srcptr raw() const { return value_; }

 private:
  mpz_t value_;
};

/// The negacyclic transform as ringlet/ntt.hpp defines it, radix 2, canonical numbers between the stages.
class GmpTransform {
 public:
  GmpTransform(std::size_t n, Double q, Double psi);

  void load(std::span<const Double> in);
  void forward();
  [[nodiscard]] Doubles store() const;

 private:
  std::size_t n_;
  Integer q_;
  Integer product_;
  std::vector<Integer> twiddles_;
  std::vector<Integer> data_;
};

/// out[r(k)] = sum_j a[j] psi^((2k+1) j) for one k, by Horner's rule.
[[nodiscard]] Double evaluate(std::span<const Double> a, std::size_t k, Double q, Double psi);

/// Operations on arrays, element by element.
class GmpVectors {
 public:
  GmpVectors(std::span<const Double> x, std::span<const Double> y, Double s, Double q);

  void add();
  void sub();
  void mul();
  void axpy();
  [[nodiscard]] Doubles store() const;

 private:
  Integer q_;
  Integer s_;
  Integer product_;
  std::vector<Integer> x_;
  std::vector<Integer> y_;
  std::vector<Integer> out_;
};

}  // namespace bench::double_words
