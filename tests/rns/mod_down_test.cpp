// Compares the division by the last moduli of a base with its definition by GMP's integers, on every backend.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "ringlet/number_theory.hpp"
#include "rns/rns_cases.hpp"
#include "support/backends.hpp"
#include "support/errors.hpp"

namespace ringlet_test::rns {
namespace {

struct ModDownCase {
  std::string name;
  Words moduli;
  std::size_t dropped;
  std::uint64_t plaintext_modulus;
  std::uint64_t numerator = 1;
  Lift lift = Lift::centred;
};

constexpr std::size_t n = 64;

const std::vector<ModDownCase>& cases() {
  static const std::vector<ModDownCase> all = [] {
    const auto of = [](unsigned bits, std::size_t count) { return primes(bits, count, 2 * n); };
    std::vector<ModDownCase> result;
    for (const std::uint64_t t : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{65537}, std::uint64_t{1} << 63}) {
      const std::string suffix = t == 1 ? "" : "_t" + std::to_string(t);
      result.push_back({"two_of_50" + suffix, of(50, 2), 1, t});
      result.push_back({"one_of_four_of_55" + suffix, of(55, 4), 1, t});
      result.push_back({"mixed" + suffix, joined({of(30, 2), of(49, 2), of(60, 2), of(61, 1)}), 3, t});
      result.push_back({"all_but_one" + suffix, joined({of(61, 1), of(50, 5)}), 5, t});
    }
    result.push_back({"sixty_four", of(50, 64), 8, 1});
    result.push_back({"hundred", of(50, 100), 10, 1});
    // So many rows that tiles do not fit on the stack.
    result.push_back({"most_of_many", of(40, 170), 160, 65537});
    const Words longest = primes_of_62_bits(2 * n);
    result.push_back({"four_of_62", longest, 2, 1});
    result.push_back({"short_by_62", joined({of(50, 3), longest}), 4, 257});
    result.push_back({"short_by_one_of_62", joined({of(30, 1), of(50, 3), {longest[0]}}), 1, 1});
    result.push_back({"62_by_short", joined({longest, of(49, 2)}), 2, 1, 1, Lift::floor});
    result.push_back({"large_by_small", joined({of(60, 3), Words{257}}), 1, 1});
    result.push_back({"long_among_short", joined({of(50, 6), of(60, 1), of(49, 2)}), 3, 1});
    result.push_back({"one_long_by_short", joined({of(50, 4), of(60, 1)}), 1, 1});
    // BFV's scaling: from products modulo Q B, with Q after B, to B.
    result.push_back({"scaled", joined({of(60, 4), of(50, 3)}), 3, 1, 65537});
    result.push_back({"scaled_by_more_than_a_modulus", joined({of(30, 2), of(31, 3)}), 2, 1, std::uint64_t{1} << 62});
    result.push_back({"rounded_down", joined({of(50, 3), of(55, 2)}), 2, 1, 1, Lift::floor});
    result.push_back({"bgv_of_seal", of(50, 4), 1, 65537, 1, Lift::floor});
    result.push_back({"approximate", joined({of(50, 3), of(60, 3)}), 3, 257, 1, Lift::approximate});
    result.push_back({"small_by_large", joined({Words{257, 641}, of(61, 2)}), 2, 3});
    return result;
  }();
  return all;
}

class ModDownTest : public BackendTest<std::size_t> {
 protected:
  const ModDownCase& case_ = cases()[parameter()];
  const std::size_t kept_ = case_.moduli.size() - case_.dropped;
  const Words kept_moduli_{case_.moduli.begin(), case_.moduli.begin() + static_cast<std::ptrdiff_t>(kept_)};
  const Words dropped_moduli_{case_.moduli.begin() + static_cast<std::ptrdiff_t>(kept_), case_.moduli.end()};
  const RnsBase base_{case_.moduli};
  const RnsNtt ntt_{n, base_};
  Random random_;

  /// Residues of (c x - d) / P, where c is the numerator and d is t times the lift of c x / t modulo P; and
  /// residues that are allowed instead.
  struct Quotients {
    Rows exact;
    Rows allowed;
  };
  [[nodiscard]] Quotients divided(const std::vector<mpz_class>& x) const {
    const mpz_class P = product(dropped_moduli_), t = big(case_.plaintext_modulus);
    mpz_class inverse;
    EXPECT_NE(mpz_invert(inverse.get_mpz_t(), t.get_mpz_t(), P.get_mpz_t()), 0);
    std::vector<mpz_class> exact, allowed;
    for (const mpz_class& value : x) {
      mpz_class d;
      const mpz_class scaled = value * big(case_.numerator);
      mpz_fdiv_r(d.get_mpz_t(), mpz_class(scaled * inverse).get_mpz_t(), P.get_mpz_t());
      const bool is_edge = may_be_either(d, dropped_moduli_, case_.lift);
      Words residues;
      for (const std::uint64_t p : dropped_moduli_) residues.push_back(residue(d, p));
      d = lifted(residues, dropped_moduli_, case_.lift);
      const mpz_class difference = scaled - d * t;
      EXPECT_TRUE(mpz_divisible_p(difference.get_mpz_t(), P.get_mpz_t()));
      exact.emplace_back(difference / P);
      const mpz_class step = case_.lift == Lift::floor ? t : mpz_class(-t);
      allowed.emplace_back(is_edge ? mpz_class(exact.back() + step) : exact.back());
    }
    return {rows_of(exact, kept_moduli_), rows_of(allowed, kept_moduli_)};
  }

  static void expect_one_of(const Quotients& expected, const Rows& rows) {
    for (std::size_t k = 0; k < n; ++k) {
      const auto column = [k](const Rows& all) {
        Words words;
        for (const Words& row : all) words.push_back(row[k]);
        return words;
      };
      const Words result = column(rows);
      if (result != column(expected.allowed)) {
        ASSERT_EQ(result, column(expected.exact)) << "column " << k;
      }
    }
  }
  [[nodiscard]] Rows kept_rows(Rows rows) const {
    rows.resize(kept_);
    return rows;
  }
};

TEST_P(ModDownTest, IsTheDefinition) {
  const ringlet::ModDownOptions options{
      .numerator = case_.numerator, .plaintext_modulus = case_.plaintext_modulus, .lift = case_.lift};
  const ModDown down(ntt_, case_.dropped, options);
  EXPECT_EQ(down.kept(), kept_);
  const std::vector<mpz_class> x = integers(random_, n, case_.moduli);
  const Quotients expected = divided(x);
  const Rows in = rows_of(x, case_.moduli);

  Block out(kept_, n, n + 3);
  ReverseExecutor executor;
  down.on_coefficients(out.span(), Block(in, n + 1).view(), &executor);
  expect_one_of(expected, out.rows());
  EXPECT_TRUE(out.gaps_are_untouched());
  Block in_place(in, n);
  down.on_coefficients(in_place.span().first(kept_), in_place.view());
  EXPECT_EQ(kept_rows(in_place.rows()), out.rows());

  Block evaluations(in, n + 5);
  ntt_.forward(evaluations.span(), evaluations.view());
  for (int repetition = 0; repetition < 2; ++repetition) {
    Block result(kept_, n, n + 2);
    down.on_evaluations(result.span(), evaluations.view(), repetition == 0 ? nullptr : &executor);
    ntt_.inverse(result.span(), result.view());
    EXPECT_EQ(result.rows(), out.rows());
    EXPECT_TRUE(result.gaps_are_untouched());
  }
  down.on_evaluations(evaluations.span().first(kept_), evaluations.view());
  ntt_.inverse(evaluations.span(), evaluations.view());
  EXPECT_EQ(kept_rows(evaluations.rows()), out.rows()) << "in place";
}

RINGLET_BACKEND_SUITE(DivisionByOne);

/// Returns the least prime p = 1 (mod order) above x.
std::uint64_t prime_above(std::uint64_t x, std::uint64_t order) {
  std::uint64_t p = x / order * order + order + 1;
  while (!ringlet::is_prime(p)) p += order;
  return p;
}

/// Checks out = (in - d) / P modulo each kept modulus, where d is the lift of the last row.
void expect_quotients(const Rows& out, const Rows& in, const Words& moduli, Lift lift) {
  const mpz_class divisor = big(moduli.back());
  for (std::size_t k = 0; k < in[0].size(); ++k) {
    const mpz_class d = lifted({in.back()[k]}, {moduli.back()}, lift);
    for (std::size_t j = 0; j < out.size(); ++j) {
      ASSERT_EQ(residue(big(out[j][k]) * divisor + d - big(in[j][k]), moduli[j]), 0U) << moduli.back() << ", " << k;
    }
  }
}

/// Drops moduli of all sizes beside the kept one, from smaller ones to those next to both sides of four times it, where
/// sums leave the range of lazy values. Residues modulo the dropped one lie at the ends and around the half.
TEST_P(DivisionByOne, IsExactUpToTheEndOfTheLazyRange) {
  constexpr std::size_t size = 1024, order = 2 * size;
  Random random;
  for (const unsigned bits : {30U, 46U, 48U, 50U, 52U, 55U, 58U}) {
    const Words kept = primes(bits, 3, order);
    for (const std::uint64_t p :
         joined({primes(bits - 3, 1, order), Words{kept[0], kept[2]}, primes(bits + 1, 1, order),
                 primes(bits + 2, 1, order), Words{prime_above(4 * kept[1], order)},
                 Words{prime_above(5 * kept[1], order)}})) {
      const Words moduli = {kept[1], p};
      const std::uint64_t ends[] = {0, 1, p / 2 - 1, p / 2, p / 2 + 1, p - 2, p - 1};
      Rows in = random_rows(random, moduli, size);
      for (std::size_t k = 0; k < size; k += 1 + k % 3) in[1][k] = ends[k % 7];
      const RnsNtt ntt(size, RnsBase(moduli));
      Block evaluations(in, size), out(1, size, size);
      ntt.forward(evaluations.span(), evaluations.view());
      for (const Lift lift : {Lift::centred, Lift::floor, Lift::approximate}) {
        ModDown(ntt, 1, {.lift = lift}).on_evaluations(out.span(), evaluations.view());
        ntt.inverse(out.span(), out.view());
        expect_quotients(out.rows(), in, moduli, lift);
        if (HasFatalFailure()) return;
      }
    }
  }
}

RINGLET_BACKEND_SUITE(Decryption);

/// Computes round(t x / Q) modulo t. t is the first modulus of the base, and its row's content does not matter.
TEST_P(Decryption, ScalesToThePlaintextModulus) {
  for (const std::uint64_t t : {std::uint64_t{2}, std::uint64_t{257}, std::uint64_t{1} << 40}) {
    const Words q = primes(50, 3), all = joined({{t}, q});
    const ModDown scale(RnsBase(all), 3, {.numerator = t});
    Random random;
    const std::vector<mpz_class> x = integers(random, 600, q);
    Rows in = rows_of(x, q);
    in.insert(in.begin(), Words(x.size(), t - 1));
    Block out(1, x.size(), x.size());
    ReverseExecutor executor;
    scale.on_coefficients(out.span(), Block(in, x.size()).view(), &executor);
    const mpz_class Q = product(q);
    for (std::size_t k = 20; k < x.size(); ++k) {  // after the corners, which are next to halves
      mpz_class rounded;
      mpz_fdiv_q(rounded.get_mpz_t(), mpz_class(2 * x[k] * big(t) + Q).get_mpz_t(), mpz_class(2 * Q).get_mpz_t());
      ASSERT_EQ(out.span()[0][k], residue(rounded, t));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bases, ModDownTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, cases().size())),
                         [](const auto& test) {
                           return test_name(std::get<0>(test.param)) + "_" + cases()[std::get<1>(test.param)].name;
                         });

/// Tasks of different workers prepare several pieces of a polynomial, and transforms of all numbers of passes hand on
/// runs of values.
TEST(ModDown, PiecesOfEvaluationsAreTheWhole) {
  Random random;
  for (const unsigned log_n : {2U, 5U, 8U, 11U, 15U}) {
    const std::size_t size = std::size_t{1} << log_n;
    const Words moduli = primes(50, 5, 2 * size);
    const RnsNtt ntt(size, RnsBase(moduli));
    for (const std::size_t dropped : {std::size_t{1}, std::size_t{2}}) {
      const ModDown down(ntt, dropped);
      const Rows in = random_rows(random, moduli, size);
      Block evaluations(in, size), out(5 - dropped, size, size), expected(5 - dropped, size, size);
      ntt.forward(evaluations.span(), evaluations.view());
      ReverseExecutor executor;
      down.on_evaluations(out.span(), evaluations.view(), &executor);
      down.on_evaluations(evaluations.span().first(5 - dropped), evaluations.view(), &executor);
      EXPECT_EQ(part(evaluations.rows(), 0, 5 - dropped), out.rows()) << "in place, " << size << ", " << dropped;
      ntt.inverse(out.span(), out.view());
      down.on_coefficients(expected.span(), Block(in, size).view());
      EXPECT_EQ(out.rows(), expected.rows()) << size << ", " << dropped;
    }
  }
}

TEST(ModDown, RefusesWrongArguments) {
  const RnsNtt ntt(n, RnsBase(primes(50, 3, 2 * n)));
  const auto error = [](const auto& call) { return message_of<std::invalid_argument>(call); };
  EXPECT_THAT(error([&] { ModDown(ntt, 0); }), AllOf(HasSubstr("dropped is 0"), HasSubstr("[1, 3)")));
  EXPECT_THAT(error([&] { ModDown(ntt, 3); }), HasSubstr("dropped is 3"));
  EXPECT_THAT(error([&] { ModDown(ntt, 1, {.plaintext_modulus = 0}); }),
              HasSubstr("plaintext_modulus is 0, but it must be at least 1"));
  const std::uint64_t q = ntt.base()[2].value();
  EXPECT_THAT(error([&] { ModDown(ntt, 1, {.numerator = 0}); }), HasSubstr("numerator is 0"));
  EXPECT_THAT(error([&] { ModDown(ntt, 1, {.lift = static_cast<Lift>(7)}); }), HasSubstr("lift is 7"));
  EXPECT_THAT(error([&] { ModDown(ntt, 1, {.plaintext_modulus = q}); }),
              AllOf(HasSubstr("factor in common"), HasSubstr(std::to_string(q))));
  const ModDown down(ntt, 1);
  Words words(6 * n);
  std::uint64_t* const p = words.data();
  EXPECT_THAT(error([&] { down.on_coefficients({p, 2, n}, {p, 2, n}); }), HasSubstr("rows of in is 2"));
  EXPECT_THAT(error([&] { down.on_evaluations({p, 3, n}, {p, 3, n}); }), HasSubstr("rows of out is 3"));
  EXPECT_THAT(error([&] { down.on_evaluations({p + n, 2, n}, {p, 3, n}); }), HasSubstr("row 0 of out overlaps row 1"));
  EXPECT_THAT(error([&] { down.on_evaluations({p + 3 * n, 2, n / 2}, {p, 3, n / 2}); }), HasSubstr("64"));
  const ModDown coefficients(ntt.base(), 1);
  EXPECT_THAT(message_of<std::logic_error>([&] { coefficients.on_evaluations({p, 2, n}, {p, 3, n}); }),
              HasSubstr("without transforms"));
  EXPECT_EQ(words, Words(6 * n));
}

}  // namespace
}  // namespace ringlet_test::rns
