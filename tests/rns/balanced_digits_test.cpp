// Compares balanced digits with GMP's integers, on every backend.
#include "ringlet/balanced_digits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "rns/rns_cases.hpp"
#include "support/backends.hpp"
#include "support/errors.hpp"

namespace ringlet_test::rns {
namespace {

using ringlet::balanced_digit;
using ringlet::balanced_digit_count;
using ringlet::Modulus;

/// Returns moduli at the edges of words and of digits, even ones included.
Words sources() {
  return {2,
          3,
          4,
          5,
          97,
          257,
          (std::uint64_t{1} << 60) - 1,
          std::uint64_t{1} << 61,
          (std::uint64_t{1} << 62) - 1,
          primes(30, 1)[0],
          primes(50, 1)[0],
          primes(61, 1)[0],
          primes(62, 1)[0]};
}

RINGLET_BACKEND_SUITE(BalancedDigits);

TEST_P(BalancedDigits, AreTheCentredRepresentative) {
  Random random;
  for (const std::uint64_t q : sources()) {
    for (unsigned w = 2; w <= 60; ++w) {
      const unsigned count = balanced_digit_count(Modulus(q), w);
      // The smallest modulus that digits of w bits may have, and a long one.
      const Words moduli{std::uint64_t{1} << (w - 1), primes(62, 1)[0]};
      const RnsBase base(moduli);
      Words x = random_rows(random, {q}, 37)[0];
      x[0] = 0, x[1] = q - 1, x[2] = q / 2, x[3] = (q + 1) / 2 % q, x[4] = (q - 1) / 2;
      std::vector<mpz_class> sum(x.size());
      mpz_class power = 1;
      for (unsigned k = 0; k < count; ++k, power <<= w) {
        Block out(2, x.size(), x.size() + 1);
        ReverseExecutor executor;
        balanced_digit(out.span(), x, Modulus(q), w, k, base, &executor);
        EXPECT_TRUE(out.gaps_are_untouched());
        for (std::size_t i = 0; i < x.size(); ++i) {
          const auto digit = [&](std::size_t row) {
            const mpz_class value = big(out.span()[row][i]);
            return 2 * value >= big(moduli[row]) ? mpz_class(value - big(moduli[row])) : value;
          };
          const mpz_class d = digit(1);
          EXPECT_TRUE(2 * d >= -(mpz_class(1) << w) && 2 * d < mpz_class(1) << w);
          EXPECT_EQ(residue(d, moduli[0]), out.span()[0][i]);
          sum[i] += d * power;
        }
      }
      for (std::size_t i = 0; i < x.size(); ++i) {
        const mpz_class centred = 2 * big(x[i]) >= big(q) ? mpz_class(big(x[i]) - big(q)) : big(x[i]);
        ASSERT_TRUE(sum[i] == centred) << "q = " << q << ", w = " << w << ", x = " << x[i];
      }
    }
  }
}

TEST(BalancedDigits, AreAsManyAsTheLargestNumberNeeds) {
  // 3 = -1 + 1 * 4 has a second digit to the base 4; to the base 8 it has one.
  EXPECT_EQ(balanced_digit_count(Modulus(std::uint64_t{7}), 2), 2U);
  EXPECT_EQ(balanced_digit_count(Modulus(std::uint64_t{7}), 3), 1U);
  // Five digits up to 511 stay below 2^49.
  EXPECT_EQ(balanced_digit_count(Modulus(primes(49, 1)[0]), 10), 5U);
  EXPECT_EQ(balanced_digit_count(Modulus(primes(50, 1)[0]), 10), 6U);
  EXPECT_EQ(balanced_digit_count(Modulus(primes(61, 1)[0]), 60), 2U);
}

TEST(BalancedDigits, RefuseWrongArguments) {
  const Modulus q(primes(50, 1)[0]);
  const RnsBase base(primes(30, 2)), longer(primes(61, 1));
  Words words(40);
  std::uint64_t* const p = words.data();
  const std::span<const std::uint64_t> x(p + 20, 10);
  const auto error = [](const auto& call) { return message_of<std::invalid_argument>(call); };
  const Modulus too_long(std::uint64_t{1} << 62);
  EXPECT_THAT(error([&] { (void)balanced_digit_count(too_long, 10); }), HasSubstr("[2, 2^62)"));
  EXPECT_THAT(error([&] { (void)balanced_digit_count(q, 1); }), AllOf(HasSubstr("w is 1"), HasSubstr("[2, 60]")));
  EXPECT_THAT(error([&] { balanced_digit({p, 2, 10}, x, q, 61, 0, base); }),
              AllOf(HasSubstr("w is 61"), HasSubstr("[2, 60]")));
  EXPECT_THAT(error([&] { balanced_digit({p, 2, 10}, x, q, 10, 6, base); }),
              AllOf(HasSubstr("k is 6"), HasSubstr("digits, 6")));
  // Moduli of 30 bits are in the first row or the last.
  const std::string modulus = std::to_string(base[0].value());
  for (const RnsBase& one : {base.first(1), base.first(1).followed_by(longer), longer.followed_by(base.first(1))}) {
    EXPECT_THAT(error([&] { balanced_digit({p, one.size(), 10}, x, q, 31, 0, one); }),
                HasSubstr("w is 31, but 2^(w-1) must not exceed the modulus " + modulus));
  }
  EXPECT_THAT(error([&] { balanced_digit({p, 3, 10}, x, q, 10, 0, base); }), HasSubstr("rows of out is 3"));
  EXPECT_THAT(error([&] { balanced_digit({p, 2, 9}, x, q, 10, 0, base); }), AllOf(HasSubstr("9"), HasSubstr("10")));
  EXPECT_THAT(error([&] { balanced_digit({p + 1, 2, 10}, x, q, 10, 0, base); }), HasSubstr("overlaps"));
  EXPECT_THAT(error([&] { balanced_digit({p, 1, 0}, x.first(0), q, 10, 0, base); }), HasSubstr("at least 1"));
  EXPECT_EQ(words, Words(40));
}

}  // namespace
}  // namespace ringlet_test::rns
