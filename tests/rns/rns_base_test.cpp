// Tests bases, and compares residues of integers with GMP's.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "rns/rns_cases.hpp"
#include "support/errors.hpp"

namespace ringlet_test::rns {
namespace {

/// Returns a number in `words` words; a negative one in two's complement.
Words exported(mpz_class x, std::size_t words) {
  if (x < 0) x += mpz_class(1) << (64 * words);
  Words result(words);
  mpz_export(result.data(), nullptr, -1, 8, 0, 0, x.get_mpz_t());
  return result;
}

TEST(RnsBase, KnowsItsModuliAndTheirProduct) {
  for (const NamedBase& named : bases()) {
    const RnsBase base(named.moduli);
    ASSERT_EQ(base.size(), named.moduli.size());
    for (std::size_t i = 0; i < base.size(); ++i) EXPECT_EQ(base[i].value(), named.moduli[i]);
    mpz_class all;
    mpz_import(all.get_mpz_t(), base.product().size(), -1, 8, 0, 0, base.product().data());
    EXPECT_TRUE(all == product(named.moduli)) << named.name;
    EXPECT_NE(base.product().back(), 0U);
    EXPECT_EQ(base.first(base.size()), base);
    EXPECT_EQ(base.first(1), RnsBase(Words{named.moduli.front()}));
    EXPECT_THAT(base.first(1).product(), ::testing::ElementsAre(named.moduli.front()));
  }
  const RnsBase low(Words{3, 5}), high(Words{7});
  EXPECT_EQ(low.followed_by(high), RnsBase(Words{3, 5, 7}));
}

TEST(RnsBase, RefusesModuli) {
  const auto error = [](const Words& moduli) { return message_of<std::invalid_argument>([&] { RnsBase{moduli}; }); };
  EXPECT_THAT(error({}), HasSubstr("1 to 65536"));
  EXPECT_THAT(error(Words(65537, 3)), HasSubstr("number of moduli is 65537, but it must be 1 to 65536"));
  EXPECT_THAT(error({7, 1}), AllOf(HasSubstr("moduli[1] is 1"), HasSubstr("[2, 2^62)")));
  EXPECT_THAT(error({0}), HasSubstr("moduli[0] is 0"));
  EXPECT_THAT(error({std::uint64_t{1} << 62}), HasSubstr("[2, 2^62)"));
  EXPECT_THAT(error({7, 11, 7}), AllOf(HasSubstr("moduli[2] is 7"), HasSubstr("moduli[0]")));
  EXPECT_THAT(error({15, 77, 21}), AllOf(HasSubstr("moduli[2] is 21"), HasSubstr("moduli[0]"), HasSubstr("15")));
  const RnsBase base(Words{3, 5});
  for (const std::size_t count : {std::size_t{0}, std::size_t{3}}) {
    EXPECT_THAT(message_of<std::invalid_argument>([&] { static_cast<void>(base.first(count)); }), HasSubstr("[1, 2]"));
  }
  EXPECT_THROW(static_cast<void>(base.followed_by(base)), std::invalid_argument);
}

class IntegersTest : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Words& moduli_ = bases()[GetParam()].moduli;
  const RnsBase base_{moduli_};
  Random random_;
};

TEST_P(IntegersTest, ThereAndBack) {
  constexpr std::size_t n = 41;
  const std::vector<mpz_class> expected = integers(random_, n, moduli_);
  const mpz_class all = product(moduli_);
  const Block residues(rows_of(expected, moduli_), n + 3);
  for (const std::size_t words : {base_.product().size(), base_.product().size() + 2}) {
    Words unsigned_words(n * words), signed_words(n * words);
    to_integers(unsigned_words, words, residues.view(), base_);
    to_integers(signed_words, words, residues.view(), base_, Lift::centred);
    for (std::size_t k = 0; k < n; ++k) {
      const auto at = [&](const Words& all_words) {
        return Words(all_words.begin() + static_cast<std::ptrdiff_t>(k * words),
                     all_words.begin() + static_cast<std::ptrdiff_t>((k + 1) * words));
      };
      EXPECT_EQ(at(unsigned_words), exported(expected[k], words)) << expected[k].get_str();
      const mpz_class centred = 2 * expected[k] >= all ? mpz_class(expected[k] - all) : expected[k];
      EXPECT_EQ(at(signed_words), exported(centred, words)) << centred.get_str();
    }
    Block back(moduli_.size(), n, n + 1), back_of_signed(moduli_.size(), n, n);
    from_integers(back.span(), unsigned_words, words, base_);
    from_integers(back_of_signed.span(), signed_words, words, base_, true);
    EXPECT_EQ(back.rows(), residues.rows());
    EXPECT_EQ(back_of_signed.rows(), residues.rows());
    EXPECT_TRUE(back.gaps_are_untouched());
  }
}

/// Integers longer and shorter than Q.
TEST_P(IntegersTest, ResiduesOfAnyInteger) {
  constexpr std::size_t n = 9;
  for (const std::size_t words : {std::size_t{1}, std::size_t{3}, std::size_t{70}}) {
    Words in(n * words);
    for (std::uint64_t& word : in) word = random_.coin() ? random_.word() : (random_.coin() ? 0 : ~std::uint64_t{0});
    std::vector<mpz_class> unsigned_integers, signed_integers;
    for (std::size_t k = 0; k < n; ++k) {
      mpz_class x;
      mpz_import(x.get_mpz_t(), words, -1, 8, 0, 0, in.data() + k * words);
      unsigned_integers.push_back(x);
      const bool negative = in[(k + 1) * words - 1] >> 63 != 0;
      signed_integers.push_back(negative ? mpz_class(x - (mpz_class(1) << (64 * words))) : x);
    }
    Block out(moduli_.size(), n, n);
    from_integers(out.span(), in, words, base_);
    EXPECT_EQ(out.rows(), rows_of(unsigned_integers, moduli_));
    from_integers(out.span(), in, words, base_, true);
    EXPECT_EQ(out.rows(), rows_of(signed_integers, moduli_));
  }
}

INSTANTIATE_TEST_SUITE_P(Bases, IntegersTest, ::testing::Range(std::size_t{0}, bases().size()),
                         [](const auto& test) { return bases()[test.param].name; });

TEST(Integers, WrongShapesAreErrors) {
  const RnsBase base(primes(60, 3));  // 180 bits: three words
  Words words(12);
  const Words residues(12);
  const auto to = [&](std::size_t size, std::size_t per_integer, RnsView in, Lift lift = Lift::floor) {
    return message_of<std::invalid_argument>(
        [&] { to_integers(std::span(words).first(size), per_integer, in, base, lift); });
  };
  const RnsView four(residues.data(), 3, 4);
  EXPECT_NO_THROW(to_integers(words, 3, four, base));
  EXPECT_THAT(to(11, 3, four), AllOf(HasSubstr("11"), HasSubstr("12")));
  EXPECT_THAT(to(8, 2, four), AllOf(HasSubstr("words is 2"), HasSubstr("3")));
  EXPECT_THAT(to(0, 0, four), HasSubstr("words is 0"));
  EXPECT_THAT(to(12, 3, RnsView(residues.data(), 2, 4)), HasSubstr("number of rows of in is 2"));
  EXPECT_THAT(to(0, 3, RnsView(residues.data(), 3, 0)), HasSubstr("at least 1"));
  EXPECT_THAT(to(12, 3, four, Lift::approximate), HasSubstr("approximate"));
  EXPECT_THAT(to(12, 3, four, static_cast<Lift>(9)), HasSubstr("lift is 9"));
  const auto from = [&](std::size_t size, std::size_t per_integer, std::size_t rows) {
    Words out(12);
    return message_of<std::invalid_argument>(
        [&] { from_integers({out.data(), rows, 4}, std::span(words).first(size), per_integer, base); });
  };
  EXPECT_NO_THROW(from_integers({words.data(), 3, 4}, residues, 3, base));
  EXPECT_THAT(from(12, 2, 3), AllOf(HasSubstr("12"), HasSubstr("8")));
  EXPECT_THAT(from(0, 0, 3), HasSubstr("words is 0"));
  EXPECT_THAT(from(12, 3, 2), HasSubstr("number of rows of out is 2"));
  EXPECT_THAT(from(12, SIZE_MAX / 2, 3), HasSubstr("words"));
  // The most words per integer for which the total of all four can be counted.
  EXPECT_THAT(from(12, SIZE_MAX / 4, 3), AllOf(HasSubstr("size of in is 12"), Names(SIZE_MAX / 4 * 4)));
}

}  // namespace
}  // namespace ringlet_test::rns
