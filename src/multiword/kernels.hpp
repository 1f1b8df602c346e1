#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "backends/registry.hpp"
#include "checks/words_of.hpp"
#include "multiword/ring.hpp"
#include "ringlet/multiword_modulus.hpp"
#include "ringlet/types.hpp"

namespace ringlet::multiword {

/// Calls the kernels of the active backend on arrays modulo one q. Checks nothing.
template <unsigned width>
class MultiwordKernels {
  using Kernels = kernels::MultiwordEltwiseKernels;

 public:
  using Number = UInt<width>;
  using Out = std::span<Number>;
  using In = std::span<const Number>;

  explicit MultiwordKernels(const Modulus<Number>& q)
      : constants_(&q.constants()), backend_(&backends::active()), ring_(q.value(), q.constants()) {}

  void add(Out out, In a, In b) const { binary(&Kernels::add, out, a, b); }
  void sub(Out out, In a, In b) const { binary(&Kernels::sub, out, a, b); }
  void neg(Out out, In a) const {
    (*kernel(&Kernels::neg))(checks::words_of(out), checks::words_of(a), out.size(), *constants_);
  }
  /// Computes a b / R, or a s / R.
  void mul(Out out, In a, In b) const { binary(&Kernels::mul, out, a, b); }
  void mul_scalar(Out out, In a, const Number& s) const {
    (*kernel(&Kernels::mul_scalar))(checks::words_of(out), checks::words_of(a), s.words, out.size(), *constants_);
  }
  /// Returns the sum of all a b / R.
  [[nodiscard]] Number inner_product(In a, In b) const {
    Number sum;
    (*kernel(&Kernels::inner_product))(sum.words, checks::words_of(a), checks::words_of(b), a.size(), *constants_);
    return sum;
  }

  [[nodiscard]] Number one() const { return number(constants_->one); }
  [[nodiscard]] Number square() const { return number(constants_->square); }

  /// Multiplies single numbers, without vectors.
  [[nodiscard]] Number mul(const Number& a, const Number& b) const { return ring_.mul(a, b); }
  [[nodiscard]] Number to_montgomery(const Number& x) const { return ring_.element(x); }
  /// Returns x, given in `form`, as a factor for mul_scalar, whose product with numbers of any form keeps their form.
  [[nodiscard]] Number factor(const Number& x, Form form) const { return form == Form::plain ? to_montgomery(x) : x; }

 private:
  static Number number(const std::uint64_t* words) {
    Number x;
    std::copy_n(words, Number::word_count, x.words);
    return x;
  }

  template <class Operation>
  const Operation* kernel(Operation Kernels::* operation) const {
    return &(backends::choose_multiword(*backend_, *constants_, operation).kernel->*operation);
  }

  template <class Operation>
  void binary(Operation Kernels::* operation, Out out, In a, In b) const {
    (*kernel(operation))(checks::words_of(out), checks::words_of(a), checks::words_of(b), out.size(), *constants_);
  }

  const MultiwordModulusConstants* constants_;
  const backends::Backend* backend_;
  MultiwordRing<width> ring_;
};

template <unsigned width>
MultiwordKernels(const Modulus<UInt<width>>&) -> MultiwordKernels<width>;

}  // namespace ringlet::multiword
