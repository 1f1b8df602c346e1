// Compares conversions of bases with GMP's integers, on every backend.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "reference/primes.hpp"
#include "rns/rns_cases.hpp"
#include "support/backends.hpp"
#include "support/errors.hpp"

namespace ringlet_test::rns {
namespace {

using ringlet::Modulus;

/// Compares the conversion of x with its definition.
void expect_lift(const Words& from, const Words& to, Lift lift, const std::vector<mpz_class>& x) {
  const BaseConversion convert{RnsBase(from), RnsBase(to), lift};
  EXPECT_THAT(convert.describe(), HasSubstr(from.size() == 1 ? " / " : " / dot"));
  const mpz_class all = product(from);
  const std::size_t n = x.size();
  const Rows residues = rows_of(x, from);
  const Block in(residues, n + 5);
  Block out(to.size(), n, n + 3);
  convert(out.span(), in.view());
  EXPECT_TRUE(out.gaps_are_untouched());
  const Rows result = out.rows();
  for (std::size_t k = 0; k < n; ++k) {
    Words column, converted;
    for (const Words& row : residues) column.push_back(row[k]);
    for (const Words& row : result) converted.push_back(row[k]);
    const mpz_class expected = lifted(column, from, lift);
    const auto residues_of = [&](const mpz_class& integer) {
      Words words;
      for (const std::uint64_t p : to) words.push_back(residue(integer, p));
      return words;
    };
    // If either representative is allowed, the other one is Q away.
    if (may_be_either(x[k], from, lift) && converted != residues_of(expected)) {
      EXPECT_EQ(converted, residues_of(lift == Lift::floor ? mpz_class(expected - all) : mpz_class(expected + all)));
    } else {
      EXPECT_EQ(converted, residues_of(expected)) << "x = " << x[k].get_str() << ", n = " << n;
    }
  }
}

class ConversionTest : public BackendTest<std::size_t, std::size_t, Lift> {};

TEST_P(ConversionTest, IsTheLiftModuloTheOtherBase) {
  const Words& from = bases()[parameter<0>()].moduli;
  Random random;
  for (const std::size_t n : {std::size_t{1}, std::size_t{7}, std::size_t{133}}) {
    expect_lift(from, bases()[parameter<1>()].moduli, parameter<2>(), integers(random, n, from));
  }
}

std::string lift_name(Lift lift) {
  return lift == Lift::approximate ? "approximate" : lift == Lift::floor ? "floor" : "centred";
}

INSTANTIATE_TEST_SUITE_P(Bases, ConversionTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, bases().size()),
                                            ::testing::Values(1, 2, 3, 6, 9, 10, 11, 12, 13, 21),
                                            ::testing::Values(Lift::approximate, Lift::floor, Lift::centred)),
                         [](const auto& test) {
                           return test_name(std::get<0>(test.param)) + "_" + bases()[std::get<1>(test.param)].name +
                                  "_to_" + bases()[std::get<2>(test.param)].name + "_" +
                                  lift_name(std::get<3>(test.param));
                         });

class MixedConversionTest : public BackendTest<std::size_t> {
 protected:
  /// Primes next to both sides of the ends of the kernels' ranges.
  static const Words& edges() {
    static const Words all = [] {
      Words found;
      // 2^50 + 2^43 ends the range of 52-bit multiply-adds.
      for (const unsigned bits : {49U, 50U, 0U, 55U, 60U, 61U}) {
        const std::uint64_t end =
            bits == 0 ? (std::uint64_t{1} << 50) + (std::uint64_t{1} << 43) : std::uint64_t{1} << bits;
        found.push_back(reference::largest_prime_below(end, 2).value());
        found.push_back(reference::smallest_prime_above(end, 2).value());
      }
      found.push_back(primes(62, 1).front());
      return found;
    }();
    return all;
  }
  /// Returns the next prime that is farther from the end.
  [[nodiscard]] static std::uint64_t next(std::uint64_t p, bool is_above) {
    return (is_above ? reference::smallest_prime_above(p, 2) : reference::largest_prime_below(p, 2)).value();
  }
};

/// Rows and outputs of each length, in every order, where most outputs have the length of the parameter.
TEST_P(MixedConversionTest, IsTheLiftForLengthsInEveryOrder) {
  const bool is_above = parameter() % 2 == 1;
  const std::uint64_t typical = edges()[parameter()], second = next(typical, is_above), third = next(second, is_above);
  Random random;
  std::size_t turn = 0;
  for (const std::uint64_t a : edges()) {
    for (const std::uint64_t b : edges()) {
      for (const std::uint64_t c : edges()) {
        if (a == b || a == c || b == c) continue;
        Words to = {typical, second, third};
        const std::uint64_t other = edges()[turn % edges().size()];
        if (other != typical) to.insert(to.begin() + static_cast<std::ptrdiff_t>(turn % 4), other);
        expect_lift({a, b, c}, to, static_cast<Lift>(turn % 3), integers(random, 11, {a, b, c}));
        ++turn;
      }
    }
  }
}

/// The row of the multiple of Q is as long as the redundant modulus.
TEST_P(MixedConversionTest, IsExactForRedundantModuliOfEveryLength) {
  Random random;
  const std::uint64_t b = edges()[parameter()];
  for (const std::uint64_t a : edges()) {
    for (const std::uint64_t m : edges()) {
      if (a == b || a == m || b == m) continue;
      const Words from = {a, b}, all = {a, b, m};
      const mpz_class limit = product(from) * (big(m / 2) - 2);
      std::vector<mpz_class> x = {limit, -limit, 0, -1, 1};
      for (const mpz_class& y : integers(random, 12, all)) x.push_back(mpz_class(y % (2 * limit)) - limit);
      const Block in(rows_of(x, all), x.size());
      const Words to = {next(b, parameter() % 2 == 1), m, a};
      Block out(to.size(), x.size(), x.size());
      BaseConversion(RnsBase(from), ringlet::Modulus(m), RnsBase(to))(out.span(), in.view());
      EXPECT_EQ(out.rows(), rows_of(x, to)) << a << ", " << b << " and " << m;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Edges, MixedConversionTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, std::size_t{13})),
                         [](const auto& test) {
                           return test_name(std::get<0>(test.param)) + "_" + std::to_string(std::get<1>(test.param));
                         });

/// A term of the shorter arithmetic counts half as much as one of the longer.
TEST(BaseConversion, SplitsRowsWhereThatSavesTime) {
  const Words s = primes(50, 6), l = primes(60, 7);
  const Words one_long = {l[0], s[0], s[1]}, two_long = {l[0], s[0], l[1]};
  const auto to = [&](std::size_t shorter, std::size_t longer) {
    return joined({part(s, 2, 2 + shorter), part(l, 2, 2 + longer)});
  };
  struct Names {
    std::string backend, shorter, longer;
  };
  for (const auto& [backend, shorter, longer] : {Names{"avx2", "avx2 / dot_doubles", "avx2 / dot_limbs"},
                                                 {"avx512dq", "avx512dq / dot_doubles", "avx512dq / dot_limbs"},
                                                 {"avx512ifma", "avx512ifma / dot52", "avx512ifma / dot_limbs"},
                                                 {"neon", "neon / dot_doubles", "scalar / dot_words"},
                                                 {"scalar", "scalar / dot_words", "scalar / dot_words"}}) {
    if (!is_supported(backend)) continue;
    const ForcedBackend forced(backend);
    const std::string both = shorter == longer ? shorter : shorter + ", " + longer;
    const auto kernels = [](const Words& from, const Words& targets, Lift lift = Lift::floor) {
      return BaseConversion(RnsBase(from), RnsBase(targets), lift).describe();
    };
    const auto redundant = [&](const Words& targets) {
      return BaseConversion(RnsBase(part(s, 0, 2)), ringlet::Modulus(l[0]), RnsBase(targets)).describe();
    };
    EXPECT_EQ(kernels(part(s, 0, 2), to(2, 2)), both);
    // One of four rows.
    EXPECT_EQ(kernels(one_long, to(3, 0)), shorter);
    EXPECT_EQ(kernels(one_long, to(3, 1)), both);
    EXPECT_EQ(kernels(one_long, to(2, 3)), both);
    EXPECT_EQ(kernels(one_long, to(3, 5)), longer);
    EXPECT_EQ(kernels(one_long, to(1, 2)), longer);
    // Two of four rows are split together.
    EXPECT_EQ(kernels(two_long, to(4, 2)), both);
    EXPECT_EQ(kernels(two_long, to(3, 2)), longer);
    // All rows.
    EXPECT_EQ(kernels(part(l, 0, 2), to(2, 0), Lift::approximate), shorter);
    EXPECT_EQ(kernels(part(l, 0, 2), to(4, 1), Lift::approximate), longer);
    // The row of multiples of Q, one of three.
    EXPECT_EQ(redundant(to(1, 1)), both);
    EXPECT_EQ(redundant(to(3, 4)), longer);
  }
}

/// The rows of each length are split or not, with the longer rows.
TEST(BaseConversion, SplitsRowsOfThreeLengths) {
  if (!is_supported("avx512ifma")) GTEST_SKIP() << "this CPU does not support avx512ifma";
  const ForcedBackend forced("avx512ifma");
  const Words s = primes(50, 4), m = primes(53, 3), from = {primes(60, 1)[0], m[0], s[0]};
  const auto kernels = [&](const Words& to) {
    return BaseConversion(RnsBase(from), RnsBase(to), Lift::floor).describe();
  };
  EXPECT_EQ(kernels({s[1], s[2], s[3], m[1]}), "avx512ifma / dot52, avx512ifma / dot52_long");
  EXPECT_EQ(kernels({s[1], s[2], m[1], m[2]}), "avx512ifma / dot52_long");
}

/// All backends must agree, also next to every change of representatives.
TEST(BaseConversion, BackendsAgreeNextToEveryChangeOfRepresentatives) {
  for (const NamedBase& named : bases()) {
    const mpz_class all = product(named.moduli);
    std::vector<mpz_class> x;
    for (unsigned bit = 0; bit < 64; ++bit) {
      const mpz_class step = all >> bit;
      for (const mpz_class& edge : {all, mpz_class(all / 2)}) {
        for (const mpz_class& y : {mpz_class(edge - step), mpz_class(edge + step), mpz_class(edge - step - 1)}) {
          mpz_class reduced;
          mpz_fdiv_r(reduced.get_mpz_t(), y.get_mpz_t(), all.get_mpz_t());
          x.push_back(reduced);
        }
      }
    }
    const Block in(rows_of(x, named.moduli), x.size());
    const Words to = primes(59, 3);
    for (const Lift lift : {Lift::floor, Lift::centred}) {
      Rows first;
      for (const std::string& backend : supported_backends()) {
        const ForcedBackend forced(backend);
        Block out(to.size(), x.size(), x.size());
        BaseConversion(RnsBase(named.moduli), RnsBase(to), lift)(out.span(), in.view());
        if (first.empty()) first = out.rows();
        EXPECT_EQ(out.rows(), first) << named.name << " on " << backend;
      }
    }
  }
}

/// So many rows that tiles do not fit on the stack, to more rows than one call of a kernel takes.
TEST(BaseConversion, OfHundredsOfModuli) {
  Random random;
  const Words from = joined({primes_of_62_bits(), primes(61, 4), primes(40, 592)}), to = primes(50, 150);
  for (const std::string& backend : supported_backends()) {
    const ForcedBackend forced(backend);
    for (const Lift lift : {Lift::approximate, Lift::floor, Lift::centred}) {
      expect_lift(from, to, lift, integers(random, 70, from));
    }
  }
}

/// Returns the `count` largest primes below 2^bits for which 2^(42 + bits) / q has a fraction above 0.9, or below 0.1.
Words primes_by_fraction(unsigned bits, std::size_t count, bool is_large) {
  const mpz_class power = mpz_class(1) << (42 + bits);
  Words found;
  for (std::uint64_t q = std::uint64_t{1} << bits; found.size() < count;) {
    q = reference::largest_prime_below(q, 2).value();
    const std::uint64_t tenths = 10 * residue(power, q) / q;
    if (tenths == (is_large ? 9U : 0U)) found.push_back(q);
  }
  return found;
}

/// The estimate of the multiple of Q is rounded down, here by very little or by nearly the most possible.
TEST(BaseConversion, FloorIsExactUpToWhereItMayBeEither) {
  const Words to = primes(59, 1);
  for (const std::size_t terms : {2U, 32U}) {
    for (const bool is_large : {false, true}) {
      const Words from = primes_by_fraction(30, terms, is_large);
      const mpz_class all = product(from);
      std::vector<mpz_class> x;
      for (unsigned i = 0; i < 500; ++i) x.emplace_back(i);
      mpz_class highest = all - 1;
      while (may_be_either(highest, from, Lift::floor)) highest -= (all >> 42) + 1;
      while (!may_be_either(highest + (all >> 52), from, Lift::floor)) highest += all >> 52;
      for (unsigned i = 0; i < 500; ++i) x.push_back(highest - i);
      const Block in(rows_of(x, from), x.size());
      Block out(1, x.size(), x.size());
      BaseConversion(RnsBase(from), RnsBase(to), Lift::floor)(out.span(), in.view());
      EXPECT_EQ(out.rows(), rows_of(x, to)) << terms << " moduli, large fractions: " << is_large;
    }
  }
}

/// One product serves if one modulus is below four times the other; otherwise values are reduced first.
TEST(BaseConversion, OfOneModulusNextToEveryMultipleOfAnother) {
  Random random;
  for (const std::string& backend : supported_backends()) {
    const ForcedBackend forced(backend);
    for (const unsigned bits : {30u, 48u, 49u, 50u, 57u, 59u}) {
      const std::uint64_t p = primes(bits, 1).front();
      for (const std::uint64_t multiple : {1u, 2u, 3u, 4u, 5u, 6u, 8u}) {
        for (const std::uint64_t q : {multiple * p - 1, multiple * p + 1}) {
          if (q >> 62 != 0) continue;
          SCOPED_TRACE(testing::Message() << backend << ": " << q << " to " << p);
          const BaseConversion convert{RnsBase(Words{q}), RnsBase(Words{p}), Lift::approximate};
          const Rows residues = rows_of(integers(random, 300, {q}), {q});
          const Block in(residues, 300);
          Block out(1, 300, 300);
          convert(out.span(), in.view());
          const Rows result = out.rows();
          for (std::size_t k = 0; k < 300; ++k) ASSERT_EQ(result[0][k], residues[0][k] % p) << residues[0][k];
        }
      }
    }
  }
}

TEST(BaseConversion, RowsAndTasksInAnyOrder) {
  Random random;
  const Words from = primes(50, 5), to = primes(55, 4);
  constexpr std::size_t n = 5000;
  const Rows rows = rows_of(integers(random, n, from), from);
  const Block in(rows, n);
  const BaseConversion convert{RnsBase(from), RnsBase(to), Lift::centred};
  Block expected(to.size(), n, n), out(to.size(), n, n + 8);
  convert(expected.span(), in.view());

  std::vector<const std::uint64_t*> sources;
  for (const Words& row : rows) sources.push_back(row.data());
  ReverseExecutor executor;
  convert(out.span(), RnsView(sources, n), &executor);
  EXPECT_EQ(out.rows(), expected.rows());
  EXPECT_GT(executor.tasks, 1U);
}

TEST(BaseConversion, RefusesShapesAndOverlaps) {
  const RnsBase from(primes(50, 3)), to(primes(55, 2));
  const BaseConversion convert(from, to, Lift::floor);
  Words words(100);
  const auto error = [&](RnsSpan out, RnsView in) {
    return message_of<std::invalid_argument>([&] { convert(out, in); });
  };
  std::uint64_t* const p = words.data();
  EXPECT_NO_THROW(convert(RnsSpan(p, 2, 10), RnsView(p + 20, 3, 10)));
  // Rows lie between those of the other array. One row would overlap, but does not exist.
  EXPECT_NO_THROW(convert(RnsSpan(p, 2, 10, 20), RnsView(p + 10, 3, 10, 30)));
  EXPECT_NO_THROW(convert(RnsSpan(p + 10, 2, 10, 50), RnsView(p, 3, 10, 20)));
  EXPECT_THAT(error({p, 3, 10}, {p + 30, 3, 10}), AllOf(HasSubstr("rows of out is 3"), HasSubstr("2")));
  EXPECT_THAT(error({p, 2, 10}, {p + 30, 2, 10}), AllOf(HasSubstr("rows of in is 2"), HasSubstr("3")));
  EXPECT_THAT(error({p, 2, 9}, {p + 30, 3, 10}), AllOf(HasSubstr("out"), HasSubstr("9"), HasSubstr("10")));
  EXPECT_THAT(error({p, 2, 0}, {p + 30, 3, 0}), HasSubstr("at least 1"));
  EXPECT_THAT(error({p, 2, 10}, {p + 19, 3, 10}),
              ::testing::EndsWith("row 1 of out overlaps row 0 of in, but they must be separate"));
  EXPECT_THAT(error({p + 30, 2, 10}, {p, 3, 10, 15}), HasSubstr("row 0 of out overlaps row 2 of in"));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { BaseConversion(from, to, static_cast<Lift>(7)); }),
              HasSubstr("lift is 7"));
}

}  // namespace
}  // namespace ringlet_test::rns
