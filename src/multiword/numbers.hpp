#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "backends/registry.hpp"
#include "kernels/multiword_table.hpp"
#include "ringlet/types.hpp"

namespace ringlet::multiword {

/// Arithmetic on arrays and single numbers modulo a multiword q, by the element-wise kernels of a backend. It makes the
/// tables of transforms and moves polynomials to cosets. Products are Montgomery's, a b / R: the product of a plain
/// number and a number in Montgomery form is plain.
class MultiwordNumbers {
 public:
  using Number = std::array<std::uint64_t, MultiwordModulusConstants::max_words>;
  using Array = std::vector<std::uint64_t>;

  /// Keeps a reference to the constants.
  MultiwordNumbers(const MultiwordModulusConstants& q, const backends::Backend& backend);

  [[nodiscard]] const MultiwordModulusConstants& modulus() const { return *q_; }
  [[nodiscard]] std::size_t words() const { return q_->words; }
  /// Returns 1 in Montgomery form.
  [[nodiscard]] Number one() const;
  /// Returns R in Montgomery form.
  [[nodiscard]] Number square() const {
    Number x;
    std::ranges::copy(q_->square, x.begin());
    return x;
  }
  [[nodiscard]] Number to_montgomery(const Number& x) const;
  [[nodiscard]] Number mul(const Number& a, const Number& b) const;
  /// Powers and inverses of numbers in Montgomery form.
  [[nodiscard]] Number power(Number base, std::uint64_t exponent) const;
  [[nodiscard]] Number inverse(const Number& x) const;

  /// Returns first ratio^i for i < count, with ratio in Montgomery form.
  [[nodiscard]] Array powers(const Number& first, const Number& ratio, std::size_t count) const;
  [[nodiscard]] Array mul(const Array& a, const Array& b) const;
  [[nodiscard]] Array mul(const Array& a, const Number& b) const;

  /// Compute out = a b / R, out = a s / R and out = a + b on arrays of `count` numbers.
  void mul(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t count) const {
    mul_(out, a, b, count, *q_);
  }
  void scale(std::uint64_t* out, const std::uint64_t* a, const Number& s, std::size_t count) const {
    mul_scalar_(out, a, s.data(), count, *q_);
  }
  void add(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t count) const {
    add_(out, a, b, count, *q_);
  }

 private:
  using Kernels = kernels::MultiwordEltwiseKernels;
  [[nodiscard]] std::size_t count_of(const Array& a) const { return a.size() / words(); }

  const MultiwordModulusConstants* q_;
  decltype(Kernels::add) add_;
  decltype(Kernels::mul) mul_;
  decltype(Kernels::mul_scalar) mul_scalar_;
};

}  // namespace ringlet::multiword
