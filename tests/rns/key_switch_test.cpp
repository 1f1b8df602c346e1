// Compares key switching with its definition by GMP's integers and schoolbook products, on every backend.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "rns/key_switch_fixture.hpp"

namespace ringlet_test::rns {
namespace {

TEST_P(KeySwitchTest, IsTheDefinitionAtEveryLevel) {
  const SwitchingKey key = prepared();
  EXPECT_EQ(switch_key_.digits(), definition_.digits());
  EXPECT_EQ(key.bytes(), definition_.digits() * definition_.all().size() * n_ * 16);
  ReverseExecutor executor;
  for (const std::size_t level : levels()) {
    SCOPED_TRACE("level " + std::to_string(level));
    const Rows c = random_input(level);
    const Rows expected_b = definition_.result({c}, 0, 1), expected_a = definition_.result({c}, 1, 1);
    const Block in = operand(c);
    for (ringlet::Executor* threads :
         {static_cast<ringlet::Executor*>(nullptr), static_cast<ringlet::Executor*>(&executor)}) {
      Block b = empty(level), a = empty(level);
      switch_key_(b.span(), a.span(), in.view(), key, threads);
      ASSERT_EQ(coefficients(b), expected_b);
      ASSERT_EQ(coefficients(a), expected_a);
      EXPECT_TRUE(b.gaps_are_untouched() && a.gaps_are_untouched());
    }
    Block b = operand(c), a = empty(level);
    switch_key_(b.span(), a.span(), b.view(), key);
    EXPECT_EQ(coefficients(b), expected_b) << "in place of the input";
    EXPECT_EQ(coefficients(a), expected_a);
  }
}

TEST_P(KeySwitchTest, ReadsBorrowedKeysAsTheyAre) {
  const SwitchingKey key = prepared();
  std::vector<Block> blocks = key_polynomials();
  const std::vector<RnsView> views = views_of(blocks);
  const std::span b = std::span(views).first(definition_.digits()), a = std::span(views).subspan(definition_.digits());
  const SwitchingKey borrowed = switch_key_.borrow(b, a);
  EXPECT_EQ(borrowed.bytes(), 0U);
  for (const std::size_t level : levels()) {
    const Block in = operand(random_input(level));
    Block out_b = empty(level), out_a = empty(level), expected_b = empty(level), expected_a = empty(level);
    const auto expect_same = [&](const SwitchingKey& expected) {
      switch_key_(expected_b.span(), expected_a.span(), in.view(), expected);
      switch_key_(out_b.span(), out_a.span(), in.view(), borrowed);
      EXPECT_EQ(out_b.rows(), expected_b.rows());
      EXPECT_EQ(out_a.rows(), expected_a.rows());
    };
    expect_same(key);
    // Another key in the same memory.
    for (Block& block : blocks) std::ranges::reverse(block.span()[0]);
    expect_same(switch_key_.prepare(b, a));
    for (Block& block : blocks) std::ranges::reverse(block.span()[0]);
    const std::vector<Block> digits = decomposed(in, level);
    Block sum_b = empty_extended(level), sum_a = sum_b, expected_sum_b = sum_b, expected_sum_a = sum_b;
    switch_key_.inner_product(sum_b.span(), sum_a.span(), views_of(digits), borrowed);
    switch_key_.inner_product(expected_sum_b.span(), expected_sum_a.span(), views_of(digits), key);
    switch_key_.accumulate(sum_b.span(), sum_a.span(), views_of(digits), borrowed);
    switch_key_.accumulate(expected_sum_b.span(), expected_sum_a.span(), views_of(digits), key);
    EXPECT_EQ(sum_b.rows(), expected_sum_b.rows());
    EXPECT_EQ(sum_a.rows(), expected_sum_a.rows());
    switch_key_(out_b.span(), out_a.span(), views_of(digits), borrowed);
    switch_key_(expected_b.span(), expected_a.span(), views_of(digits), key);
    EXPECT_EQ(out_b.rows(), expected_b.rows());
    EXPECT_EQ(out_a.rows(), expected_a.rows());
  }
}

/// Polynomials and results for call(out_b, out_a, in), which switches all of them at once.
class Batch {
 public:
  Batch(std::vector<Block> in, const Block& results)
      : in_(std::move(in)), b_(in_.size(), results), a_(in_.size(), results) {
    for (std::size_t k = 0; k < in_.size(); ++k) {
      in_views.push_back(in_[k].view());
      b_spans.push_back(b_[k].span());
      a_spans.push_back(a_[k].span());
    }
  }
  [[nodiscard]] Block& in(std::size_t k) { return in_[k]; }
  [[nodiscard]] const Block& b(std::size_t k) const { return b_[k]; }
  [[nodiscard]] const Block& a(std::size_t k) const { return a_[k]; }

  std::vector<RnsView> in_views;
  std::vector<RnsSpan> b_spans, a_spans;

 private:
  std::vector<Block> in_, b_, a_;
};

TEST_P(KeySwitchTest, SwitchesSeveralPolynomialsAsOne) {
  const SwitchingKey key = prepared(), rotating = prepared(3);
  ReverseExecutor executor;
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{8}, std::size_t{17}}) {
    for (const std::size_t level : {std::size_t{1}, case_.base.size()}) {
      SCOPED_TRACE(std::to_string(count) + " polynomials of level " + std::to_string(level));
      std::vector<Block> polynomials;
      for (std::size_t k = 0; k < count; ++k) polynomials.push_back(operand(random_input(level)));
      const Block summand = operand(random_input(level));
      Batch batch(polynomials, empty(level)), added(polynomials, summand);
      switch_key_(batch.b_spans, batch.a_spans, batch.in_views, key, &executor);
      switch_key_.add(added.b_spans, added.a_spans, added.in_views, rotating);
      for (std::size_t k = 0; k < count; ++k) {
        Block b = empty(level), a = empty(level);
        switch_key_(b.span(), a.span(), polynomials[k].view(), key);
        ASSERT_EQ(batch.b(k).rows(), b.rows());
        ASSERT_EQ(batch.a(k).rows(), a.rows());
        b = a = summand;
        switch_key_.add(b.span(), a.span(), polynomials[k].view(), rotating);
        ASSERT_EQ(added.b(k).rows(), b.rows());
        ASSERT_EQ(added.a(k).rows(), a.rows());
      }
      // In place of the inputs.
      std::vector<RnsSpan> inputs;
      for (std::size_t k = 0; k < count; ++k) inputs.push_back(batch.in(k).span());
      switch_key_(inputs, batch.a_spans, batch.in_views, key);
      for (std::size_t k = 0; k < count; ++k) {
        EXPECT_EQ(batch.in(k).rows(), batch.b(k).rows());
        EXPECT_TRUE(batch.in(k).gaps_are_untouched());
      }
    }
  }
}

TEST_P(KeySwitchTest, AddsAndRotatesDigitsThatWereMadeOnce) {
  const std::uint64_t g = 2 * n_ - 1 > 5 ? 5 : 3;
  const SwitchingKey key = prepared(), rotating = prepared(g);
  for (const std::size_t level : levels()) {
    SCOPED_TRACE("level " + std::to_string(level));
    const Rows c = random_input(level), summand = random_input(level);
    const Block in = operand(c);
    ReverseExecutor executor;
    const std::vector<Block> blocks = decomposed(in, level);
    const std::vector<RnsView> digits = views_of(blocks);
    for (const bool rotates : {false, true}) {
      const SwitchingKey& used = rotates ? rotating : key;
      const Rows expected = definition_.result({c}, 1, rotates ? g : 1);
      Block b = empty(level), a = empty(level);
      switch_key_(b.span(), a.span(), digits, used, &executor);
      ASSERT_EQ(coefficients(a), expected);
      switch_key_(a.span(), b.span(), in.view(), used);
      ASSERT_EQ(coefficients(b), expected);
      Rows sum = expected;
      for (std::size_t i = 0; i < level; ++i) {
        for (std::size_t k = 0; k < n_; ++k) sum[i][k] = residue(big(sum[i][k]) + big(summand[i][k]), case_.base[i]);
      }
      Block added = operand(summand), other = operand(summand);
      switch_key_.add(b.span(), added.span(), digits, used);
      EXPECT_EQ(coefficients(added), sum);
      switch_key_.add(b.span(), other.span(), in.view(), used, &executor);
      EXPECT_EQ(coefficients(other), sum);
    }
  }
}

TEST_P(KeySwitchTest, TakesKeysOfImagesAndOfPreimages) {
  const std::uint64_t g = 2 * n_ - 3;
  const Automorphism automorphism(n_, g), back(n_, inverse_exponent(g));
  std::vector<Block> preimages;
  for (const Block& block : key_polynomials()) {
    back.on_evaluations(preimages.emplace_back(definition_.all().size(), n_, n_ + 1).span(), block.view());
  }
  const std::vector<RnsView> views = views_of(preimages);
  const std::span b = std::span(views).first(definition_.digits()), a = std::span(views).subspan(definition_.digits());
  const std::size_t level = case_.base.size();
  const Block in = operand(random_input(level));
  const std::vector<Block> digits = decomposed(in, level);
  const auto results_of = [&](const SwitchingKey& key) {
    std::vector<Block> out(2, empty(level));
    out.resize(4, empty_extended(level));
    switch_key_(out[0].span(), out[1].span(), in.view(), key);
    switch_key_.inner_product(out[2].span(), out[3].span(), views_of(digits), key);
    std::vector<Rows> rows;
    for (const Block& block : out) rows.push_back(block.rows());
    return rows;
  };
  const auto expected = results_of(prepared(g));
  EXPECT_EQ(results_of(switch_key_.prepare(b, a, automorphism, ringlet::RotationKey::preimage)), expected);
  EXPECT_EQ(results_of(switch_key_.borrow(b, a, automorphism)), expected);
}

TEST_P(KeySwitchTest, WritesDigitsToRowsByPointers) {
  ReverseExecutor executor;
  for (const std::size_t level : levels()) {
    const Rows c = random_input(level);
    const Block in = operand(c);
    std::vector<Block> digits(switch_key_.digits(level), empty_extended(level));
    ASSERT_EQ(digits.size(), case_.digits_of(level).size());
    std::vector<std::vector<std::uint64_t*>> pointers(digits.size());
    std::vector<RnsSpan> spans;
    for (std::size_t d = 0; d < digits.size(); ++d) {
      for (const auto row : digits[d].span()) pointers[d].push_back(row.data());
      spans.emplace_back(pointers[d], n_);
    }
    switch_key_.decompose(spans, in.view(), &executor);
    for (std::size_t d = 0; d < digits.size(); ++d) {
      SCOPED_TRACE("level " + std::to_string(level) + ", digit " + std::to_string(d));
      ASSERT_EQ(digits[d].rows(), evaluations(definition_.digit(c, d), level).rows());
      EXPECT_TRUE(digits[d].gaps_are_untouched());
    }
  }
}

TEST_P(KeySwitchTest, SumsOfProductsArePlainResidues) {
  const std::uint64_t g = 2 * n_ - 1;
  const SwitchingKey key = prepared(), rotating = prepared(g);
  ReverseExecutor executor;
  for (const std::size_t level : levels()) {
    SCOPED_TRACE("level " + std::to_string(level));
    const std::vector<Rows> c = {random_input(level), random_input(level), random_input(level)};
    for (const bool rotates : {false, true}) {
      const SwitchingKey& used = rotates ? rotating : key;
      const std::uint64_t exponent = rotates ? g : 1;
      Block b = empty_extended(level), a = empty_extended(level);
      for (std::size_t k = 0; k < c.size(); ++k) {
        const std::vector<Block> digits = decomposed(operand(c[k]), level);
        if (k == 0) {
          switch_key_.inner_product(b.span(), a.span(), views_of(digits), used, &executor);
        } else {
          switch_key_.accumulate(b.span(), a.span(), views_of(digits), used, k == 1 ? &executor : nullptr);
        }
      }
      ASSERT_EQ(b.rows(), evaluations(definition_.sum(c, 0, exponent), level).rows());
      ASSERT_EQ(a.rows(), evaluations(definition_.sum(c, 1, exponent), level).rows());
      Block out_b = empty(level), out_a = empty(level);
      switch_key_.mod_down(out_b.span(), out_a.span(), b.view(), a.view(), &executor);
      EXPECT_EQ(coefficients(out_b), definition_.result(c, 0, exponent, true));
      EXPECT_EQ(coefficients(out_a), definition_.result(c, 1, exponent, true));
      EXPECT_TRUE(b.gaps_are_untouched() && a.gaps_are_untouched() && out_b.gaps_are_untouched());
      switch_key_.mod_down(b.span().first(level), a.span().first(level), b.view(), a.view());
      EXPECT_EQ(part(b.rows(), 0, level), out_b.rows()) << "in place of the sums";
      EXPECT_EQ(part(a.rows(), 0, level), out_a.rows());
    }
  }
}

TEST_P(KeySwitchTest, AddsMultiplesOfPBeforeTheDivision) {
  const mpz_class P = product(case_.special);
  ReverseExecutor executor;
  for (const std::size_t level : levels()) {
    SCOPED_TRACE("level " + std::to_string(level));
    const Words moduli = part(case_.base, 0, level);
    // For b, then for a.
    std::vector<Block> before, sums, added, results(2, empty(level));
    for (std::size_t k = 0; k < 2; ++k) {
      const Integers x = part(integers(random_, 20 + n_, definition_.all()), 20, 20 + n_),
                     c = integers(random_, n_, moduli);
      Integers with_multiple = x;
      for (std::size_t i = 0; i < n_; ++i) with_multiple[i] += P * c[i];
      before.push_back(evaluations(x, level));
      added.push_back(operand(rows_of(c, moduli)));
      Block& sum = sums.emplace_back(before[k]);
      switch_key_.add_special_multiple(sum.span(), evaluations(c, level).view().first(level),
                                       k == 0 ? nullptr : &executor);
      EXPECT_EQ(sum.rows(), evaluations(with_multiple, level).rows());
      EXPECT_TRUE(sum.gaps_are_untouched());
      switch_key_.mod_down(results[0].span(), results[1].span(), sum.view(), sum.view());
      for (mpz_class& value : with_multiple) value = definition_.divided(value);
      EXPECT_EQ(coefficients(results[k]), rows_of(with_multiple, moduli));
    }
    switch_key_.mod_down(results[0].span(), results[1].span(), sums[0].view(), sums[1].view());
    switch_key_.add_mod_down(added[0].span(), added[1].span(), before[0].view(), before[1].view(), &executor);
    EXPECT_EQ(added[0].rows(), results[0].rows());
    EXPECT_EQ(added[1].rows(), results[1].rows());

    for (std::size_t k = 0; k < 2; ++k) added[k] = Block(part(before[k].rows(), 0, level), n_);
    switch_key_.add_mod_down(added[0].span(), added[1].span(), before[0].view(), before[1].view());
    sums = before;
    switch_key_.add_mod_down(sums[0].span().first(level), sums[1].span().first(level), sums[0].view(), sums[1].view());
    EXPECT_EQ(part(sums[0].rows(), 0, level), added[0].rows()) << "in place of the sums";
    EXPECT_EQ(part(sums[1].rows(), 0, level), added[1].rows());

    // In place: x + P x.
    sums = {before[0], before[0]};
    switch_key_.add_special_multiple(sums[0].span(), sums[0].view().first(level), &executor);
    switch_key_.add_special_multiple(sums[1].span(), before[0].view().first(level));
    EXPECT_EQ(sums[0].rows(), sums[1].rows());
  }
}

INSTANTIATE_TEST_SUITE_P(Bases, KeySwitchTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, key_switch_cases().size())),
                         [](const auto& test) {
                           return test_name(std::get<0>(test.param)) + "_" +
                                  key_switch_cases()[std::get<1>(test.param)].name;
                         });

/// With an executor, tasks of several workers share a polynomial in pieces; without one, it is one piece.
TEST(KeySwitch, PiecesOfAPolynomialAreTheWhole) {
  constexpr std::size_t n = 2048;
  const Words moduli = primes(50, 5, 2 * n);
  const KeySwitch plan(n, RnsBase(part(moduli, 0, 3)), RnsBase(part(moduli, 3, 5)), {.digit_size = 2});
  Random random;
  const Block key_b(random_rows(random, moduli, n), n), key_a(random_rows(random, moduli, n), n),
      in(random_rows(random, part(moduli, 0, 3), n), n);
  const std::vector<RnsView> b(plan.digits(), key_b.view()), a(plan.digits(), key_a.view());
  const SwitchingKey key = plan.prepare(b, a);
  Block out_b(3, n, n), out_a(3, n, n), expected_b(3, n, n), expected_a(3, n, n);
  ReverseExecutor executor;
  plan(expected_b.span(), expected_a.span(), in.view(), key);
  plan(out_b.span(), out_a.span(), in.view(), key, &executor);
  EXPECT_EQ(out_b.rows(), expected_b.rows());
  EXPECT_EQ(out_a.rows(), expected_a.rows());
}

}  // namespace
}  // namespace ringlet_test::rns
