// Compares linear transforms with their definition by GMP's integers and schoolbook products, on every backend.

#include "ringlet/linear_transform.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "rns/key_switch_fixture.hpp"
#include "support/errors.hpp"

namespace ringlet_test::rns {
namespace {

using ringlet::LinearTransform;

/// Exponents of the steps; 1 is the identity. Plaintexts are integers in [0, Q P), or nothing for an absent term.
struct Transform {
  std::vector<std::uint64_t> baby, giant;
  std::vector<std::optional<Integers>> plaintexts;
};

Integers sum_of(Integers x, const Integers& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += y[i];
  return x;
}

class LinearTransformTest : public KeySwitchTest {
 protected:
  [[nodiscard]] Transform transform(std::size_t baby, std::size_t giant) {
    Transform result;
    // The first steps are the identity; the last ones wrap around.
    for (std::size_t i = 0; i < baby; ++i) result.baby.push_back(power_of_five(i));
    for (std::size_t g = 0; g < giant; ++g) result.giant.push_back(power_of_five(g * baby));
    for (std::size_t i = 0; i < baby * giant; ++i) {
      result.plaintexts.emplace_back(part(integers(random_, 20 + n_, definition_.all()), 20, 20 + n_));
    }
    return result;
  }
  [[nodiscard]] std::uint64_t power_of_five(std::size_t k) const {
    std::uint64_t g = 1;
    while (k-- > 0) g = g * 5 % (2 * n_);
    return g;
  }

  /// Returns the lifts of rows to [0, Q_l).
  [[nodiscard]] Integers lifts(const Rows& rows) const {
    Integers result;
    for (std::size_t i = 0; i < n_; ++i) {
      Words column;
      for (const Words& row : rows) column.push_back(row[i]);
      result.push_back(lifted(column, part(case_.base, 0, rows.size()), Lift::floor));
    }
    return result;
  }

  /// Returns P c + sum_d D_d b_d for c = c_0 (of = 0), and sum_d D_d a_d, under X -> X^g; or, for the identity, P c_of.
  [[nodiscard]] Integers rotated(const std::array<Rows, 2>& c, std::size_t of, std::uint64_t g) const {
    Integers raised = image(lifts(c[of]), g);
    for (mpz_class& x : raised) x *= product(case_.special);
    if (g == 1) return raised;
    const Integers sum = definition_.sum({c[1]}, of, g);
    return of == 0 ? sum_of(sum, raised) : sum;
  }

  /// Returns inner sum g.
  [[nodiscard]] Integers inner_sum(const Transform& t, std::size_t g, const std::array<Rows, 2>& c,
                                   std::size_t of) const {
    Integers sum(n_);
    for (std::size_t i = 0; i < t.baby.size(); ++i) {
      const auto& plaintext = t.plaintexts[g * t.baby.size() + i];
      if (plaintext) sum = sum_of(sum, product_in_ring(*plaintext, rotated(c, of, t.baby[i])));
    }
    return sum;
  }

  /// Returns the residues of integers, each divided by P.
  [[nodiscard]] Rows divided(Integers x, std::size_t level) const {
    for (mpz_class& value : x) value = definition_.divided(value);
    return rows_of(x, part(case_.base, 0, level));
  }

  [[nodiscard]] Rows result(const Transform& t, const std::array<Rows, 2>& c, std::size_t of) const {
    const std::size_t level = c[0].size();
    Integers total(n_);
    for (std::size_t g = 0; g < t.giant.size(); ++g) {
      if (t.giant[g] == 1 || of == 0) total = sum_of(total, image(inner_sum(t, g, c, of), t.giant[g]));
      if (t.giant[g] == 1) continue;
      const Rows quotient = divided(inner_sum(t, g, c, 1), level);
      total = sum_of(total, definition_.sum({quotient}, of, t.giant[g]));
    }
    return divided(total, level);
  }

  /// Plaintexts as evaluations at a level.
  [[nodiscard]] std::vector<Block> plaintexts(const Transform& t, std::size_t level) const {
    std::vector<Block> blocks;
    for (const auto& plaintext : t.plaintexts) {
      blocks.push_back(plaintext ? evaluations(*plaintext, level) : Block(0, n_, n_));
    }
    return blocks;
  }
  [[nodiscard]] std::vector<LinearTransform::Step> steps(const std::vector<std::uint64_t>& exponents) const {
    std::vector<LinearTransform::Step> result;
    for (const std::uint64_t g : exponents) {
      if (g == 1) {
        result.emplace_back(std::nullopt);
      } else {
        result.emplace_back(prepared(g));
      }
    }
    return result;
  }
};

TEST_P(LinearTransformTest, IsTheDefinition) {
  ReverseExecutor executor;
  for (const auto& [baby, giant] : {std::pair{1U, 1U}, {5U, 1U}, {4U, 3U}, {1U, 3U}}) {
    Transform t = transform(baby, giant);
    // An absent term, and a sum whose first terms are absent.
    if (baby > 1) t.plaintexts[1].reset();
    for (std::size_t i = 0; i + 1 < baby && giant > 1; ++i) t.plaintexts[baby + i].reset();
    const std::size_t all = case_.base.size();
    for (const std::size_t level : {std::size_t{1}, all}) {
      SCOPED_TRACE(std::to_string(baby) + " x " + std::to_string(giant) + " steps at level " + std::to_string(level));
      const std::array<Rows, 2> c{random_input(level), random_input(level)};
      const std::vector<Block> blocks = plaintexts(t, all);
      const LinearTransform linear(switch_key_, steps(t.baby), steps(t.giant), views_of(blocks));
      const Block in_b = operand(c[0]), in_a = operand(c[1]);
      Block b = empty(level), a = empty(level);
      linear(b.span(), a.span(), in_b.view(), in_a.view(), &executor);
      ASSERT_EQ(coefficients(b), result(t, c, 0));
      ASSERT_EQ(coefficients(a), result(t, c, 1));
      EXPECT_TRUE(b.gaps_are_untouched() && a.gaps_are_untouched());
      Block in_place_b = in_b, in_place_a = in_a;
      linear(in_place_b.span(), in_place_a.span(), in_place_b.view(), in_place_a.view());
      EXPECT_EQ(in_place_b.rows(), b.rows());
      EXPECT_EQ(in_place_a.rows(), a.rows());
    }
  }
}

TEST_P(LinearTransformTest, GivesTheInnerSums) {
  const std::size_t level = case_.base.size();
  const Transform t = transform(3, 2);
  const std::array<Rows, 2> c{random_input(level), random_input(level)};
  const std::vector<Block> blocks = plaintexts(t, level);
  const LinearTransform linear(switch_key_, steps(t.baby), steps(t.giant), views_of(blocks));
  Block in_b(c[0], n_ + 3), in_a(c[1], n_ + 3);
  for (Block* const block : {&in_b, &in_a}) ntt_.forward(block->span(), block->view());
  const std::vector<Block> digits = decomposed(operand(c[1]), level);
  std::vector<Block> b(2, empty_extended(level)), a = b;
  linear.sums(spans_of(b), spans_of(a), in_b.view(), in_a.view(), views_of(digits));
  for (std::size_t g = 0; g < 2; ++g) {
    EXPECT_EQ(b[g].rows(), evaluations(inner_sum(t, g, c, 0), level).rows());
    EXPECT_EQ(a[g].rows(), evaluations(inner_sum(t, g, c, 1), level).rows());
  }
}

TEST_P(LinearTransformTest, TransformsSeveralCiphertextsAsOne) {
  const std::size_t level = case_.base.size();
  const Transform t = transform(5, 2);
  const std::vector<Block> blocks = plaintexts(t, level);
  const LinearTransform linear(switch_key_, steps(t.baby), steps(t.giant), views_of(blocks));
  ReverseExecutor executor;
  for (const std::size_t count : {1U, 2U, 3U, 5U}) {
    SCOPED_TRACE(std::to_string(count) + " ciphertexts");
    std::vector<Block> in_b, in_a, expected_b, expected_a;
    for (std::size_t k = 0; k < count; ++k) {
      in_b.push_back(operand(random_input(level)));
      in_a.push_back(operand(random_input(level)));
      linear(expected_b.emplace_back(empty(level)).span(), expected_a.emplace_back(empty(level)).span(), in_b[k].view(),
             in_a[k].view());
    }
    std::vector<Block> b(count, empty(level)), a = b;
    linear(spans_of(b), spans_of(a), views_of(in_b), views_of(in_a), &executor);
    // In place, with the results exchanged.
    linear(spans_of(in_a), spans_of(in_b), views_of(in_b), views_of(in_a));
    for (std::size_t k = 0; k < count; ++k) {
      EXPECT_EQ(b[k].rows(), expected_b[k].rows());
      EXPECT_EQ(a[k].rows(), expected_a[k].rows());
      EXPECT_EQ(in_a[k].rows(), expected_b[k].rows());
      EXPECT_EQ(in_b[k].rows(), expected_a[k].rows());
    }
  }
}

/// Returns the cases for which schoolbook products are fast: few moduli, and few coefficients for the second domain.
std::vector<std::size_t> transformable() {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < key_switch_cases().size(); ++i) {
    const KeySwitchCase& one = key_switch_cases()[i];
    const bool is_short = one.domain == Domain::evaluations || one.n <= 16;
    if (is_short && one.base.size() <= 8 && one.digit_bits != 1) result.push_back(i);
  }
  return result;
}

INSTANTIATE_TEST_SUITE_P(Bases, LinearTransformTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::ValuesIn(transformable())),
                         [](const auto& test) {
                           return test_name(std::get<0>(test.param)) + "_" +
                                  key_switch_cases()[std::get<1>(test.param)].name;
                         });

/// Compares sums over many blocks with the formula at each root.
class LongLinearTransform : public BackendTest<unsigned> {
 protected:
  static constexpr std::size_t n = 4096, log_n = 12, level = 2;
  const Words moduli_ = primes(parameter(), 3, 2 * n);
  const KeySwitch plan_{n, RnsBase(part(moduli_, 0, level)), RnsBase(part(moduli_, level, 3))};
  Random random_;

  [[nodiscard]] Block random(const Words& moduli) { return {random_rows(random_, moduli, n), n}; }
  [[nodiscard]] std::vector<Block> several(std::size_t count) {
    std::vector<Block> blocks;
    while (blocks.size() < count) blocks.push_back(random(moduli_));
    return blocks;
  }
  /// Returns the place of the value at psi^(2k + 1).
  [[nodiscard]] static std::size_t place(std::size_t k) {
    std::size_t reversed = 0;
    for (std::size_t bit = 0; bit < log_n; ++bit) reversed |= (k >> bit & 1) << (log_n - 1 - bit);
    return reversed;
  }
  [[nodiscard]] std::vector<RnsView> views_of(const std::vector<Block>& blocks) {
    std::vector<RnsView> views;
    for (const Block& block : blocks) views.push_back(block.view());
    return views;
  }
};

TEST_P(LongLinearTransform, IsTheFormulaAtEachRoot) {
  using Wide = ringlet::uint128_t;
  // Six rotations, the third of which is the identity; two sums.
  const Words exponents{5, 2 * n - 1, 1, 25, n + 1, 2 * n - 3};
  const std::size_t rotations = exponents.size();
  const Block b = random(part(moduli_, 0, level)), a = random(part(moduli_, 0, level));
  const std::vector<Block> digits = several(plan_.digits()), plaintexts = several(2 * rotations);
  std::vector<std::vector<Block>> keys;
  std::vector<LinearTransform::Step> steps;
  for (const std::uint64_t g : exponents) {
    keys.push_back(several(2 * plan_.digits()));
    const std::vector<RnsView> views = views_of(keys.back());
    const std::span all(views);
    steps.emplace_back();
    if (g != 1) steps.back() = plan_.prepare(all.first(plan_.digits()), all.last(plan_.digits()), Automorphism(n, g));
  }
  const std::vector<RnsView> views = views_of(plaintexts);
  const LinearTransform transform(plan_, steps, {std::nullopt, std::nullopt}, views);
  std::vector<Block> sums(4, Block(3, n, n + 1));
  const std::vector<RnsSpan> sum_b{sums[0].span(), sums[1].span()}, sum_a{sums[2].span(), sums[3].span()};
  ReverseExecutor executor;
  transform.sums(sum_b, sum_a, b.view(), a.view(), views_of(digits), &executor);
  EXPECT_EQ(executor.tasks, moduli_.size());
  for (std::size_t t = 0; t < moduli_.size(); ++t) {
    const std::uint64_t q = moduli_[t], special = t < level ? moduli_[level] % q : 0;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t at = place(k);
      for (std::size_t s = 0; s < sums.size(); ++s) {
        const bool is_a = s >= 2;
        std::uint64_t expected = 0;
        for (std::size_t i = 0; i < rotations; ++i) {
          const std::size_t from = place((exponents[i] * (2 * k + 1) % (2 * n)) / 2);
          std::uint64_t value = 0;
          const bool has_multiple = t < level && (!is_a || exponents[i] == 1);
          if (has_multiple) value = static_cast<std::uint64_t>(Wide{special} * (is_a ? a : b).view()[t][from] % q);
          for (std::size_t d = 0; exponents[i] != 1 && d < plan_.digits(); ++d) {
            const std::uint64_t key = keys[i][d + (is_a ? plan_.digits() : 0)].view()[t][at];
            value = static_cast<std::uint64_t>((Wide{digits[d].view()[t][from]} * key + value) % q);
          }
          expected = static_cast<std::uint64_t>(
              (Wide{value} * plaintexts[s % 2 * rotations + i].view()[t][at] + expected) % q);
        }
        ASSERT_EQ(sums[s].view()[t][at], expected) << "sum " << s << ", modulus " << q << ", root " << k;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bits, LongLinearTransform,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Values(45, 50, 55, 61)),
                         [](const auto& test) {
                           return test_name(std::get<0>(test.param)) + "_" + std::to_string(std::get<1>(test.param));
                         });

TEST(BabyGiantSteps, TakeTheLeastTime) {
  using Steps = std::vector<std::size_t>;
  const auto range = [](std::size_t begin, std::size_t end, std::size_t step = 1) {
    Steps result;
    for (std::size_t i = begin; i < end; i += step) result.push_back(i);
    return result;
  };
  struct Split {
    Steps rotations, baby, giant;
  };
  const std::size_t top = std::size_t{1} << 63;
  for (const auto& [rotations, baby, giant] :
       {Split{{0}, {0}, {0}}, Split{{5}, {5}, {0}},
        // 15 + 3 * 3 against 7 + 3 * 7 and 31 + 3.
        Split{range(0, 64), range(0, 16), range(0, 64, 16)},
        // A matrix with few diagonals, some of which wrap around.
        Split{{4095, 1, 0, 4094}, {0, 1, 4094, 4095}, {0}},
        Split{{top, 1, top + 1, 0, 1, 2, 3, top + 3, top + 2}, {0, 1, 2, 3}, {0, top}}}) {
    const ringlet::BabyGiantSteps steps = ringlet::baby_giant_steps(rotations);
    EXPECT_EQ(steps.baby, baby);
    EXPECT_EQ(steps.giant, giant);
  }
  EXPECT_THAT(message_of<std::invalid_argument>([] { (void)ringlet::baby_giant_steps({}); }),
              HasSubstr("number of rotations is 0"));
}

TEST(LinearTransform, RefusesWrongArguments) {
  constexpr std::size_t n = 16;
  const Words moduli = primes(50, 5, 2 * n);
  const RnsBase base(part(moduli, 0, 3)), special(part(moduli, 3, 5));
  const KeySwitch plan(n, base, special, {.digit_size = 2}), other(n, base, special, {.digit_size = 2});
  Words words(60 * n);
  std::uint64_t* const p = words.data();
  const auto rows = [&](std::size_t first, std::size_t count) { return RnsSpan(p + first * n, count, n); };
  const std::vector<RnsView> pair(2, rows(0, 5));
  const Automorphism automorphism(n, 5);
  const SwitchingKey key = plan.prepare(pair, pair, automorphism), foreign = other.prepare(pair, pair, automorphism);
  using Steps = std::vector<LinearTransform::Step>;
  using Spans = std::vector<RnsSpan>;
  using Views = std::vector<RnsView>;
  const auto error = [](const auto& call) { return message_of<std::invalid_argument>(call); };
  const auto refused = [&](const KeySwitch& by, const Steps& baby, const Steps& giant, const Views& plaintexts) {
    return error([&] { LinearTransform(by, baby, giant, plaintexts); });
  };
  const RnsView all = rows(0, 5), low = rows(0, 4), absent(p, 0, n);
  EXPECT_THAT(refused(plan, {}, {{}}, {}), HasSubstr("number of baby steps is 0"));
  EXPECT_THAT(refused(plan, {{}}, {}, {}), HasSubstr("number of giant steps is 0"));
  EXPECT_THAT(refused(plan, {{}, foreign}, {{}}, {all, all}), HasSubstr("baby[1]: key belongs to another plan"));
  EXPECT_THAT(refused(plan, {{}}, {foreign}, {all}), HasSubstr("giant[0]: key belongs to another plan"));
  EXPECT_THAT(refused(plan, {{}, key}, {{}, key}, {all}), HasSubstr("number of plaintexts is 1, but it must be 4"));
  EXPECT_THAT(refused(plan, {{}}, {{}}, {rows(0, 2)}), HasSubstr("rows of plaintexts[0] is 2"));
  EXPECT_THAT(refused(plan, {{}, key}, {{}}, {all, rows(0, 6)}), HasSubstr("rows of plaintexts[1] is 6"));
  EXPECT_THAT(refused(plan, {{}}, {{}}, {RnsView(p, 5, n - 1)}), HasSubstr("15"));

  const LinearTransform transform(plan, {{}, key}, {key}, Views{all, low});
  EXPECT_EQ(transform.baby_steps(), 2U);
  EXPECT_EQ(transform.giant_steps(), 1U);
  const auto call = [&](const RnsSpan& out_b, const RnsSpan& out_a, const RnsView& b, const RnsView& a) {
    return error([&] { transform(out_b, out_a, b, a); });
  };
  EXPECT_NO_THROW(transform(rows(10, 2), rows(12, 2), rows(14, 2), rows(16, 2)));
  EXPECT_NO_THROW(
      LinearTransform(plan, {key}, {{}}, Views{absent})(rows(10, 3), rows(13, 3), rows(16, 3), rows(19, 3)));
  EXPECT_THAT(call(rows(10, 3), rows(13, 3), rows(16, 3), rows(19, 3)),
              AllOf(HasSubstr("rows of plaintexts[1] is 4"), HasSubstr("at least 5")));
  EXPECT_THAT(call(rows(10, 2), rows(12, 2), rows(14, 4), rows(18, 4)), HasSubstr("number of rows of b is 4"));
  EXPECT_THAT(call(rows(10, 2), rows(12, 2), rows(14, 0), rows(18, 0)), HasSubstr("number of rows of b is 0"));
  EXPECT_THAT(call(rows(10, 2), rows(12, 2), rows(14, 2), rows(18, 1)), HasSubstr("rows of a is 1"));
  EXPECT_THAT(call(rows(10, 1), rows(12, 2), rows(14, 2), rows(18, 2)), HasSubstr("rows of out_b is 1"));
  EXPECT_THAT(call(rows(10, 2), rows(12, 3), rows(14, 2), rows(18, 2)), HasSubstr("rows of out_a is 3"));
  EXPECT_THAT(call(rows(10, 2), rows(11, 2), rows(14, 2), rows(18, 2)), HasSubstr("overlaps"));
  EXPECT_THAT(call(rows(10, 2), rows(12, 2), rows(11, 2), rows(18, 2)), HasSubstr("overlaps row 0 of b"));
  EXPECT_THAT(call(rows(10, 2), rows(12, 2), rows(18, 2), rows(13, 2)), HasSubstr("overlaps row 0 of a"));

  const auto several = [&](const Spans& out_b, const Spans& out_a, const Views& b, const Views& a) {
    return error([&] { transform(out_b, out_a, b, a); });
  };
  const Spans out_b{rows(10, 1), rows(11, 1)}, out_a{rows(12, 1), rows(13, 1)};
  const Views b{rows(14, 1), rows(15, 1)}, a{rows(16, 1), rows(17, 1)};
  EXPECT_NO_THROW(transform(out_b, out_a, b, a));
  EXPECT_THAT(several({}, {}, {}, {}), HasSubstr("is 0"));
  EXPECT_THAT(several({out_b[0]}, out_a, b, a), HasSubstr("number of polynomials out_b is 1"));
  EXPECT_THAT(several(out_b, {out_a[0]}, b, a), HasSubstr("number of polynomials out_a is 1"));
  EXPECT_THAT(several(out_b, out_a, b, {a[0]}), HasSubstr("number of polynomials a is 1"));
  EXPECT_THAT(several(out_b, out_a, {b[0], rows(15, 2)}, a), HasSubstr("rows of b[1] is 2"));
  EXPECT_THAT(several({rows(15, 1), out_b[1]}, out_a, b, a), HasSubstr("row 0 of out_b[0] overlaps row 0 of b[1]"));
  EXPECT_THAT(several(out_b, {out_a[0], rows(16, 1)}, b, a), HasSubstr("row 0 of out_a[1] overlaps row 0 of a[0]"));
  EXPECT_THAT(several(out_b, {out_b[1], out_a[1]}, b, a), HasSubstr("row 0 of out_b[1] overlaps row 0 of out_a[0]"));

  const auto sums = [&](const Spans& sum_b, const Spans& sum_a, const RnsView& of_b, const RnsView& of_a,
                        const Views& digits) {
    return error([&] { transform.sums(sum_b, sum_a, of_b, of_a, digits); });
  };
  const Views digits{rows(30, 4)};
  EXPECT_NO_THROW(transform.sums(Spans{rows(20, 4)}, Spans{rows(24, 4)}, rows(10, 2), rows(12, 2), digits));
  EXPECT_THAT(sums({}, {rows(24, 4)}, rows(10, 2), rows(12, 2), digits), HasSubstr("polynomials sum_b is 0"));
  EXPECT_THAT(sums({rows(20, 3)}, {rows(24, 4)}, rows(10, 2), rows(12, 2), digits), HasSubstr("rows of sum_b[0] is 3"));
  EXPECT_THAT(sums({rows(20, 4)}, {rows(23, 4)}, rows(10, 2), rows(12, 2), digits),
              HasSubstr("row 0 of sum_a[0] overlaps row 3 of sum_b[0]"));
  EXPECT_THAT(sums({rows(20, 4)}, {rows(29, 4)}, rows(10, 2), rows(12, 2), digits),
              HasSubstr("overlaps row 0 of digits[0]"));
  EXPECT_THAT(sums({rows(20, 4)}, {rows(24, 4)}, rows(20, 2), rows(12, 2), digits), HasSubstr("overlaps row 0 of b"));
  EXPECT_THAT(sums({rows(20, 4)}, {rows(24, 4)}, rows(10, 2), rows(12, 2), {}), HasSubstr("number of digits is 0"));
  EXPECT_EQ(words, Words(60 * n));
}

}  // namespace
}  // namespace ringlet_test::rns
