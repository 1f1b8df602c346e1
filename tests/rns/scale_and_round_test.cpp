// Compares conversions with a redundant modulus and the scaling of BFV with their definitions by
// GMP's integers, on every backend.
#include "ringlet/scale_and_round.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "rns/rns_cases.hpp"
#include "support/backends.hpp"
#include "support/errors.hpp"

namespace ringlet_test::rns {
namespace {

using ringlet::Modulus;
using ringlet::ScaleAndRound;

mpz_class floor_of(const mpz_class& x, const mpz_class& divisor) {
  mpz_class quotient;
  mpz_fdiv_q(quotient.get_mpz_t(), x.get_mpz_t(), divisor.get_mpz_t());
  return quotient;
}

/// Returns sum_i y_i Q/q_i + r Q with r in [-m/2, m/2) such that it is `target` modulo m.
mpz_class lifted_by(const mpz_class& x, const Words& moduli, const mpz_class& target, std::uint64_t m) {
  Words residues;
  for (const std::uint64_t q : moduli) residues.push_back(residue(x, q));
  const mpz_class sum = lifted(residues, moduli, Lift::approximate), all = product(moduli), modulus = big(m);
  mpz_class inverse;
  EXPECT_NE(mpz_invert(inverse.get_mpz_t(), all.get_mpz_t(), modulus.get_mpz_t()), 0);
  mpz_class r = big(residue((target - sum) * inverse, m));
  if (2 * r >= modulus) r -= modulus;
  return sum + r * all;
}

/// Returns random integers in [-limit, limit], the corners first.
std::vector<mpz_class> integers_within(Random& random, std::size_t count, const mpz_class& limit) {
  std::vector<mpz_class> result{0, 1, -1, limit, -limit, limit - 1, 1 - limit, limit / 2, -limit / 2};
  const std::size_t words = mpz_sizeinbase(limit.get_mpz_t(), 2) / 64 + 2;
  while (result.size() < count) {
    mpz_class x = 0;
    for (std::size_t i = 0; i < words; ++i) x = (x << 64) + big(random.word());
    mpz_fdiv_r(x.get_mpz_t(), x.get_mpz_t(), mpz_class(2 * limit + 1).get_mpz_t());
    result.push_back(x - limit);
  }
  result.resize(count);
  return result;
}

Words with(const Words& moduli, std::uint64_t last) { return joined({moduli, Words{last}}); }

// ---- redundant moduli ----

struct RedundantCase {
  std::string name;
  Words from;
  std::uint64_t redundant;
  Words to;
};

const std::vector<RedundantCase>& redundant_cases() {
  static const std::vector<RedundantCase> all{
      {"one_of_49", primes(49, 1), primes(30, 1)[0], primes(50, 3)},
      {"five_of_50", primes(50, 6), std::uint64_t{1} << 32, primes(55, 5)},
      {"behz_back", part(primes(61, 6), 1, 6), primes(61, 1)[0], primes(60, 4)},
      {"long_and_short", joined({primes(61, 2), primes(20, 2)}), primes(45, 1)[0],
       joined({primes(17, 1), primes(61, 3)})},
      {"even_moduli", Words{1024, 81, 625}, 49, Words{3, 5, 1 << 20}},
      {"tiny", Words{7, 11, 13, 17}, 2, Words{5, 101}},
      {"sixty_three", primes(54, 63), primes(55, 1)[0], primes(54, 64)},
      {"hundred", primes(54, 100), primes(62, 1)[0], joined({primes_of_62_bits(), primes(54, 96)})},
      {"of_62_bits", primes_of_62_bits(), primes(62, 3)[2], joined({primes(50, 3), primes_of_62_bits()})},
      {"by_one_of_62_bits", primes(50, 2), primes_of_62_bits()[0], primes(55, 3)},
  };
  return all;
}

class RedundantConversionTest : public BackendTest<std::size_t> {
 protected:
  const RedundantCase& case_ = redundant_cases()[parameter()];
  Random random_;

  void expect_conversions(const std::vector<mpz_class>& x, bool are_small) {
    const BaseConversion convert{RnsBase(case_.from), Modulus(case_.redundant), RnsBase(case_.to)};
    EXPECT_EQ(convert.rows(), case_.from.size() + 1);
    const Block in(rows_of(x, with(case_.from, case_.redundant)), x.size() + 3);
    Block out(case_.to.size(), x.size(), x.size() + 1);
    convert(out.span(), in.view());
    EXPECT_TRUE(out.gaps_are_untouched());
    std::vector<mpz_class> expected;
    for (const mpz_class& value : x) {
      expected.push_back(lifted_by(value, case_.from, value, case_.redundant));
      EXPECT_TRUE(!are_small || expected.back() == value)
          << "the documented range is too multiword: " << value.get_str();
    }
    EXPECT_EQ(out.rows(), rows_of(expected, case_.to));
  }
};

TEST_P(RedundantConversionTest, IsExactWhereDocumentedToBe) {
  const mpz_class limit = product(case_.from) * (mpz_class(big(case_.redundant) / 2) - case_.from.size());
  if (limit < 0) return expect_conversions({0}, false);
  for (const std::size_t n : {std::size_t{1}, std::size_t{9}, std::size_t{300}})
    expect_conversions(integers_within(random_, n, limit), true);
}

TEST_P(RedundantConversionTest, TakesOtherResiduesForWhatIsDocumented) {
  const mpz_class all = product(with(case_.from, case_.redundant));
  expect_conversions(integers_within(random_, 500, all), false);
}

INSTANTIATE_TEST_SUITE_P(Bases, RedundantConversionTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, redundant_cases().size())),
                         named_by_backend([](std::size_t i) { return redundant_cases()[i].name; }));

TEST(RedundantConversion, RefusesModuliAndShapes) {
  const RnsBase from(primes(50, 3)), to(primes(55, 2));
  const auto error = [&](std::uint64_t m) {
    return message_of<std::invalid_argument>([&] { BaseConversion(from, Modulus(m), to); });
  };
  EXPECT_THAT(error(from[1].value()), AllOf(HasSubstr("redundant is"), HasSubstr("no factor in common")));
  EXPECT_THAT(error(std::uint64_t{1} << 62), AllOf(HasSubstr("redundant is"), HasSubstr("[2, 2^62)")));
  const BaseConversion convert{from, Modulus(std::uint64_t{1} << 32), to};
  EXPECT_EQ(convert.lift(), Lift::centred);
  Words words(100);
  std::uint64_t* const p = words.data();
  EXPECT_NO_THROW(convert(RnsSpan(p, 2, 10), RnsView(p + 20, 4, 10)));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { convert(RnsSpan(p, 2, 10), RnsView(p + 20, 3, 10)); }),
              AllOf(HasSubstr("rows of in is 3"), HasSubstr("4")));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { convert(RnsSpan(p, 2, 10), RnsView(p + 19, 4, 10)); }),
              HasSubstr("row 1 of out overlaps row 0 of in"));
}

// ---- the scaling of BFV ----

struct ScalingCase {
  std::string name;
  Words base;
  Words auxiliary;
  std::uint64_t t;
  std::uint64_t montgomery;
};

const std::vector<ScalingCase>& scaling_cases() {
  const auto two_to = [](unsigned exponent) { return std::uint64_t{1} << exponent; };
  static const std::vector<ScalingCase> all{
      {"hps_one_modulus", primes(60, 1), part(primes(61, 4), 0, 2), 65537, 0},
      {"hps_short_last", primes(50, 2), joined({primes(55, 3), Words{251}}), 3, 0},
      {"hps_five_of_49", primes(49, 5), part(primes(49, 12), 5, 12), 65537, 0},
      {"hps_mixed", joined({primes(30, 1), primes(55, 2), primes(60, 2)}), primes(61, 7), two_to(40) + 1, 0},
      {"hps_long_and_short", primes(61, 2), primes(30, 9), 2, 0},
      {"behz_seal", primes(60, 4), primes(61, 6), 786433, two_to(32)},
      {"behz_one_modulus", primes(36, 1), primes(61, 3), 3, two_to(32)},
      {"behz_two_moduli", primes(30, 1), primes(61, 2), 3, two_to(16)},
      {"behz_odd", primes(50, 3), primes(55, 6), 257, 12289},
      {"behz_long", primes(49, 2), primes(50, 5), two_to(20), two_to(60)},
      {"behz_many", primes(50, 30), primes(55, 33), 65537, two_to(32)},
      {"hps_of_62_bits", primes(62, 2), primes_above(two_to(61), 4), 65537, 0},
      {"hps_to_62_bits", primes(50, 3), primes_of_62_bits(), 65537, 0},
      {"hps_hundreds", primes(30, 100), primes(31, 150), 3, 0},
      {"behz_of_62_bits", primes(62, 2), primes_above(two_to(61), 5), 65537, two_to(61) + 1},
  };
  return all;
}

class ScaleAndRoundTest : public BackendTest<std::size_t> {
 protected:
  const ScalingCase& case_ = scaling_cases()[parameter()];
  const bool is_behz_ = case_.montgomery != 0;
  const mpz_class all_ = product(case_.base);
  const ScaleAndRound scale_{
      RnsBase(case_.base), RnsBase(case_.auxiliary), case_.t, {.montgomery_modulus = case_.montgomery}};
  Random random_;

  /// Returns the integer to which x in [0, Q) is extended.
  [[nodiscard]] mpz_class extended(const mpz_class& x) const {
    if (!is_behz_) return 2 * x >= all_ ? mpz_class(x - all_) : x;
    const mpz_class m = big(case_.montgomery), product = lifted_by(m * x, case_.base, 0, case_.montgomery);
    EXPECT_TRUE(product % m == 0) << product.get_str();
    return product / m;
  }

  /// Returns the largest |x| that may be scaled.
  [[nodiscard]] mpz_class limit() const {
    const mpz_class t = big(case_.t);
    const std::size_t aux = case_.auxiliary.size();
    if (!is_behz_) return (product(case_.auxiliary) * 499 / 1000 - 1) * all_ / t;
    const mpz_class b = product(part(case_.auxiliary, 0, aux - 1)), m = big(case_.auxiliary.back());
    return (b * (m / 2 - (aux - 1)) - case_.base.size()) * all_ / t;
  }

  /// Returns t x / Q, rounded as documented.
  [[nodiscard]] mpz_class scaled(const mpz_class& x) const {
    const mpz_class product = big(case_.t) * x;
    if (!is_behz_) return floor_of(2 * product + all_, 2 * all_);
    Words residues;
    for (const std::uint64_t q : case_.base) residues.push_back(residue(product, q));
    const mpz_class quotient = (product - lifted(residues, case_.base, Lift::approximate)) / all_;
    const mpz_class floor = floor_of(product, all_);
    EXPECT_TRUE(quotient <= floor && quotient + case_.base.size() > floor) << x.get_str();
    return quotient;
  }
};

TEST_P(ScaleAndRoundTest, ExtendsToTheAuxiliaryBase) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{7}, std::size_t{700}}) {
    const std::vector<mpz_class> x = integers(random_, n, case_.base);
    const Block in(rows_of(x, case_.base), n + 5);
    Block out(case_.auxiliary.size(), n, n + 3);
    scale_.extend(out.span(), in.view());
    EXPECT_TRUE(out.gaps_are_untouched());
    const Rows result = out.rows();
    std::vector<mpz_class> expected;
    for (std::size_t k = 0; k < n; ++k) {
      expected.push_back(extended(x[k]));
      const mpz_class margin = is_behz_ ? all_ * case_.base.size() / big(case_.montgomery) : mpz_class(0);
      EXPECT_TRUE(2 * abs(expected.back()) <= all_ + 2 * margin) << x[k].get_str();
      const bool may_be_above = !is_behz_ && may_be_either(x[k], case_.base, Lift::centred);
      if (may_be_above && result[0][k] == residue(x[k], case_.auxiliary[0])) expected.back() = x[k];
    }
    EXPECT_EQ(result, rows_of(expected, case_.auxiliary));
  }
}

/// Next to Q/2, Montgomery's reduction by several moduli does not always choose the nearest representative.
TEST_P(ScaleAndRoundTest, ExtendsByMontgomerysReduction) {
  if (!is_behz_) return;
  const mpz_class step = all_ / big(case_.montgomery) / 8;
  std::vector<mpz_class> x, expected;
  bool differs = false;
  for (int i = -16; i <= 16; ++i) {
    x.emplace_back(all_ / 2 + i * step);
    expected.push_back(extended(x.back()));
    differs = differs || expected.back() != (2 * x.back() >= all_ ? mpz_class(x.back() - all_) : x.back());
  }
  EXPECT_EQ(differs, case_.base.size() > 1);
  const Block in(rows_of(x, case_.base), x.size());
  Block out(case_.auxiliary.size(), x.size(), x.size());
  scale_.extend(out.span(), in.view());
  EXPECT_EQ(out.rows(), rows_of(expected, case_.auxiliary));
}

TEST_P(ScaleAndRoundTest, RoundsDownNoFractionsButThoseJustAboveHalves) {
  if (is_behz_) return;  // rounds all of them down
  const mpz_class t = big(case_.t), scale = mpz_class(1) << 42;
  std::vector<mpz_class> x;
  std::vector<bool> may_be_down;
  for (const int quotient : {-1000, -1, 0, 1, 777}) {
    // In units of 2^-42, beyond 1/2.
    for (const int fraction : {0, 1, 2 * static_cast<int>(case_.base.size()) + 1}) {
      const mpz_class numerator = (scale * (2 * quotient + 1) + 2 * fraction) * all_;
      const mpz_class first = -floor_of(-numerator, 2 * scale * t);
      x.insert(x.end(), {first, first - 1});
      const auto is_narrow = [&](const mpz_class& value) { return may_be_either(value, case_.base, Lift::centred); };
      for (const mpz_class& value : {first, mpz_class(first - 1)}) {
        may_be_down.push_back(is_narrow(t * value - floor_of(t * value, all_) * all_));
      }
    }
  }
  const Block in(rows_of(x, case_.base), x.size()), auxiliary(rows_of(x, case_.auxiliary), x.size());
  Block out(case_.base.size(), x.size(), x.size());
  scale_(out.span(), in.view(), auxiliary.view());
  const Rows result = out.rows();
  for (std::size_t k = 0; k < x.size(); ++k) {
    mpz_class expected = scaled(x[k]);
    if (may_be_down[k] && result[0][k] != residue(expected, case_.base[0])) --expected;
    for (std::size_t i = 0; i < case_.base.size(); ++i) {
      EXPECT_EQ(result[i][k], residue(expected, case_.base[i])) << x[k].get_str();
    }
  }
}

TEST_P(ScaleAndRoundTest, ScalesAndRounds) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{10}, std::size_t{700}}) {
    const std::vector<mpz_class> x = integers_within(random_, n, limit());
    const Block in(rows_of(x, case_.base), n), auxiliary(rows_of(x, case_.auxiliary), n + 8);
    Block out(case_.base.size(), n, n + 1), in_place = in;
    scale_(out.span(), in.view(), auxiliary.view());
    EXPECT_TRUE(out.gaps_are_untouched());
    std::vector<mpz_class> expected;
    for (const mpz_class& value : x) expected.push_back(scaled(value));
    EXPECT_EQ(out.rows(), rows_of(expected, case_.base));
    ReverseExecutor executor;
    scale_(in_place.span(), in_place.view(), auxiliary.view(), &executor);
    EXPECT_EQ(in_place.rows(), out.rows());
  }
}

INSTANTIATE_TEST_SUITE_P(Bases, ScaleAndRoundTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, scaling_cases().size())),
                         named_by_backend([](std::size_t i) { return scaling_cases()[i].name; }));

TEST(ScaleAndRound, RefusesModuli) {
  const RnsBase base(primes(50, 3)), auxiliary(part(primes(61, 4), 0, 4));
  const auto error = [](const RnsBase& q, const RnsBase& b, std::uint64_t t, std::uint64_t m) {
    return message_of<std::invalid_argument>([&] { ScaleAndRound(q, b, t, {.montgomery_modulus = m}); });
  };
  EXPECT_THAT(error(base, auxiliary, 0, 0), HasSubstr("t is 0"));
  EXPECT_THAT(error(base, base, 3, 0), AllOf(HasSubstr("auxiliary[0] is"), HasSubstr("base[0]")));
  EXPECT_THAT(error(base, auxiliary, 3, 1), AllOf(HasSubstr("montgomery_modulus is 1"), HasSubstr("[2, 2^62)")));
  EXPECT_THAT(error(base, auxiliary, 3, std::uint64_t{1} << 62), HasSubstr("[2, 2^62)"));
  EXPECT_THAT(error(base, auxiliary, 3, base[2].value()), HasSubstr("montgomery_modulus is"));
  EXPECT_THAT(error(base, auxiliary, 3, auxiliary[3].value()), HasSubstr("montgomery_modulus is"));
  EXPECT_THAT(error(base, auxiliary.first(1), 3, 65536), HasSubstr("number of moduli of auxiliary is 1"));
  EXPECT_NO_THROW(ScaleAndRound(base, auxiliary.first(1), 3));
}

TEST(ScaleAndRound, RefusesShapesAndOverlaps) {
  const ScaleAndRound scale{RnsBase(primes(50, 2)), RnsBase(primes(61, 3)), 65537};
  Words words(100);
  std::uint64_t* const p = words.data();
  const auto extend_error = [&](RnsSpan out, RnsView in) {
    return message_of<std::invalid_argument>([&] { scale.extend(out, in); });
  };
  EXPECT_NO_THROW(scale.extend({p, 3, 10}, {p + 30, 2, 10}));
  EXPECT_THAT(extend_error({p, 2, 10}, {p + 30, 2, 10}), HasSubstr("rows of out is 2"));
  EXPECT_THAT(extend_error({p, 3, 10}, {p + 30, 3, 10}), HasSubstr("rows of in is 3"));
  EXPECT_THAT(extend_error({p, 3, 10}, {p + 20, 2, 10}), HasSubstr("row 2 of out overlaps row 0 of in"));
  const auto scale_error = [&](RnsSpan out, RnsView in, RnsView auxiliary) {
    return message_of<std::invalid_argument>([&] { scale(out, in, auxiliary); });
  };
  EXPECT_NO_THROW(scale({p, 2, 10}, {p, 2, 10}, {p + 30, 3, 10}));
  EXPECT_THAT(scale_error({p, 2, 10}, {p + 20, 1, 10}, {p + 40, 3, 10}), HasSubstr("rows of in is 1"));
  EXPECT_THAT(scale_error({p, 1, 10}, {p + 20, 2, 10}, {p + 40, 3, 10}), HasSubstr("rows of out is 1"));
  EXPECT_THAT(scale_error({p, 2, 10}, {p + 20, 2, 10}, {p + 40, 2, 10}), HasSubstr("rows of auxiliary is 2"));
  EXPECT_THAT(scale_error({p, 2, 10}, {p + 20, 2, 10}, {p + 40, 3, 9}), HasSubstr("auxiliary"));
  EXPECT_THAT(scale_error({p, 2, 0}, {p, 2, 0}, {p + 40, 3, 0}), HasSubstr("at least 1"));
  EXPECT_THAT(scale_error({p, 2, 10}, {p + 10, 2, 10}, {p + 40, 3, 10}), HasSubstr("overlaps row 0 of in"));
  EXPECT_THAT(scale_error({p, 2, 10}, {p, 2, 10}, {p + 10, 3, 10}), HasSubstr("of auxiliary"));
}

}  // namespace
}  // namespace ringlet_test::rns
