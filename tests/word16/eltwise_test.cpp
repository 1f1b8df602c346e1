// Tests the element-wise kernels of 16-bit words for all moduli, and for all operands of small moduli.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arith/word_arithmetic.hpp"
#include "word16/backends.hpp"
#include "words/fixed_vector.hpp"

namespace ringlet_test {
namespace {

using Word = std::uint16_t;
using Words = std::vector<Word>;
using Kernels = ringlet::kernels::BasicEltwiseKernels<Word>;
constexpr std::uint32_t moduli = 1U << 14;

/// Operations modulo q on one backend, on operands below `factor` q.
class Operations {
 public:
  Operations(const ringlet::backends::Backend& backend, std::uint32_t q, unsigned factor)
      : backend_(backend), m_(ringlet::arith::make_modulus(q)), q_(q), factor_(factor) {}

  /// Checks operations on x and y, in vectors and in the tail.
  void check(const Words& x, const Words& y) const {
    const std::size_t n = x.size();
    Words out(n);
    if (factor_ == 1) check_sums(x, y);
    if (factor_ <= 4) {
      kernel (&Kernels::mul)(out.data(), x.data(), y.data(), n, m_, factor_);
      expect("mul", out, x, y, [](std::uint64_t a, std::uint64_t b) { return a * b; });
      kernel (&Kernels::mul_sub)(out.data(), x.data(), y.data(), x.data(), n, m_, factor_);
      expect("mul_sub", out, x, y, [this](std::uint64_t a, std::uint64_t b) { return a * b + 4 * q_ - a; });
      kernel (&Kernels::reduce)(out.data(), x.data(), n, m_, factor_, 1);
      if (factor_ > 1) expect("reduce", out, x, y, [](std::uint64_t a, std::uint64_t) { return a; });
    }
    const std::uint64_t s = y[n / 2] % q_;
    kernel (&Kernels::axpy)(out.data(), x.data(), static_cast<Word>(s), y.data(), n, m_, factor_);
    expect("axpy", out, x, y, [=](std::uint64_t a, std::uint64_t b) { return a * s + b; });
    if (factor_ == 4) check_scaled_difference(x, y, s);
    check_fixed(x, y);
  }

  /// Checks the residues of any words.
  void check_residues(const Words& x) const {
    Words once(x.size()), twice(x.size());
    const auto reduce = kernel(&Kernels::reduce);
    reduce(once.data(), x.data(), x.size(), m_, ringlet::Range::any, 1);
    reduce(twice.data(), x.data(), x.size(), m_, ringlet::Range::any, 2);
    expect("reduce", once, x, x, [](std::uint64_t a, std::uint64_t) { return a; });
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_TRUE(twice[i] < 2 * q_ && twice[i] % q_ == x[i] % q_) << x[i] << " modulo " << q_;
    }
  }

 private:
  template <class Operation>
  Operation kernel(Operation Kernels::* operation) const {
    return ringlet::backends::choose_eltwise(backend_, m_.q, operation).kernel->*operation;
  }

  void check_sums(const Words& x, const Words& y) const {
    const std::size_t n = x.size();
    Words out(n);
    kernel (&Kernels::add)(out.data(), x.data(), y.data(), n, m_);
    expect("add", out, x, y, [](std::uint64_t a, std::uint64_t b) { return a + b; });
    kernel (&Kernels::sub)(out.data(), x.data(), y.data(), n, m_);
    expect("sub", out, x, y, [this](std::uint64_t a, std::uint64_t b) { return a + q_ - b; });
    kernel (&Kernels::neg)(out.data(), x.data(), n, m_);
    expect("neg", out, x, y, [this](std::uint64_t a, std::uint64_t) { return q_ - a; });
    Words first(n), last(n);
    Word* const results[] = {first.data(), out.data(), last.data()};
    const Word* const a[] = {x.data(), y.data()};
    const Word* const b[] = {y.data(), y.data()};
    kernel (&Kernels::tensor)(results, a, b, n, m_);
    expect("tensor, first", first, x, y, [](std::uint64_t u, std::uint64_t v) { return u * v; });
    expect("tensor, middle", out, x, y, [](std::uint64_t u, std::uint64_t v) { return u * v + v * v; });
    expect("tensor, last", last, x, y, [](std::uint64_t, std::uint64_t v) { return v * v; });
  }

  void check_scaled_difference(Words x, const Words& y, std::uint64_t s) const {
    for (Word& each : x) each = static_cast<Word>(each % q_);
    const Kernels& kernels = *ringlet::backends::choose_eltwise(backend_, m_.q, &Kernels::scale_difference).kernel;
    std::uint32_t multiplicand[ringlet::arith::max_twiddle_words];
    kernels.codec.encode(multiplicand, 0, 1, static_cast<std::uint32_t>(s), m_);
    Words out(x.size());
    kernels.scale_difference(out.data(), x.data(), y.data(), multiplicand, x.size(), m_);
    expect("scale_difference", out, x, y, [=, this](std::uint64_t a, std::uint64_t b) { return (a + 4 * q_ - b) * s; });
  }

  void check_fixed(const Words& x, const Words& y) const {
    Words w(y), out(x.size());
    for (Word& each : w) each = static_cast<Word>(each % q_);
    const ringlet::words::FixedVector<Word> fixed(w, m_, backend_);
    fixed.multiply_add(out.data(), x.data(), nullptr, factor_);
    expect("mul_fixed", out, x, w, [](std::uint64_t a, std::uint64_t b) { return a * b; });
  }

  template <class Wanted>
  void expect(const char* what, const Words& out, const Words& x, const Words& y, Wanted wanted) const {
    for (std::size_t i = 0; i < out.size(); ++i) {
      ASSERT_EQ(out[i], wanted(x[i], y[i]) % q_)
          << what << " of " << x[i] << " and " << y[i] << " below " << factor_ << " * " << q_ << ", " << backend_.name;
    }
  }

  const ringlet::backends::Backend& backend_;
  ringlet::arith::BasicModulus<std::uint32_t> m_;
  std::uint32_t q_;
  unsigned factor_;
};

class Word16Eltwise : public ::testing::TestWithParam<const ringlet::backends::Backend*> {};

TEST_P(Word16Eltwise, AllOperandsOfSmallModuli) {
  for (std::uint32_t q = 2; q < 48; ++q) {
    for (const unsigned factor : {1U, 2U, 4U, 8U}) {
      Words x, y;
      for (std::uint32_t i = 0; i < factor * q * factor * q; ++i) {
        x.push_back(static_cast<Word>(i % (factor * q)));
        y.push_back(static_cast<Word>(i / (factor * q)));
      }
      Operations(*GetParam(), q, factor).check(x, y);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Word16Eltwise, CornersOfAllModuli) {
  for (std::uint32_t q = 2; q < moduli; ++q) {
    for (const unsigned factor : {1U, 4U}) {
      const std::uint32_t end = factor * q;
      Words x, y;
      // Pairs of numbers at either end, in the middle and next to q: two vectors and a half.
      for (const std::uint32_t a : {0U, 1U, end / 2, q - 1, q % end, end - 1}) {
        for (const std::uint32_t b : {0U, 1U, end / 3, q - 1, end - 2, end - 1, end - 1}) {
          x.push_back(static_cast<Word>(a));
          y.push_back(static_cast<Word>(b));
        }
      }
      x.resize(40);
      y.resize(40);
      Operations(*GetParam(), q, factor).check(x, y);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Word16Eltwise, ResiduesOfAllWords) {
  Words words(1U << 16);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<Word>(i);
  for (std::uint32_t q = 2; q < moduli; q += q < 300 ? 1 : 61) {
    Operations(*GetParam(), q, 1).check_residues(words);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(, Word16Eltwise, ::testing::Values(&one_lane, &sixteen_lanes),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace ringlet_test
