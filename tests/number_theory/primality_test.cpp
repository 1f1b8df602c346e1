// Tests each probable-prime test alone. In the library, the other tests would hide an error in one.
#include "number_theory/primality.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

#include "arith/multiword_words.hpp"
#include "multiword/ring.hpp"
#include "reference/multiword.hpp"
#include "reference/multiword_words.hpp"
#include "reference/primes.hpp"
#include "support/random.hpp"

namespace ringlet_test {
namespace {

/// Residues modulo an odd n < 2^63.
class SmallRing {
 public:
  using Number = std::uint64_t;
  using Element = std::uint64_t;

  explicit SmallRing(std::uint64_t n) : n_(n) {}

  [[nodiscard]] std::uint64_t remainder(std::uint64_t d) const { return n_ % d; }
  [[nodiscard]] std::uint64_t predecessor() const { return n_ - 1; }
  [[nodiscard]] std::uint64_t successor() const { return n_ + 1; }
  [[nodiscard]] std::uint64_t element(std::uint64_t x) const { return x % n_; }
  [[nodiscard]] std::uint64_t add(std::uint64_t a, std::uint64_t b) const { return (a + b) % n_; }
  [[nodiscard]] std::uint64_t sub(std::uint64_t a, std::uint64_t b) const { return (a + n_ - b) % n_; }
  [[nodiscard]] std::uint64_t mul(std::uint64_t a, std::uint64_t b) const {
    return reference::multiword::mul(a, b, n_);
  }
  [[nodiscard]] std::uint64_t half(std::uint64_t a) const { return (a % 2 == 0 ? a : a + n_) / 2; }
  [[nodiscard]] static unsigned bit_width(std::uint64_t e) { return static_cast<unsigned>(std::bit_width(e)); }
  [[nodiscard]] static unsigned trailing_zeros(std::uint64_t e) { return static_cast<unsigned>(std::countr_zero(e)); }
  [[nodiscard]] static bool bit(std::uint64_t e, unsigned i) { return (e >> i & 1) != 0; }

 private:
  std::uint64_t n_;
};

mpz_class integer(std::uint64_t x) { return static_cast<unsigned long>(x); }

TEST(PrimalityTests, JacobiSymbolsAreThoseOfGmp) {
  Random random;
  for (std::uint64_t a = 1; a < 200; a += 2) {
    for (std::uint64_t n = 3; n < 200; n += 2) {
      EXPECT_EQ(ringlet::number_theory::jacobi(SmallRing(n), a),
                mpz_jacobi(integer(a).get_mpz_t(), integer(n).get_mpz_t()))
          << a << " / " << n;
    }
    const std::uint64_t n = (random.word() >> 1) | 1;
    EXPECT_EQ(ringlet::number_theory::jacobi(SmallRing(n), a),
              mpz_jacobi(integer(a).get_mpz_t(), integer(n).get_mpz_t()))
        << a << " / " << n;
  }
}

// Compares with the definition, power by power.
TEST(PrimalityTests, StrongTestsAreTheDefinition) {
  for (const std::uint64_t base : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{15}}) {
    for (std::uint64_t n = 17; n < 10000; n += 2) {
      if (std::gcd(n, base) != 1) continue;
      std::uint64_t exponent = n - 1;
      while (exponent % 2 == 0) exponent /= 2;
      bool passes = reference::multiword::pow(base, exponent, n) == 1;
      for (; exponent < n - 1; exponent *= 2) passes |= reference::multiword::pow(base, exponent, n) == n - 1;
      EXPECT_EQ(ringlet::number_theory::is_strong_probable_prime(SmallRing(n), base), passes)
          << n << " to base " << base;
    }
  }
}

TEST(PrimalityTests, StrongLucasTestLetsThroughItsPseudoprimesOnly) {
  // The first strong Lucas pseudoprimes, OEIS A217255.
  constexpr std::array<std::uint64_t, 10> pseudoprimes{5459,  5777,  10877, 16109, 18971,
                                                       22499, 24569, 25199, 40309, 58519};
  for (std::uint64_t n = 9, root = 3; n < 60000; n += 2) {
    while ((root + 2) * (root + 2) <= n) root += 2;
    if (root * root == n) continue;
    const bool passes = reference::is_prime(n) || std::ranges::count(pseudoprimes, n) != 0;
    EXPECT_EQ(ringlet::number_theory::is_strong_lucas_probable_prime(SmallRing(n)), passes) << n;
  }
}

TEST(PrimalityTests, TrailingZerosOfMultiwordNumbersMayFillWords) {
  for (unsigned zeros = 0; zeros < 192; ++zeros) {
    ringlet::UInt<192> number{};
    number.words[2] = std::uint64_t{1} << 63;
    number.words[zeros / 64] |= std::uint64_t{1} << zeros % 64;
    EXPECT_EQ(ringlet::multiword::MultiwordRing<192>::trailing_zeros(number), zeros);
  }
}

TEST(PrimalityTests, SquaresAreThoseOfGmp) {
  Random random;
  for (std::size_t words = 2; words <= 8; ++words) {
    for (int i = 0; i < 20; ++i) {
      mpz_class root = 0;
      // Roots of any length, with corners.
      for (std::size_t k = 0; k < (words + 1) / 2; ++k) root = (root << 64) + integer(random.word());
      if (words % 2 != 0) root >>= 32;
      root >>= static_cast<unsigned>(random.up_to(32 * words));
      if (i == 0) root = (mpz_class(1) << static_cast<unsigned>(32 * words)) - 1;
      for (const int distance : {-1, 0, 1}) {
        const mpz_class n = root * root + distance;
        if (n < 0) continue;
        std::array<std::uint64_t, 8> number{};
        const std::span used = std::span(number).first(words);
        reference::put_words(used, n);
        EXPECT_EQ(ringlet::arith::is_square(used), mpz_perfect_square_p(n.get_mpz_t()) != 0) << n.get_str();
      }
    }
  }
}

}  // namespace
}  // namespace ringlet_test
