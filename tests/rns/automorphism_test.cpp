// Compares X -> X^g with its definition, on every backend.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "ringlet/ntt.hpp"
#include "rns/rns_cases.hpp"
#include "support/backends.hpp"
#include "support/errors.hpp"

namespace ringlet_test::rns {
namespace {

/// Returns in(X^g) modulo X^n + 1 and q, coefficient by coefficient.
Words image_of_coefficients(const Words& in, std::uint64_t g, std::uint64_t q) {
  const std::size_t n = in.size();
  Words out(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t exponent = i * g;
    const bool negative = exponent / n % 2 == 1;
    out[exponent % n] = negative && in[i] != 0 ? q - in[i] : in[i];
  }
  return out;
}

class AutomorphismTest : public BackendTest<std::size_t> {
 protected:
  const std::size_t n_ = parameter();
  const Words moduli_ = {primes(30, 1, 2 * n_)[0], primes(50, 1, 2 * n_)[0], primes(60, 1, 2 * n_)[0]};
  const RnsBase base_{moduli_};
  Random random_;

  /// Returns all g for small sizes, the edges and some others for large sizes.
  std::vector<std::uint64_t> exponents() {
    std::vector<std::uint64_t> all;
    if (n_ <= 16) {
      for (std::uint64_t g = 1; g < 2 * n_; g += 2) all.push_back(g);
      return all;
    }
    all = {1, 3, 5, n_ - 1, n_ + 1, 2 * n_ - 3, 2 * n_ - 1};
    for (int i = 0; i < 8; ++i) all.push_back(2 * random_.up_to(n_ - 1) + 1);
    return all;
  }
};

TEST_P(AutomorphismTest, IsTheDefinitionOnCoefficientsAndEvaluations) {
  std::vector<ringlet::Ntt<std::uint64_t>> ntt;
  for (std::size_t i = 0; i < moduli_.size(); ++i) ntt.emplace_back(n_, base_[i]);
  for (const std::uint64_t g : exponents()) {
    const Automorphism automorphism(n_, g);
    EXPECT_EQ(automorphism.size(), n_);
    EXPECT_EQ(automorphism.exponent(), g);
    const Rows coefficients = random_rows(random_, moduli_, n_);
    Rows expected, spectrum, expected_spectrum;
    for (std::size_t i = 0; i < moduli_.size(); ++i) {
      expected.push_back(image_of_coefficients(coefficients[i], g, moduli_[i]));
      ntt[i].forward(spectrum.emplace_back(n_), coefficients[i]);
      ntt[i].forward(expected_spectrum.emplace_back(n_), expected[i]);
    }
    Block out(moduli_.size(), n_, n_ + 3), image(moduli_.size(), n_, n_ + 1);
    automorphism.on_coefficients(out.span(), Block(coefficients, n_ + 5).view(), base_);
    EXPECT_EQ(out.rows(), expected) << "g = " << g;
    EXPECT_TRUE(out.gaps_are_untouched());
    automorphism.on_evaluations(image.span(), Block(spectrum, n_ + 2).view());
    EXPECT_EQ(image.rows(), expected_spectrum) << "g = " << g;
    EXPECT_TRUE(image.gaps_are_untouched());

    Rows sum = random_rows(random_, moduli_, n_);
    Block accumulated(sum, n_);
    automorphism.add_on_evaluations(accumulated.span(), Block(spectrum, n_).view(), base_);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      for (std::size_t k = 0; k < n_; ++k) sum[i][k] = (sum[i][k] + expected_spectrum[i][k]) % moduli_[i];
    }
    EXPECT_EQ(accumulated.rows(), sum) << "g = " << g;
  }
}

/// An image of evaluations is a permutation, also of arbitrary words.
TEST_P(AutomorphismTest, MovesAnyWordsAndComesBack) {
  Words words(n_), moved(n_), back(n_);
  for (std::uint64_t& x : words) x = random_.word();
  const std::uint64_t g = 2 * random_.up_to(n_ - 1) + 1;
  std::uint64_t inverse = 1;
  while (g * inverse % (2 * n_) != 1) inverse += 2;
  Automorphism(n_, g).on_evaluations({moved.data(), 1, n_}, {words.data(), 1, n_});
  Automorphism(n_, inverse).on_evaluations({back.data(), 1, n_}, {moved.data(), 1, n_});
  EXPECT_EQ(back, words);
}

INSTANTIATE_TEST_SUITE_P(Sizes, AutomorphismTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Values(2, 4, 8, 16, 32, 64, 1024, 8192)),
                         named_by_backend([](std::size_t n) { return std::to_string(n); }));

TEST(Automorphism, RowsAreTasks) {
  const Words moduli = primes(50, 3);
  const RnsBase base(moduli);
  Words in(3 * 16), expected(3 * 16), out(3 * 16);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = i;
  const Automorphism automorphism(16, 5);
  ReverseExecutor executor;
  automorphism.on_coefficients({expected.data(), 3, 16}, {in.data(), 3, 16}, base);
  automorphism.on_coefficients({out.data(), 3, 16}, {in.data(), 3, 16}, base, &executor);
  EXPECT_EQ(out, expected);
  automorphism.on_evaluations({expected.data(), 3, 16}, {in.data(), 3, 16});
  automorphism.on_evaluations({out.data(), 3, 16}, {in.data(), 3, 16}, &executor);
  EXPECT_EQ(out, expected);
  automorphism.add_on_evaluations({expected.data(), 3, 16}, {in.data(), 3, 16}, base);
  automorphism.add_on_evaluations({out.data(), 3, 16}, {in.data(), 3, 16}, base, &executor);
  EXPECT_EQ(out, expected);
  EXPECT_EQ(executor.tasks, 9U);
}

TEST(Automorphism, RefusesSizesAndExponents) {
  const auto error = [](std::size_t n, std::uint64_t g) {
    return message_of<std::invalid_argument>([=] { Automorphism(n, g); });
  };
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{12}, std::size_t{1} << 25}) {
    EXPECT_THAT(error(n, 1), AllOf(Names(n), HasSubstr("power of two")));
  }
  // The largest size itself is valid; the exponent is not.
  EXPECT_THAT(error(std::size_t{1} << 24, 2), HasSubstr("g is 2"));
  for (const std::uint64_t g :
       {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{16}, std::uint64_t{17}, ~std::uint64_t{0}}) {
    EXPECT_THAT(error(8, g), AllOf(Names(g), HasSubstr("odd"), HasSubstr("16")));
  }
}

TEST(Automorphism, RefusesShapesAndOverlaps) {
  const RnsBase base(primes(50, 2));
  const Automorphism automorphism(8, 3);
  Words words(64);
  std::uint64_t* const p = words.data();
  const auto refuses = [&](RnsSpan out, RnsView in, const char* text) {
    const auto expect = [&](const auto& call) {
      EXPECT_THAT(message_of<std::invalid_argument>(call), HasSubstr(text));
      EXPECT_EQ(words, Words(64)) << "something was written";
    };
    expect([&] { automorphism.on_coefficients(out, in, base); });
    expect([&] { automorphism.on_evaluations(out, in); });
    expect([&] { automorphism.add_on_evaluations(out, in, base); });
  };
  refuses({p, 1, 8}, {p + 32, 2, 8}, "rows of out");
  refuses({p, 2, 4}, {p + 32, 2, 8}, "size of out");
  refuses({p, 2, 8}, {p + 32, 2, 16}, "size of in");
  refuses({p, 2, 8}, {p, 2, 8}, "overlaps");
  refuses({p, 2, 8}, {p + 15, 2, 8}, "row 1 of out overlaps row 0 of in");
  EXPECT_THAT(message_of<std::invalid_argument>([&] { automorphism.on_evaluations({p, 0, 8}, {p, 0, 8}); }),
              HasSubstr("rows of in is 0, but it must be at least 1"));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { automorphism.on_coefficients({p, 3, 8}, {p + 32, 3, 8}, base); }),
              AllOf(HasSubstr("rows of in is 3"), HasSubstr("1 to 2")));
}

}  // namespace
}  // namespace ringlet_test::rns
