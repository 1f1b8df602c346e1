// Tests the arithmetic that builds tables, number by number: an error in a last bit would show with rare operands only.

#include "arith/word_arithmetic.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "arith/operands.hpp"
#include "arith/representation.hpp"
#include "support/random.hpp"

namespace ringlet_test {
namespace {

namespace arith = ringlet::arith;

/// Returns words whose halves are random, empty or full.
std::vector<uint128_t> word128(Random& random) {
  const std::uint64_t halves[] = {0, 1, ~std::uint64_t{0}, random.word(), random.word()};
  std::vector<uint128_t> words;
  for (const std::uint64_t high : halves) {
    for (const std::uint64_t low : halves) words.push_back(uint128_t{high} << 64 | low);
  }
  return words;
}

TEST(WordArithmetic, HighWordsOfProducts) {
  Random random;
  for (const uint128_t a : word128(random)) {
    for (const uint128_t b : word128(random)) {
      EXPECT_TRUE(integer(arith::mul_high(a, b)) == integer(a) * integer(b) >> 128)
          << integer(a).get_str() << " times " << integer(b).get_str();
    }
  }
}

TEST(WordArithmetic, ZerosBelowTheLowestOne) {
  for (unsigned zeros = 0; zeros < 128; ++zeros) {
    for (const uint128_t above : {uint128_t{1}, uint128_t{3}, ~uint128_t{0}}) {
      EXPECT_EQ(arith::count_trailing_zeros(above << zeros), zeros);
    }
  }
}

TEST(WordArithmetic, InversesModuloTwoToTheSixtyFour) {
  Random random;
  for (std::uint64_t q = 1; q < 1000; q += 2) {
    EXPECT_EQ(q * arith::inverse_of_odd(q), 1U) << q;
    const std::uint64_t large = random.word() | 1;
    EXPECT_EQ(large * arith::inverse_of_odd(large), 1U) << large;
  }
}

// Barrett's remainder reaches 2q only near 2^62. Here q loses nearly one in the constant,
// and the factors are just below q.
TEST(WordArithmetic, ProductsWhoseQuotientIsShortByTwo) {
  constexpr std::uint64_t q = (std::uint64_t{1} << 62) - (std::uint64_t{1} << 31) + 1;
  const auto m = arith::make_modulus(q);
  Random random;
  unsigned short_by_two = 0;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t a = q - 1 - random.up_to(1U << 27), b = q - 1 - random.up_to(1U << 27);
    const std::uint64_t top = arith::mul_high(a << 2, b << 2);
    short_by_two += a * b - arith::mul_high(top, m.product_quotient) * q >= 2 * q ? 1U : 0U;
    EXPECT_TRUE(integer(arith::mul_mod(a, b, m)) == integer(a) * integer(b) % integer(q)) << a << " times " << b;
  }
  EXPECT_GT(short_by_two, 50U);
}

// Only a composite q divides a product of nonzero factors. A quotient that is short by two then leaves exactly 2q.
TEST(WordArithmetic, MultiplesOfACompositeModulusWhoseQuotientIsShortByTwo) {
  constexpr std::uint64_t c = 2116640181, d = 2162800551, q = c * d;
  const auto m = arith::make_modulus(q);
  Random random;
  unsigned short_by_two = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t a = c * (d - 1 - random.up_to(1U << 27)), b = d * (c - 1 - random.up_to(1U << 27));
    const std::uint64_t top = arith::mul_high(a << 2, b << 2);
    short_by_two += a * b - arith::mul_high(top, m.product_quotient) * q == 2 * q ? 1U : 0U;
    EXPECT_EQ(arith::mul_mod(a, b, m), 0U) << a << " times " << b;
  }
  EXPECT_GT(short_by_two, 50U);
}

}  // namespace
}  // namespace ringlet_test
