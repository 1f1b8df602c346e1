// Compares number theory for multiword moduli with GMP.

#include "ringlet/multiword_number_theory.hpp"

#include "multiword/multiword_cases.hpp"

namespace ringlet_test {
namespace {

using ringlet::PrimeOrder;

template <class WidthType>
class MultiwordNumberTheory : public ::testing::Test {
 protected:
  static auto number(const mpz_class& x) { return uint_of<WidthType::value>(x); }
  static bool is_prime(const mpz_class& n) { return ringlet::is_prime(number(n)); }

  Random random_;
};
TYPED_TEST_SUITE(MultiwordNumberTheory, AllWidths);

TYPED_TEST(MultiwordNumberTheory, ScalarArithmetic) {
  constexpr unsigned width = TypeParam::value;
  for (const mpz_class& value : corner_moduli(this->random_, width)) {
    SCOPED_TRACE(value.get_str());
    const auto q = modulus_of<width>(value);
    const auto numbers = corner_residues(this->random_, value, 30);
    for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {
      const mpz_class &x = numbers[i], &y = numbers[i + 1];
      const auto a = this->number(x), b = this->number(y);
      ASSERT_EQ(integer_of(ringlet::add_mod(a, b, q)), reference::residue(x + y, value));
      ASSERT_EQ(integer_of(ringlet::sub_mod(a, b, q)), reference::residue(x - y, value));
      ASSERT_EQ(integer_of(ringlet::mul_mod(a, b, q)), reference::residue(x * y, value));
      ASSERT_EQ(integer_of(ringlet::pow_mod(a, b, q)), reference::power(x, y, value));
      if (gcd(x, value) == 1) {
        ASSERT_EQ(integer_of(ringlet::inverse_mod(a, q)), reference::inverse(x, value));
      } else {
        ASSERT_THROW((void)ringlet::inverse_mod(a, q), std::invalid_argument);
      }
    }
    const mpz_class largest = reference::power_of_two(width) - 1;
    const mpz_class base = random_below(this->random_, value);
    EXPECT_EQ(integer_of(ringlet::pow_mod(this->number(base), this->number(largest), q)),
              reference::power(base, largest, value));
    EXPECT_EQ(ringlet::pow_mod({0}, {0}, q), this->number(1));
    EXPECT_EQ(ringlet::pow_mod({0}, {5}, q), this->number(0));
  }
}

// The greatest common divisors have a low word of 1, and a nonzero second or last word.
TYPED_TEST(MultiwordNumberTheory, CommonFactorsOfSeveralWordsHaveNoInverses) {
  constexpr unsigned width = TypeParam::value;
  for (const unsigned bits : {64U, width - 64}) {
    const mpz_class factor = reference::power_of_two(bits) + 1;
    const auto q = modulus_of<width>(factor * (reference::power_of_two(bits == 64 ? 60 : 1) + 1));
    EXPECT_THROW((void)ringlet::inverse_mod(this->number(factor), q), std::invalid_argument) << bits;
    EXPECT_THROW((void)ringlet::inverse_mod(this->number(factor * 2), q), std::invalid_argument) << bits;
  }
}

TYPED_TEST(MultiwordNumberTheory, OperandsAreBelowTheModulus) {
  constexpr unsigned width = TypeParam::value;
  const mpz_class value = reference::power_of_two(124) + 1;
  const auto q = modulus_of<width>(value);
  const auto names = AllOf(HasSubstr(value.get_str() + ", but"), HasSubstr("[0, q)"));
  EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::add_mod(q.value(), {1}, q); }), names);
  EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::add_mod({1}, q.value(), q); }), names);
  EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::sub_mod(q.value(), {1}, q); }), names);
  EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::sub_mod({1}, q.value(), q); }), names);
  EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::mul_mod(q.value(), {1}, q); }), names);
  EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::mul_mod({1}, q.value(), q); }), names);
  EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::pow_mod(q.value(), {1}, q); }), names);
  EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::inverse_mod(q.value(), q); }), names);
}

TYPED_TEST(MultiwordNumberTheory, Primality) {
  using reference::power_of_two;
  constexpr unsigned width = TypeParam::value;
  // Numbers around powers of two, and where the tests for 128-bit words end.
  for (const unsigned bits : {7U, 63U, 64U, 100U, 124U, 125U, 160U, width - 2}) {
    for (mpz_class n = power_of_two(bits) - 99; n < power_of_two(bits) + 100; ++n) {
      ASSERT_EQ(this->is_prime(n), reference::is_prime(n)) << n.get_str();
    }
  }
  for (mpz_class n = power_of_two(width - 1) - 1; n > power_of_two(width - 1) - 1500; n -= 2) {
    ASSERT_EQ(this->is_prime(n), reference::is_prime(n)) << n.get_str();
  }
  // Numbers with whole words of zeros in n - 1 and in n + 1.
  for (const unsigned zeros : {64U, 70U, 128U}) {
    for (unsigned k = 1; k < 200; k += 2) {
      for (const int one : {-1, 1}) {
        const mpz_class n = (power_of_two(60) + k) * power_of_two(zeros) + one;
        ASSERT_EQ(this->is_prime(n), reference::is_prime(n)) << n.get_str();
      }
    }
  }
  EXPECT_THAT(
      message_of<std::invalid_argument>([&] { (void)this->is_prime(power_of_two(width - 1)); }),
      AllOf(HasSubstr("n is " + power_of_two(width - 1).get_str()), HasSubstr("2^" + std::to_string(width - 1))));
}

TYPED_TEST(MultiwordNumberTheory, CompositesThatPassSomeTests) {
  using reference::power_of_two, reference::prime_beside;
  constexpr unsigned width = TypeParam::value;
  // Squares, products of two close primes, and products of p and 2p - 1, which pass strong tests to many bases.
  const mpz_class p = prime_beside(power_of_two((width - 1) / 2), 2, true);
  EXPECT_FALSE(this->is_prime(p * p));
  EXPECT_FALSE(this->is_prime(p * prime_beside(p, 2, true)));
  for (mpz_class r = prime_beside(power_of_two((width - 3) / 2), 4, true);; r = prime_beside(r, 4, true)) {
    if (!reference::is_prime(2 * r - 1)) continue;
    EXPECT_FALSE(this->is_prime(r * (2 * r - 1)));
    break;
  }
  // A product of twin primes that passes the strong Lucas test.
  const mpz_class twin("71800263031478050019");
  ASSERT_TRUE(reference::is_prime(twin) && reference::is_prime(twin + 2));
  EXPECT_FALSE(this->is_prime(twin * (twin + 2)));
}

TYPED_TEST(MultiwordNumberTheory, NttPrimesAreTheFirstFromEachEdge) {
  constexpr unsigned width = TypeParam::value;
  constexpr std::size_t n = 1 << 10;
  const mpz_class step = 2 * n;
  for (const unsigned bits : {125U, 150U, width - 1}) {
    mpz_class expected = reference::power_of_two(bits);
    for (const auto& prime : ringlet::ntt_primes<ringlet::UInt<width>>(3, bits, n)) {
      expected = reference::prime_beside(expected, step, true);
      EXPECT_EQ(integer_of(prime), expected);
    }
    expected = reference::power_of_two(bits - 1);
    for (const auto& prime : ringlet::ntt_primes<ringlet::UInt<width>>(3, bits, n, PrimeOrder::smallest_first)) {
      expected = reference::prime_beside(expected, step, false);
      EXPECT_EQ(integer_of(prime), expected);
    }
  }
  // 2^129 + 1 - 2^12 is prime, but has 129 bits.
  constexpr std::size_t below = 1 << 11;
  ASSERT_TRUE(reference::is_prime(reference::power_of_two(129) + 1 - 2 * below));
  EXPECT_EQ(integer_of(ringlet::ntt_primes<ringlet::UInt<width>>(1, 130, below, PrimeOrder::smallest_first)[0]),
            reference::prime_beside(reference::power_of_two(129), 2 * below, false));
  const auto primes = [](std::size_t count, unsigned bits, std::size_t size, PrimeOrder order = {}) {
    return message_of<std::invalid_argument>(
        [&] { (void)ringlet::ntt_primes<ringlet::UInt<width>>(count, bits, size, order); });
  };
  EXPECT_THAT(primes(1, 124, n), AllOf(HasSubstr("bits"), Names(124), Names(125)));
  EXPECT_THAT(primes(1, width, n), AllOf(HasSubstr("bits"), Names(width), Names(width - 1)));
  EXPECT_THAT(primes(1, 130, 3), AllOf(HasSubstr("n is"), Names(3)));
  EXPECT_THAT(primes(1, 130, std::size_t{1} << 49), HasSubstr("2^48"));
  EXPECT_THAT(primes((1 << 20) + 1, 130, n), HasSubstr("2^20"));
  EXPECT_THAT(primes(1, 130, n, static_cast<PrimeOrder>(2)), HasSubstr("order"));
}

TYPED_TEST(MultiwordNumberTheory, RootsOfUnity) {
  constexpr unsigned width = TypeParam::value;
  for (const mpz_class& value : edge_primes(width, reference::power_of_two(12))) {
    const auto q = modulus_of<width>(value);
    for (const unsigned log_order : {0U, 1U, 2U, 11U, 12U}) {
      const std::uint64_t order = std::uint64_t{1} << log_order;
      const auto root = ringlet::primitive_root_of_unity(order, q);
      EXPECT_EQ(reference::power(integer_of(root), mpz_class(order), value), 1);
      if (log_order > 0) {
        EXPECT_EQ(reference::power(integer_of(root), mpz_class(order / 2), value), value - 1);
      }
      EXPECT_TRUE(ringlet::is_primitive_root_of_unity(root, order, q));
      EXPECT_FALSE(ringlet::is_primitive_root_of_unity(root, 2 * order, q));
      EXPECT_EQ(root, ringlet::primitive_root_of_unity(order, q));
    }
    EXPECT_FALSE(ringlet::is_primitive_root_of_unity({2}, std::uint64_t{1} << 63, q));
    EXPECT_THAT(
        message_of<std::invalid_argument>([&] { (void)ringlet::primitive_root_of_unity(std::uint64_t{1} << 63, q); }),
        AllOf(HasSubstr("order is 9223372036854775808"), HasSubstr(value.get_str())));
    EXPECT_THROW((void)ringlet::primitive_root_of_unity(6, q), std::invalid_argument);
    EXPECT_THROW((void)ringlet::is_primitive_root_of_unity({2}, 6, q), std::invalid_argument);
    EXPECT_THROW((void)ringlet::is_primitive_root_of_unity(q.value(), 4, q), std::out_of_range);
  }
  const mpz_class composite = reference::power_of_two(124) + 1;
  const auto q = modulus_of<width>(composite);
  EXPECT_THAT(message_of<std::invalid_argument>([&] { (void)ringlet::primitive_root_of_unity(2, q); }),
              AllOf(HasSubstr(composite.get_str()), HasSubstr("prime")));
  EXPECT_THROW((void)ringlet::is_primitive_root_of_unity({1}, 2, q), std::invalid_argument);
}

}  // namespace
}  // namespace ringlet_test
