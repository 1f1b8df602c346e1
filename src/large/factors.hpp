#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arith/codec.hpp"
#include "arith/word_arithmetic.hpp"
#include "backends/registry.hpp"
#include "multiword/checks.hpp"
#include "multiword/kernels.hpp"
#include "multiword/multiword_ntt_plan.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/multiword_ntt.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/types.hpp"
#include "words/eltwise.hpp"
#include "words/fixed_vector.hpp"
#include "words/ntt_plan.hpp"

/// Factors between the columns and the rows of a large transform.
namespace ringlet::large {

/// Multiplies by factors modulo q, with the kernels of the backend that is active at construction. Factors have a form
/// of their own. The product of two factors is in this form; the product of a factor and a number keeps the number's
/// form.
template <class Word>
class LargeNumbers {
 public:
  /// Keeps a reference to q.
  explicit LargeNumbers(const Modulus<Word>& q)
      : q_(&q.constants()), backend_(&backends::active()), eltwise_(*q_, *backend_) {}

  /// Converts between plain numbers and factors.
  [[nodiscard]] Word factor(const Word& x) const { return x; }
  [[nodiscard]] Word plain(const Word& x) const { return x; }
  [[nodiscard]] Word one() const { return 1; }
  [[nodiscard]] Word mul(const Word& a, const Word& b) const {
    return static_cast<Word>(arith::mul_mod<arith::TwiddleWord<Word>>(a, b, *q_));
  }

  void mul(Word* out, const Word* a, const Word* b, std::size_t count) const { eltwise_.mul(out, a, b, count); }
  void mul_scalar(Word* out, const Word* a, const Word& s, std::size_t count) const {
    eltwise_.axpy(out, a, s, nullptr, count);
  }

  /// Transforms a line in place.
  static void forward(const Ntt<Word>& ntt, Word* line) { plan_of(ntt).forward(line, line, 1, 1); }
  static void inverse(const Ntt<Word>& ntt, Word* line) { plan_of(ntt).inverse(line, line, 1, 1); }

  /// Vector of factors that multiplies many vectors.
  class Fixed {
   public:
    Fixed(const LargeNumbers& numbers, const std::vector<Word>& values)
        : table_(values, *numbers.q_, *numbers.backend_) {}
    void multiply(Word* values) const { table_.multiply_add(values, values, nullptr, 1); }
    [[nodiscard]] std::size_t bytes() const { return table_.bytes(); }

   private:
    words::FixedVector<Word> table_;
  };

 private:
  const arith::ModulusFor<Word>* q_;
  const backends::Backend* backend_;
  words::Eltwise<Word> eltwise_;
};

/// Multiplies multiword numbers by factors. Factors are in Montgomery form.
template <unsigned width>
class LargeNumbers<UInt<width>> {
 public:
  using Word = UInt<width>;

  explicit LargeNumbers(const Modulus<Word>& q) : kernels_(q) {}

  [[nodiscard]] Word factor(const Word& x) const { return kernels_.to_montgomery(x); }
  [[nodiscard]] Word plain(const Word& x) const { return kernels_.mul(x, Word{1}); }
  [[nodiscard]] Word one() const { return kernels_.one(); }
  [[nodiscard]] Word mul(const Word& a, const Word& b) const { return kernels_.mul(a, b); }

  void mul(Word* out, const Word* a, const Word* b, std::size_t count) const {
    kernels_.mul({out, count}, {a, count}, {b, count});
  }
  void mul_scalar(Word* out, const Word* a, const Word& s, std::size_t count) const {
    kernels_.mul_scalar({out, count}, {a, count}, s);
  }

  static void forward(const Ntt<Word>& ntt, Word* line) {
    plan_of(ntt).forward(line->words, line->words, nullptr);
    multiword::check_multiword_output(std::span<Word>(line, ntt.size()), ntt.modulus());
  }
  static void inverse(const Ntt<Word>& ntt, Word* line) {
    plan_of(ntt).inverse(line->words, line->words, nullptr);
    multiword::check_multiword_output(std::span<Word>(line, ntt.size()), ntt.modulus());
  }

  class Fixed {
   public:
    Fixed(const LargeNumbers& numbers, std::vector<Word> values) : numbers_(&numbers), values_(std::move(values)) {}
    void multiply(Word* values) const { numbers_->mul(values, values, values_.data(), values_.size()); }
    [[nodiscard]] std::size_t bytes() const { return values_.size() * sizeof(Word); }

   private:
    const LargeNumbers* numbers_;
    std::vector<Word> values_;
  };

 private:
  multiword::MultiwordKernels<width> kernels_;
};

/// Returns base^exponent; base and result are factors.
template <class Word>
Word power(const LargeNumbers<Word>& numbers, Word base, std::uint64_t exponent) {
  Word result = numbers.one();
  for (; exponent != 0; exponent /= 2) {
    if (exponent % 2 != 0) result = numbers.mul(result, base);
    base = numbers.mul(base, base);
  }
  return result;
}

/// Computes the factors of all columns. The factor at place p of column j is (first ratio^k)^j, where k is p with its
/// bits reversed.
template <class Word>
class LargeFactors {
 public:
  /// Keeps a reference to `numbers`. first and ratio are factors; height is a power of two.
  LargeFactors(const LargeNumbers<Word>& numbers, std::size_t height, const Word& first, const Word& ratio)
      : numbers_(&numbers), height_(height), first_(first), ratio_(ratio), step_(numbers, of_column_one()) {}

  /// Returns the factors of columns 0, step, 2 step, ...
  [[nodiscard]] LargeFactors of_every(std::size_t step) const {
    return {*numbers_, height_, power(*numbers_, first_, step), power(*numbers_, ratio_, step)};
  }

  /// Writes the factors of column j.
  void start(Word* factors, std::size_t j) const {
    Word powers[64];  // of ratio^j: the exponents are powers of two
    Word power_of_two = power(*numbers_, ratio_, j);
    unsigned log_height = 0;
    for (; std::size_t{1} << log_height < height_; ++log_height) {
      powers[log_height] = power_of_two;
      power_of_two = numbers_->mul(power_of_two, power_of_two);
    }
    factors[0] = power(*numbers_, first_, j);
    // The lower a bit of a place is, the larger is the power of two that it adds to k.
    for (std::size_t known = 1; known < height_; known *= 2) {
      numbers_->mul_scalar(factors + known, factors, powers[--log_height], known);
    }
  }

  /// Replaces the factors of a column by the factors of the next column.
  void advance(Word* factors) const { step_.multiply(factors); }

  /// Multiplies a column by its factors.
  void apply(Word* values, const Word* factors) const { numbers_->mul(values, values, factors, height_); }

  /// Returns the factors of column 1.
  [[nodiscard]] std::vector<Word> of_column_one() const {
    std::vector<Word> factors(height_);
    start(factors.data(), 1);
    return factors;
  }

  [[nodiscard]] std::size_t height() const { return height_; }
  [[nodiscard]] std::size_t bytes() const { return step_.bytes(); }

 private:
  const LargeNumbers<Word>* numbers_;
  std::size_t height_;
  Word first_;
  Word ratio_;
  typename LargeNumbers<Word>::Fixed step_;
};

}  // namespace ringlet::large
