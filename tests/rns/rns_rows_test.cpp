// Compares element-wise operations and transforms of rows with their definitions and with plans
// of single rows, on every backend.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <ranges>
#include <span>
#include <stdexcept>

#include "reference/transform.hpp"
#include "ringlet/rns_eltwise.hpp"
#include "rns/rns_cases.hpp"
#include "support/backends.hpp"
#include "support/errors.hpp"

namespace ringlet_test::rns {
namespace {

using ringlet::Executor;

/// Returns 1 / 2^64 modulo q.
mpz_class inverse_of_r(std::uint64_t q) {
  mpz_class inverse;
  mpz_invert(inverse.get_mpz_t(), mpz_class(mpz_class(1) << 64).get_mpz_t(), big(q).get_mpz_t());
  return inverse;
}

/// Operation on rows, and on residues by its definition.
struct RowOperation {
  std::string name;
  std::function<void(RnsSpan out, RnsView a, RnsView b, RnsView c, const RnsBase& base, Executor* executor)> apply;
  std::function<mpz_class(const mpz_class& a, const mpz_class& b, const mpz_class& c)> result;
  unsigned inputs;
  /// Whether the moduli must be odd, and `result` is what the residues times 2^64 are.
  bool in_montgomery_form = false;

  [[nodiscard]] std::uint64_t residue_of_result(const mpz_class& a, const mpz_class& b, const mpz_class& c,
                                                std::uint64_t q) const {
    return residue(result(a, b, c) * (in_montgomery_form ? inverse_of_r(q) : mpz_class(1)), q);
  }
};

Words odd_among(const Words& moduli) {
  Words odd;
  std::ranges::copy_if(moduli, std::back_inserter(odd), [](std::uint64_t q) { return q % 2 != 0; });
  return odd;
}

/// Returns a scalar for each modulus.
Words scalars_of(const RnsBase& base) {
  Words scalars;
  for (std::size_t i = 0; i < base.size(); ++i) scalars.push_back(base[i].value() - 1 - i % base[i].value());
  return scalars;
}

const std::vector<RowOperation>& row_operations() {
  constexpr auto plain = ringlet::Form::plain, form = ringlet::Form::montgomery;
  static const mpz_class r = mpz_class(1) << 64;
  static const std::vector<RowOperation> all = {
      {"add", [](auto out, auto a, auto b, auto, const auto& base, auto* executor) { add(out, a, b, base, executor); },
       [](const auto& a, const auto& b, const auto&) { return mpz_class(a + b); }, 2},
      {"sub", [](auto out, auto a, auto b, auto, const auto& base, auto* executor) { sub(out, a, b, base, executor); },
       [](const auto& a, const auto& b, const auto&) { return mpz_class(a - b); }, 2},
      {"neg", [](auto out, auto a, auto, auto, const auto& base, auto* executor) { neg(out, a, base, executor); },
       [](const auto& a, const auto&, const auto&) { return mpz_class(-a); }, 1},
      {"mul",
       [](auto out, auto a, auto b, auto, const auto& base, auto* executor) { mul(out, a, b, base, plain, executor); },
       [](const auto& a, const auto& b, const auto&) { return mpz_class(a * b); }, 2},
      {"mul_add",
       [](auto out, auto a, auto b, auto c, const auto& base, auto* executor) {
         mul_add(out, a, b, c, base, plain, executor);
       },
       [](const auto& a, const auto& b, const auto& c) { return mpz_class(a * b + c); }, 3},
      {"mul_sub",
       [](auto out, auto a, auto b, auto c, const auto& base, auto* executor) {
         mul_sub(out, a, b, c, base, executor);
       },
       [](const auto& a, const auto& b, const auto& c) { return mpz_class(a * b - c); }, 3},
      {"mul_montgomery",
       [](auto out, auto a, auto b, auto, const auto& base, auto* executor) { mul(out, a, b, base, form, executor); },
       [](const auto& a, const auto& b, const auto&) { return mpz_class(a * b); }, 2, true},
      {"mul_add_montgomery",
       [](auto out, auto a, auto b, auto c, const auto& base, auto* executor) {
         mul_add(out, a, b, c, base, form, executor);
       },
       [](const auto& a, const auto& b, const auto& c) { return mpz_class(a * b + c * r); }, 3, true},
      {"to_montgomery",
       [](auto out, auto a, auto, auto, const auto& base, auto* executor) { to_montgomery(out, a, base, executor); },
       [](const auto& a, const auto&, const auto&) { return mpz_class(a * r * r); }, 1, true},
      {"from_montgomery",
       [](auto out, auto a, auto, auto, const auto& base, auto* executor) { from_montgomery(out, a, base, executor); },
       [](const auto& a, const auto&, const auto&) { return a; }, 1, true},
  };
  return all;
}

/// Returns rows of q - 1.
Rows largest_rows(const Words& moduli, std::size_t n) {
  Rows rows;
  for (const std::uint64_t q : moduli) rows.emplace_back(n, q - 1);
  return rows;
}

class RowOperationTest : public BackendTest<std::size_t, std::size_t> {
 protected:
  const RowOperation& operation_ = row_operations()[parameter<0>()];
  const Words& of_base_ = bases()[parameter<1>()].moduli;
  const Words moduli_ = operation_.in_montgomery_form ? odd_among(of_base_) : of_base_;
  const RnsBase base_{moduli_};
  Random random_;

  [[nodiscard]] Rows expected(const Rows& a, const Rows& b, const Rows& c) const {
    Rows rows;
    for (std::size_t i = 0; i < a.size(); ++i) {
      Words& row = rows.emplace_back();
      for (std::size_t k = 0; k < a[i].size(); ++k) {
        row.push_back(operation_.residue_of_result(big(a[i][k]), big(b[i][k]), big(c[i][k]), moduli_[i]));
      }
    }
    return rows;
  }
};

TEST_P(RowOperationTest, IsTheDefinition) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{13}}) {
    const Rows a = random_rows(random_, moduli_, n), b = random_rows(random_, moduli_, n),
               c = random_rows(random_, moduli_, n);
    Block out(moduli_.size(), n, n + 2);
    ReverseExecutor executor;
    operation_.apply(out.span(), Block(a, n).view(), Block(b, n + 1).view(), Block(c, n + 7).view(), base_, &executor);
    EXPECT_EQ(out.rows(), expected(a, b, c));
    EXPECT_TRUE(out.gaps_are_untouched());
    EXPECT_EQ(executor.tasks, moduli_.size());
    // In place of each input, and on a level.
    for (unsigned input = 0; input < operation_.inputs; ++input) {
      Block blocks[3] = {Block(a, n), Block(b, n), Block(c, n)};
      operation_.apply(blocks[input].span(), blocks[0].view(), blocks[1].view(), blocks[2].view(), base_, nullptr);
      EXPECT_EQ(blocks[input].rows(), expected(a, b, c)) << "in place of input " << input;
    }
    Block level(a, n);
    const std::size_t rows = (moduli_.size() + 1) / 2;
    operation_.apply(level.span().first(rows), Block(a, n).view().first(rows), Block(b, n).view().first(rows),
                     Block(c, n).view().first(rows), base_, nullptr);
    Rows of_level = a;
    const Rows all = expected(a, b, c);
    std::copy(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(rows), of_level.begin());
    EXPECT_EQ(level.rows(), of_level);
  }
}

INSTANTIATE_TEST_SUITE_P(Bases, RowOperationTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, row_operations().size()),
                                            ::testing::Values(0, 2, 3, 12, 13)),
                         [](const auto& test) {
                           return test_name(std::get<0>(test.param)) + "_" +
                                  row_operations()[std::get<1>(test.param)].name + "_" +
                                  bases()[std::get<2>(test.param)].name;
                         });

/// Rows longer than the memory for sums.
TEST(RowOperations, AddProductsToLongRows) {
  constexpr std::size_t n = 1037;
  const Words moduli = primes(50, 2);
  Random random;
  const Rows a = random_rows(random, moduli, n), b = random_rows(random, moduli, n), c = random_rows(random, moduli, n);
  Block out(2, n, n);
  mul_add(out.span(), Block(a, n).view(), Block(b, n).view(), Block(c, n).view(), RnsBase(moduli));
  Block in_form(2, n, n);
  const RnsBase base(moduli);
  mul_add(in_form.span(), Block(a, n).view(), Block(b, n).view(), Block(c, n).view(), base, ringlet::Form::montgomery);
  sub(in_form.span(), in_form.view(), Block(c, n).view(), base);
  to_montgomery(in_form.span(), in_form.view(), base);
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      const mpz_class product = big(a[i][k]) * big(b[i][k]);
      ASSERT_EQ(out.span()[i][k], residue(product + big(c[i][k]), moduli[i])) << k;
      ASSERT_EQ(in_form.span()[i][k], residue(product, moduli[i])) << k;
    }
  }
}

TEST(RowOperations, RefuseShapesAndOverlaps) {
  const RnsBase base(primes(50, 2));
  Words words(100);
  std::uint64_t* const p = words.data();
  const RnsView good(p + 60, 2, 10);
  for (const RowOperation& operation : row_operations()) {
    const auto error = [&](RnsSpan out, RnsView a, RnsView last) {
      const RnsView inputs[3] = {a, operation.inputs == 2 ? last : good, operation.inputs == 3 ? last : good};
      const std::string message = message_of<std::invalid_argument>(
          [&] { operation.apply(out, inputs[0], inputs[1], inputs[2], base, nullptr); });
      EXPECT_EQ(words, Words(100)) << "something was written by " << operation.name;
      return message;
    };
    EXPECT_THAT(error({p, 2, 10}, {p + 20, 3, 10}, good), AllOf(HasSubstr("rows of a is 3"), HasSubstr("1 to 2")));
    EXPECT_THAT(error({p, 0, 10}, {p + 20, 0, 10}, good), HasSubstr("rows of a is 0"));
    EXPECT_THAT(error({p, 1, 10}, good, good), HasSubstr("rows of out is 1"));
    EXPECT_THAT(error({p, 2, 9}, good, good), AllOf(HasSubstr("out"), HasSubstr("9"), HasSubstr("10")));
    EXPECT_THAT(error({p, 2, 0}, {p, 2, 0}, good), HasSubstr("at least 1"));
    EXPECT_THAT(error({p, 2, 10}, {p + 1, 2, 10}, good),
                HasSubstr("row 0 of out overlaps row 0 of a, but they must be separate or the same row"));
    EXPECT_THAT(error({p, 2, 10}, {p + 10, 2, 10}, good), HasSubstr("row 1 of out overlaps row 0 of a"));
    if (operation.inputs == 1) continue;
    EXPECT_THAT(error({p, 2, 10}, good, {p + 25, 1, 10}), HasSubstr("number of rows"));
    EXPECT_THAT(error({p, 2, 10}, good, {p + 19, 2, 10}), HasSubstr("row 1 of out overlaps row 0"));
  }
}

/// Rows lie one after the other, in another order than in the view.
TEST(RowOperations, TakeManyRowsInAnyOrder) {
  constexpr std::size_t n = 4;
  const Words moduli = primes(30, 100);
  const RnsBase base(moduli);
  Random random;
  const Rows in = random_rows(random, moduli, n);
  const Block block(in, n);
  Words words(moduli.size() * n);
  std::vector<std::uint64_t*> rows;
  for (std::size_t i = 0; i < moduli.size(); ++i) rows.push_back(words.data() + i * 37 % moduli.size() * n);
  const RnsSpan out(rows, n);
  add(out, block.view(), block.view(), base);
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    for (std::size_t k = 0; k < n; ++k) EXPECT_EQ(out[i][k], residue(2 * big(in[i][k]), moduli[i]));
  }
  const auto error = [&] { return message_of<std::invalid_argument>([&] { neg(out, block.view(), base); }); };
  for (const std::size_t moved : {std::size_t{0}, std::size_t{50}, std::size_t{99}}) {
    std::uint64_t* const row = rows[moved];
    rows[moved] = row == words.data() ? row + 1 : row - 1;
    EXPECT_EQ(error(), "rows of out overlap each other, but they must be separate");
    rows[moved] = row;
  }
}

TEST(RowOperations, RefuseEvenModuliAndUnknownForms) {
  const RnsBase base(Words{97, 1 << 20});
  Words words(2, 1);
  const RnsSpan both(words.data(), 2, 1);
  const std::vector<RnsView> terms = {both};
  const auto refuse = [&](auto form, const char* message) {
    EXPECT_THAT(message_of<std::invalid_argument>([&] { mul(both, both, both, base, form); }), HasSubstr(message));
    EXPECT_THAT(message_of<std::invalid_argument>([&] { mul_add(both, both, both, both, base, form); }),
                HasSubstr(message));
    EXPECT_THAT(message_of<std::invalid_argument>([&] { inner_product(both, terms, terms, base, form); }),
                HasSubstr(message));
  };
  const char* even = "moduli[1] is 1048576, but it must be odd for Montgomery form";
  refuse(ringlet::Form::montgomery, even);
  refuse(static_cast<ringlet::Form>(2), "form is 2");
  EXPECT_THAT(message_of<std::invalid_argument>([&] { to_montgomery(both, both, base); }), HasSubstr(even));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { from_montgomery(both, both, base); }), HasSubstr(even));
  EXPECT_EQ(words, Words(2, 1));
  mul(both.first(1), both.first(1), both.first(1), base, ringlet::Form::montgomery);
  mul(both, both, both, base, ringlet::Form::plain);
}

class InnerProductTest : public BackendTest<std::size_t> {
 protected:
  /// Compares the inner product of `blocks`, which alternate between both sides, with the expected one.
  static void check(ringlet::Form form, const Words& moduli, std::vector<Block>& blocks, const Rows& expected) {
    const RnsBase base(moduli);
    std::vector<RnsView> x, y;
    for (std::size_t k = 0; k < blocks.size(); k += 2) {
      x.push_back(blocks[k].view());
      y.push_back(blocks[k + 1].view());
    }
    const std::string name = std::to_string(x.size()) + " terms in form " + std::to_string(static_cast<int>(form));
    const std::size_t n = x[0].size();
    Block out(moduli.size(), n, n + 2);
    ReverseExecutor executor;
    inner_product(out.span(), x, y, base, form, &executor);
    EXPECT_EQ(out.rows(), expected) << name;
    EXPECT_TRUE(out.gaps_are_untouched()) << name;
    EXPECT_EQ(executor.tasks, moduli.size()) << name;
    // In place of the first and of the last operand.
    for (Block* operand : {&blocks.front(), &blocks.back()}) {
      const Rows before = operand->rows();
      inner_product(operand->span(), x, y, base, form);
      EXPECT_EQ(operand->rows(), expected)
          << name << " in place of " << (operand == &blocks.front() ? "a[0]" : "the last b");
      for (std::size_t i = 0; i < moduli.size(); ++i) std::ranges::copy(before[i], operand->span()[i].begin());
    }
  }
};

TEST_P(InnerProductTest, IsTheDefinition) {
  const Words& moduli = bases()[parameter()].moduli;
  Random random;
  // Numbers of terms around those at which sums are folded, and around those of one kernel call.
  for (const std::size_t terms : {1U, 4U, 5U, 8U, 9U, 15U, 16U, 17U, 21U, 22U, 64U, 65U, 129U}) {
    const std::size_t n = terms == 5 ? 517 : 13;
    std::vector<Rows> a, b;
    std::vector<Block> blocks;
    for (std::size_t k = 0; k < terms; ++k) {
      a.push_back(k % 3 == 0 ? largest_rows(moduli, n) : random_rows(random, moduli, n));
      b.push_back(k % 3 != 2 ? largest_rows(moduli, n) : random_rows(random, moduli, n));
      blocks.emplace_back(a.back(), n + k % 5);
      blocks.emplace_back(b.back(), n);
    }
    Rows expected = a[0];
    for (std::size_t i = 0; i < moduli.size(); ++i) {
      for (std::size_t c = 0; c < n; ++c) {
        mpz_class sum = 0;
        for (std::size_t k = 0; k < terms; ++k) sum += big(a[k][i][c]) * big(b[k][i][c]);
        expected[i][c] = residue(sum, moduli[i]);
      }
    }
    check(ringlet::Form::plain, moduli, blocks, expected);
    if (odd_among(moduli) != moduli) continue;
    for (std::size_t i = 0; i < moduli.size(); ++i) {
      const mpz_class per_r = inverse_of_r(moduli[i]);
      for (std::uint64_t& x : expected[i]) x = residue(big(x) * per_r, moduli[i]);
    }
    check(ringlet::Form::montgomery, moduli, blocks, expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Bases, InnerProductTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Values(0, 1, 2, 3, 4, 12, 17, 18)),
                         [](const auto& test) {
                           return test_name(std::get<0>(test.param)) + "_" + bases()[std::get<1>(test.param)].name;
                         });

TEST(RowOperations, RefuseTermsOfInnerProducts) {
  const RnsBase base(primes(50, 2));
  Words words(100);
  std::uint64_t* const p = words.data();
  const RnsView x(p, 2, 10), y(p + 20, 2, 10), longer(p + 40, 2, 11), three(p + 40, 3, 10);
  const auto error = [&](RnsSpan out, const std::vector<RnsView>& a, const std::vector<RnsView>& b) {
    return message_of<std::invalid_argument>([&] { inner_product(out, a, b, base); });
  };
  EXPECT_THAT(error({p + 80, 2, 10}, {}, {}), HasSubstr("number of terms is 0"));
  EXPECT_THAT(error({p + 80, 2, 10}, {x}, {x, y}), AllOf(HasSubstr("views in b is 2"), HasSubstr("it must be 1")));
  EXPECT_THAT(error({p + 80, 2, 10}, {x, longer}, {y, y}), AllOf(HasSubstr("a[1]"), HasSubstr("11")));
  EXPECT_THAT(error({p + 80, 2, 10}, {three}, {three}), HasSubstr("rows of a[0] is 3"));
  EXPECT_THAT(error({p + 80, 1, 10}, {x}, {y}), HasSubstr("rows of out is 1"));
  EXPECT_THAT(error({p + 80, 2, 10}, {x, x}, {three, y}), HasSubstr("rows of b[0] is 3"));
  EXPECT_THAT(error({p + 1, 2, 10}, {x}, {y}), HasSubstr("row 0 of out overlaps row 0 of a[0]"));
  EXPECT_THAT(error({p + 21, 2, 10}, {x, x}, {x, y}), HasSubstr("row 0 of out overlaps row 0 of b[1]"));
}

RINGLET_BACKEND_SUITE(ScalarsTest);

TEST_P(ScalarsTest, MultiplyEachRow) {
  Random random;
  for (const NamedBase& named : bases()) {
    const RnsBase base(named.moduli);
    const Words scalars = scalars_of(base);
    const Rows a = random_rows(random, named.moduli, 11);
    Block out(a.size(), 11, 12);
    mul(out.span(), Block(a, 11).view(), scalars, base);
    Rows expected = a;
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::uint64_t& x : expected[i]) x = residue(big(x) * big(scalars[i]), named.moduli[i]);
    }
    EXPECT_EQ(out.rows(), expected) << named.name;
  }
}

TEST(RowOperations, RefuseScalars) {
  const RnsBase base(Words{97, 101});
  Words words(20);
  const auto apply = [&](const Words& scalars, std::size_t rows = 2) {
    mul({words.data(), rows, 10}, {words.data(), rows, 10}, scalars, base);
  };
  EXPECT_THAT(message_of<std::invalid_argument>([&] { apply({1}, 3); }), HasSubstr("rows of a is 3"));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { apply({1}); }), HasSubstr("number of scalars is 1"));
  EXPECT_THAT(message_of<std::out_of_range>([&] { apply({1, 101}); }),
              AllOf(HasSubstr("scalars[1] is 101"), HasSubstr("101")));
  EXPECT_THAT(message_of<std::out_of_range>([&] { apply({97, 1}); }), HasSubstr("scalars[0] is 97"));
  EXPECT_NO_THROW(apply({96, 100, 7}));
}

RINGLET_BACKEND_SUITE(RnsNttTest);

TEST_P(RnsNttTest, TransformsEachRowAsItsPlanDoes) {
  constexpr std::size_t n = 64;
  const Words moduli = {primes(30, 1, 2 * n)[0], primes(50, 1, 2 * n)[0], primes(60, 1, 2 * n)[0],
                        primes(61, 1, 2 * n)[0], primes(62, 1, 2 * n)[0]};
  const RnsBase base(moduli);
  const RnsNtt ntt(n, base);
  EXPECT_EQ(ntt.size(), n);
  EXPECT_EQ(ntt.base(), base);
  Random random;
  const Rows in = random_rows(random, moduli, n);
  Rows expected, any = in;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    for (std::uint64_t& x : any[i]) x = UINT64_MAX - (UINT64_MAX - x) % moduli[i];  // the greatest word of this residue
    ringlet::Ntt(n, base[i]).forward(expected.emplace_back(n), in[i]);
  }
  for (const std::size_t rows : {moduli.size(), std::size_t{1}, std::size_t{3}}) {
    Block out(moduli.size(), n, n + 1);
    ReverseExecutor executor;
    const Block source(in, n);
    ntt.forward(out.span().first(rows), source.view().first(rows), &executor);
    EXPECT_EQ(executor.tasks, rows);
    Rows partly(moduli.size(), Words(n));
    std::copy(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(rows), partly.begin());
    EXPECT_EQ(out.rows(), partly);
    Block words(any, n);  // in place
    ntt.forward(words.span().first(rows), words.view().first(rows), {ringlet::Range::any});
    EXPECT_TRUE(std::ranges::equal(words.view()[rows - 1], expected[rows - 1]));
    ntt.inverse(out.span().first(rows), out.view().first(rows));  // in place
    std::copy(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(rows), partly.begin());
    EXPECT_EQ(out.rows(), partly);
  }
}

TEST_P(RnsNttTest, TransformsSeveralPolynomialsAsOne) {
  constexpr std::size_t n = 32;
  const Words moduli = primes(50, 3, 2 * n);
  const RnsNtt ntt(n, RnsBase(moduli));
  Random random;
  std::vector<Block> in, out, expected;
  for (const std::size_t rows : {3U, 1U, 2U, 3U}) {
    in.emplace_back(random_rows(random, part(moduli, 0, rows), n), n + 2);
    out.emplace_back(rows, n, n + 1);
    ntt.forward(expected.emplace_back(rows, n, n + 1).span(), in.back().view());
  }
  std::vector<RnsView> sources;
  std::vector<RnsSpan> results;
  for (std::size_t k = 0; k < in.size(); ++k) {
    sources.push_back(in[k].view());
    results.push_back(out[k].span());
  }
  ReverseExecutor executor;
  ntt.forward(results, sources, &executor);
  for (std::size_t k = 0; k < in.size(); ++k) {
    EXPECT_EQ(out[k].rows(), expected[k].rows());
    EXPECT_TRUE(out[k].gaps_are_untouched());
  }
  ntt.inverse(results, results);
  for (std::size_t k = 0; k < in.size(); ++k) EXPECT_EQ(out[k].rows(), in[k].rows());
}

TEST(RnsNtt, RefusesModuliShapesAndFactors) {
  const Words moduli = primes(50, 2, 32);
  EXPECT_THAT(message_of<std::invalid_argument>([&] { RnsNtt(16, RnsBase(Words{moduli[0], 7})); }),
              AllOf(HasSubstr("7"), HasSubstr("2n")));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { RnsNtt(12, RnsBase(moduli)); }), HasSubstr("power of two"));
  const RnsNtt ntt(16, RnsBase(moduli));
  Words words(96);
  std::uint64_t* const p = words.data();
  const auto error = [&](RnsSpan out, RnsView in, ringlet::Range range = {}) {
    const std::string message = message_of<std::invalid_argument>([&] { ntt.forward(out, in, range); });
    EXPECT_EQ(message_of<std::invalid_argument>([&] { ntt.inverse(out, in, range); }).empty(), message.empty());
    EXPECT_EQ(words, Words(96)) << "something was written";
    return message;
  };
  EXPECT_THAT(error({p, 3, 16}, {p + 48, 3, 16}), HasSubstr("1 to 2"));
  EXPECT_THAT(error({p, 1, 16}, {p + 48, 2, 16}), HasSubstr("rows of out is 1"));
  EXPECT_THAT(error({p, 2, 8}, {p + 48, 2, 8}), AllOf(HasSubstr("8"), HasSubstr("16")));
  EXPECT_THAT(error({p, 2, 16}, {p + 16, 2, 16}), HasSubstr("overlaps"));
  EXPECT_THAT(error({p, 2, 16}, {p, 2, 16}, {3, 1}), HasSubstr("input_factor is 3"));
  EXPECT_THAT(error({p, 2, 16}, {p, 2, 16}, {1, 3}), HasSubstr("output_factor is 3"));
  const auto error_of_several = [&](const std::vector<RnsSpan>& out, const std::vector<RnsView>& in) {
    const std::string message = message_of<std::invalid_argument>([&] { ntt.forward(out, in); });
    EXPECT_EQ(message_of<std::invalid_argument>([&] { ntt.inverse(out, in); }), message);
    EXPECT_EQ(words, Words(96)) << "something was written";
    return message;
  };
  const RnsSpan first(p, 1, 16), second(p + 16, 2, 16), third(p + 48, 1, 16), fourth(p + 64, 2, 16);
  EXPECT_NO_THROW(ntt.forward(std::vector<RnsSpan>{first, second}, std::vector<RnsSpan>{first, second}));
  EXPECT_THAT(error_of_several({}, {}), HasSubstr("number of polynomials in is 0"));
  EXPECT_THAT(error_of_several({first}, {third, fourth}), HasSubstr("number of polynomials out is 1"));
  EXPECT_THAT(error_of_several({first, second}, {third, third}), HasSubstr("rows of out[1] is 2"));
  EXPECT_THAT(error_of_several({first, {p, 1, 16}}, {third, third}),
              HasSubstr("row 0 of out[0] overlaps row 0 of out[1]"));
  EXPECT_THAT(error_of_several({third, second}, {first, {p + 48, 2, 16}}),
              HasSubstr("row 0 of out[0] overlaps row 0 of in[1]"));
}

TEST(RnsNtt, TakesAnyPrimitiveRoots) {
  Random random;
  for (const std::size_t n : {2U, 16U, 64U}) {
    const Words moduli = joined({primes(50, 2, 2 * n), primes(61, 1, 2 * n), primes_of_62_bits(2 * n)});
    const Words psi = powers_of_roots(moduli, n, 2 * random.up_to(n - 1) + 1);
    const Rows in = random_rows(random, moduli, n);
    const RnsContext context;
    for (int repeat = 0; repeat < 2; ++repeat) {
      const RnsNtt ntt(n, RnsBase(moduli), {.psi = psi, .context = context});
      Block block(in, n);
      ntt.forward(block.span(), block.view());
      for (std::size_t i = 0; i < moduli.size(); ++i) {
        EXPECT_EQ(ntt[i].root(), psi[i]);
        const reference::Transform definition{reference::Wrap::negacyclic, moduli[i], psi[i]};
        for (std::size_t k = 0; k < n; ++k) {
          ASSERT_EQ(block.rows()[i][k], reference::forward_at(in[i], k, definition)) << "row " << i << ", value " << k;
        }
      }
      ntt.inverse(block.span(), block.view());
      EXPECT_EQ(block.rows(), in);
    }
  }
  const Words moduli = primes(50, 2, 32);
  const auto error = [&](const Words& psi) {
    return message_of<std::invalid_argument>([&] { RnsNtt(16, RnsBase(moduli), {.psi = psi}); });
  };
  const Words right = powers_of_roots(moduli, 16, 3);
  EXPECT_THAT(error({right[0]}), HasSubstr("psi"));
  EXPECT_THAT(error({right[0], right[1], 1}), HasSubstr("psi"));
  EXPECT_THAT(error({right[0], 1}), AllOf(HasSubstr("psi is 1"), HasSubstr("order 32")));
  EXPECT_THAT(error({moduli[0] - 1, right[1]}), HasSubstr("primitive root"));
  EXPECT_THAT(error({moduli[0] + right[0], right[1]}), HasSubstr("primitive root"));
}

TEST(RnsContext, KeepsATransformForEachRoot) {
  const RnsContext context;
  const std::size_t n = 16;
  const ringlet::Modulus q{primes(50, 1, 2 * n)[0]};
  const std::uint64_t smallest = powers_of_roots({q.value()}, n, 1)[0], other = powers_of_roots({q.value()}, n, 3)[0];
  // The smallest root, named and as the default, in either order, and another one, are two plans.
  EXPECT_EQ(context.ntt(n, q, other).root(), other);
  EXPECT_EQ(context.ntt(n, q, smallest).root(), smallest);
  EXPECT_EQ(context.transforms(), 2U);
  EXPECT_EQ(context.ntt(n, q).root(), smallest);
  EXPECT_EQ(context.ntt(n, q).root(), smallest);
  EXPECT_EQ(context.ntt(n, q, other).root(), other);
  EXPECT_EQ(context.transforms(), 2U);
  EXPECT_THROW(static_cast<void>(context.ntt(n, q, 1)), std::invalid_argument);
  EXPECT_EQ(context.transforms(), 2U);
}

TEST(RnsContext, KeepsATransformForEachSizeModulusAndBackend) {
  const RnsContext context;
  const Words moduli = primes(50, 3, 64);
  const RnsBase all(moduli);
  const RnsNtt low(16, all.first(2), {.context = context});
  EXPECT_EQ(context.transforms(), 2U);
  const RnsNtt high(16, all, {.context = context}), other(32, all, {.context = context});
  EXPECT_EQ(context.transforms(), 6U);
  for (const std::string& backend : supported_backends()) {
    const ForcedBackend forced(backend);
    EXPECT_THAT(context.ntt(16, all[0]).describe(), HasSubstr(backend));
  }
  EXPECT_EQ(context.transforms(), 5 + supported_backends().size());
  EXPECT_THROW(static_cast<void>(context.ntt(15, all[0])), std::invalid_argument);
  EXPECT_EQ(context.transforms(), 5 + supported_backends().size());
}

}  // namespace
}  // namespace ringlet_test::rns
