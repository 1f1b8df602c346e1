// Tests each method of products by itself, whatever lengths it is chosen for, and the primes that results need.

#include <gtest/gtest.h>

#include "products/convolution.hpp"
#include "products/product_primes.hpp"
#include "products/products_suite.hpp"
#include "products/ring.hpp"
#include "reference/primes.hpp"

namespace ringlet_test {
namespace {

using ringlet::products::Method;
using ringlet::products::ProductCall;
using ringlet::products::RingShape;

class ProductMethods : public BackendTest<> {
 protected:
  void check(const Method& method, std::size_t a, std::size_t b, uint128_t m) { check_all(method, a, b, m, true); }

  /// with_parts: whether to ask for some of the results, too.
  void check_all(const Method& method, std::size_t a, std::size_t b, uint128_t m, bool with_parts = false) {
    SCOPED_TRACE(sizes(a, b) + " modulo " + integer(m).get_str() + " by method " +
                 std::to_string(static_cast<int>(method.kind)) + ", 2^" + std::to_string(method.log_n));
    const Words x = residues(random_, a, m), y = residues(random_, b, m);
    const Words expected =
        reference::remainders(reference::convolution(reference::integers(x), reference::integers(y)), integer(m));
    const auto greatest = static_cast<std::uint64_t>(m - 1);
    const std::size_t first = random_.up_to(expected.size() - 1);
    const std::size_t last = first + 1 + random_.up_to(expected.size() - first - 1);
    for (const auto& [begin, end] : {std::pair(std::size_t{0}, expected.size()), std::pair(first, last)}) {
      if (!with_parts && end - begin < expected.size()) continue;
      Words out(end - begin);
      const ProductCall call{.a = {x.data(), a, false, greatest},
                             .b = {y.data(), b, false, greatest},
                             .out = out.data(),
                             .first = begin,
                             .last = end,
                             .m = m};
      ringlet::SerialExecutor executor;
      multiply_by(method, call, executor);
      const auto at = expected.begin() + static_cast<std::ptrdiff_t>(begin);
      ASSERT_TRUE(std::equal(out.begin(), out.end(), at)) << begin << " to " << end;
    }
  }

  Random random_;
};

TEST_P(ProductMethods, AgreeForShortLengths) {
  for (std::size_t a = 1; a <= 70; a += 1 + a / 8) {
    for (std::size_t b = 1; b <= a; b += 1 + b / 8) {
      for (const uint128_t m : edge_moduli) {
        ASSERT_NO_FATAL_FAILURE(check({Method::Kind::definition}, a, b, m));
        ASSERT_NO_FATAL_FAILURE(check({Method::Kind::whole}, a, b, m));
        if (m >= 2 && m >> 61 == 0) {
          ASSERT_NO_FATAL_FAILURE(check({Method::Kind::rows}, a, b, m));
        }
        const auto log_b = static_cast<unsigned>(std::bit_width(b));
        ASSERT_NO_FATAL_FAILURE(check({Method::Kind::blocks, log_b}, a, b, m));
        ASSERT_NO_FATAL_FAILURE(check({Method::Kind::blocks, log_b + 2}, a, b, m));
      }
    }
  }
}

// Rows are computed in pieces of 4096 results.
TEST_P(ProductMethods, RowsInPieces) {
  for (const std::size_t a : {4000U, 4096U, 9000U}) {
    for (const std::size_t b : {1U, 63U, 130U}) {
      ASSERT_NO_FATAL_FAILURE(check({Method::Kind::rows}, a, b, (uint128_t{1} << 61) - 1));
      ASSERT_NO_FATAL_FAILURE(check({Method::Kind::rows}, a, b, 2));
    }
  }
}

TEST_P(ProductMethods, Wrapped) {
  for (const unsigned log_n : {1U, 4U, 7U, 10U}) {
    const std::size_t n = std::size_t{1} << log_n;
    for (const std::size_t more : {std::size_t{1}, n / 3, n - 1}) {
      const std::size_t length = n + more, b = length + 1 - n + random_.up_to((n - 1 - more) / 2 + 1);
      if (more == 0 || b > n || length + 1 - b > n) continue;
      for (const uint128_t m : {uint128_t{12289}, two_to_64 - 1, two_to_64}) {
        ASSERT_NO_FATAL_FAILURE(check_all({Method::Kind::wrapped, log_n}, length + 1 - b, b, m));
      }
    }
  }
}

TEST_P(ProductMethods, EveryRing) {
  for (std::size_t length = 1000; length <= 2100; length += 50) {
    const std::size_t b = 1 + random_.up_to(length / 2 - 1);
    for (const uint128_t m : {uint128_t{1000}, two_to_64}) {
      ASSERT_NO_FATAL_FAILURE(check({Method::Kind::whole}, length + 1 - b, b, m));
    }
  }
}

RINGLET_ON_ALL_BACKENDS(ProductMethods);

TEST(ProductPrimes, HaveTheRootsAndTheOrderThatRingsNeed) {
  using ringlet::products::primes;
  for (const std::uint64_t prime : primes) {
    EXPECT_TRUE(reference::is_prime(prime));
    EXPECT_EQ((prime - 1) % (std::uint64_t{2} << ringlet::products::max_log_size), 0U);
    EXPECT_LT(prime, std::uint64_t{1} << 50);
    EXPECT_GT(prime, (std::uint64_t{1} << 50) - (std::uint64_t{1} << 32));
  }
  EXPECT_TRUE(std::ranges::is_sorted(primes));
}

TEST(ProductPrimes, AreAsManyAsBoundsNeed) {
  mpz_class product = 1;
  for (unsigned count = 1; count <= ringlet::products::max_primes; ++count) {
    product *= mpz_class(static_cast<unsigned long>(ringlet::products::primes[count - 1]));
    for (const bool is_signed : {false, true}) {
      // Greatest magnitude that the primes determine.
      const mpz_class most = is_signed ? mpz_class((product - 1) / 2) : mpz_class(product - 1);
      for (unsigned bits = 0; bits <= 60; ++bits) {
        const std::uint64_t a = ~std::uint64_t{0}, terms = std::uint64_t{1} << (bits / 2);
        const mpz_class b = most / (integer(a) * integer(terms));
        if (b == 0 || mpz_sizeinbase(b.get_mpz_t(), 2) > 64) continue;
        const auto word = static_cast<std::uint64_t>(b.get_ui());
        EXPECT_FALSE((ringlet::products::SumBound{terms, a, word + 1, is_signed}.fits_primes(count)) && word < a);
        EXPECT_TRUE((ringlet::products::SumBound{terms, a, word - word / 4096, is_signed}.fits_primes(count)) ||
                    word < 4096);
      }
    }
  }
}

TEST(RingShape, HasAtLeastTheAskedPointsAndFewMore) {
  for (std::size_t n = 1; n < 5000; ++n) {
    const RingShape shape = RingShape::at_least(n);
    ASSERT_GE(shape.size(), n);
    ASSERT_TRUE(n < 1024 || shape.size() * 8 < n * 9 + 8) << n;
    for (unsigned part = 1; part < shape.parts; ++part) ASSERT_LT(shape.part_size(part), shape.part_size(part - 1));
  }
  EXPECT_EQ(RingShape::at_least(RingShape::greatest_size).size(), RingShape::greatest_size);
}

}  // namespace
}  // namespace ringlet_test
