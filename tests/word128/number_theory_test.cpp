// Compares 128-bit moduli and number theory with GMP.

#include "word128/word128_cases.hpp"

namespace ringlet_test {
namespace {

using ringlet::Modulus;
namespace reference = ::reference::word128;

class Modulus128 : public ::testing::Test {
 protected:
  Random random_;
};

TEST_F(Modulus128, ConstantsAreTheQuotients) {
  for (const uint128 value : any_moduli128(random_)) {
    SCOPED_TRACE(text_of(value));
    const Modulus q{value};
    EXPECT_EQ(q.value(), value);
    EXPECT_EQ(value >> (q.bits() - 1), 1u);
    EXPECT_EQ(q.product_quotient(), reference::shifted_quotient(1, q.bits() + 126, value));
    EXPECT_EQ(q.word_quotient(), reference::shifted_quotient(1, 128, value));
    for (const uint128 w : corner_biased_words128(random_, 50, value, value - 1)) {
      EXPECT_EQ(ringlet::ShoupOperand(w, q).quotient(), reference::shifted_quotient(w, 128, value));
    }
  }
}

TEST_F(Modulus128, RejectsWhatIsOutsideItsRange) {
  for (const uint128 value : {uint128{0}, uint128{1}, one128 << 124, ~uint128{0}}) {
    const std::string message = message_of<std::invalid_argument>([&] { (void)Modulus<uint128>(value); });
    EXPECT_TRUE(contains_number(message, text_of(value))) << message;
    EXPECT_THAT(message, ::testing::HasSubstr("2^124"));
  }
  const Modulus q{plain_prime};
  EXPECT_THROW((void)ringlet::ShoupOperand(plain_prime, q), std::out_of_range);
  EXPECT_THROW((void)ringlet::mul_mod(plain_prime, 1, q), std::out_of_range);
  EXPECT_THROW((void)ringlet::inverse_mod(0, q), std::invalid_argument);
}

TEST_F(Modulus128, ScalarArithmetic) {
  for (const uint128 value : any_moduli128(random_)) {
    SCOPED_TRACE(text_of(value));
    const Modulus q{value};
    const Words128 a = corner_biased_words128(random_, 40, value, value - 1);
    const Words128 b = corner_biased_words128(random_, 40, value, value - 1);
    const Words128 x = corner_biased_words128(random_, 40, value, ~uint128{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(ringlet::add_mod(a[i], b[i], q), reference::add_mod(a[i], b[i], value));
      ASSERT_EQ(ringlet::sub_mod(a[i], b[i], q), reference::sub_mod(a[i], b[i], value));
      ASSERT_EQ(ringlet::mul_mod(a[i], b[i], q), reference::fma_mod(a[i], b[i], 0, value));
      ASSERT_EQ(q.reduce(x[i]), reference::add_mod(x[i], 0, value));
      ASSERT_EQ(ringlet::mul_mod(x[i], ringlet::ShoupOperand(a[i], q), q), reference::fma_mod(x[i], a[i], 0, value));
      if (i % 8 == 0) {
        ASSERT_EQ(ringlet::pow_mod(a[i], x[i] | 1, q), reference::pow_mod(a[i], x[i] | 1, value));
      }
      if (const auto inverse = reference::inverse_mod(a[i], value)) {
        ASSERT_EQ(ringlet::inverse_mod(a[i], q), *inverse);
      } else {
        ASSERT_THROW((void)ringlet::inverse_mod(a[i], q), std::invalid_argument);
      }
    }
  }
}

TEST_F(Modulus128, Primality) {
  for (uint128 n = 0; n < 2000; ++n) ASSERT_EQ(ringlet::is_prime(n), reference::is_prime(n)) << text_of(n);
  for (const unsigned bits : {64u, 65u, 80u, 81u, 82u, 100u, 123u}) {
    const uint128 start = (one128 << bits) - 201;
    for (uint128 n = start; n < start + 400; n += 2)
      ASSERT_EQ(ringlet::is_prime(n), reference::is_prime(n)) << text_of(n);
  }
  EXPECT_TRUE(ringlet::is_prime(plain_prime));
  EXPECT_THROW((void)ringlet::is_prime(one128 << 124), std::invalid_argument);
  // Products of two primes, squares, and the smallest numbers that the first thirteen bases do not decide.
  const uint128 p = (one128 << 61) - 1;
  EXPECT_FALSE(ringlet::is_prime(p * p));
  EXPECT_FALSE(ringlet::is_prime(p * ((one128 << 31) - 1)));
  EXPECT_FALSE(ringlet::is_prime(uint128{3317044064679} * 1000000000000 + 887385961981));
  EXPECT_FALSE(ringlet::is_prime(uint128{318665857834} * 1000000000000 + 31151167461));
}

TEST_F(Modulus128, NttPrimesAreTheFirstFromEachEdge) {
  constexpr std::size_t n = 1 << 10;
  for (const unsigned bits : {65u, 98u, 124u}) {
    const Words128 largest = ringlet::ntt_primes<ringlet::uint128_t>(3, bits, n);
    const Words128 smallest = ringlet::ntt_primes<ringlet::uint128_t>(3, bits, n, ringlet::PrimeOrder::smallest_first);
    uint128 expected = (one128 << bits) + 1 - 2 * n;
    for (const uint128 prime : largest) {
      while (!reference::is_prime(expected)) expected -= 2 * n;
      EXPECT_EQ(prime, expected);
      expected -= 2 * n;
    }
    expected = (one128 << (bits - 1)) + 1;
    for (const uint128 prime : smallest) {
      while (!reference::is_prime(expected)) expected += 2 * n;
      EXPECT_EQ(prime, expected);
      expected += 2 * n;
    }
  }
  EXPECT_THROW((void)ringlet::ntt_primes<ringlet::uint128_t>(1, 125, n), std::invalid_argument);
}

TEST_F(Modulus128, RootsOfUnity) {
  for (const uint128 value : edge_primes128(64)) {
    const Modulus q{value};
    const uint128 root = ringlet::smallest_primitive_root_of_unity(128, q);
    EXPECT_EQ(reference::pow_mod(root, 64, value), value - 1);
    EXPECT_TRUE(ringlet::is_primitive_root_of_unity(root, 128, q));
    EXPECT_FALSE(ringlet::is_primitive_root_of_unity(root, 64, q));
    for (unsigned k = 1; k < 128; k += 2) EXPECT_GE(reference::pow_mod(root, k, value), root);
  }
}

}  // namespace
}  // namespace ringlet_test
