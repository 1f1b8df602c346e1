// Tests products of polynomials against GMP's products of long integers, on every backend.

#include "ringlet/convolve.hpp"

#include <gtest/gtest.h>

#include "products/products_suite.hpp"
#include "support/guarded_buffer.hpp"
#include "support/page_edge_buffer.hpp"

namespace ringlet_test {
namespace {

class Convolve : public BackendTest<> {
 protected:
  /// Compares all functions for two arrays of residues modulo m.
  void check_modulo(const Words& a, const Words& b, uint128_t m) {
    SCOPED_TRACE(sizes(a.size(), b.size()) + " modulo " + integer(m).get_str());
    const Integers product = reference::convolution(reference::integers(a), reference::integers(b));
    const mpz_class modulus = integer(m);
    Words out(product.size());
    ringlet::convolve(out, a, b, m);
    ASSERT_EQ(out, reference::remainders(product, modulus));
    const std::size_t longest = std::max(a.size(), b.size());
    for (const std::size_t n : {longest, longest + random_.up_to(longest)}) {
      out.assign(n, 1);
      ringlet::cyclic_convolve(out, a, b, m);
      ASSERT_EQ(out, reference::remainders(reference::wrapped(product, n, 1), modulus)) << n;
      ringlet::negacyclic_convolve(out, a, b, m);
      ASSERT_EQ(out, reference::remainders(reference::wrapped(product, n, -1), modulus)) << n;
    }
    if (a.size() < b.size()) return;
    out.assign(a.size() - b.size() + 1, 1);
    ringlet::middle_product(out, a, b, m);
    ASSERT_EQ(out, reference::remainders(slice(product, b.size() - 1, a.size()), modulus));
  }

  /// Compares all functions without a modulus. Result: 128-bit integers.
  template <class Result, class Element>
  void check_integers(const std::vector<Element>& a, const std::vector<Element>& b) {
    SCOPED_TRACE(sizes(a.size(), b.size()));
    using Elements = std::span<const Element>;
    const Integers product = reference::convolution(reference::integers(Elements(a)), reference::integers(Elements(b)));
    std::vector<Result> out(product.size());
    ringlet::convolve(out, Elements(a), Elements(b));
    ASSERT_TRUE(exact(out) == product);
    const std::size_t longest = std::max(a.size(), b.size());
    for (const std::size_t n : {longest, longest + random_.up_to(longest)}) {
      out.assign(n, 1);
      ringlet::cyclic_convolve(out, Elements(a), Elements(b));
      ASSERT_TRUE(exact(out) == reference::wrapped(product, n, 1)) << n;
      if constexpr (std::is_same_v<Result, int128_t>) {
        ringlet::negacyclic_convolve(out, Elements(a), Elements(b));
        ASSERT_TRUE(exact(out) == reference::wrapped(product, n, -1)) << n;
      }
    }
    if (a.size() < b.size()) return;
    out.assign(a.size() - b.size() + 1, 1);
    ringlet::middle_product(out, Elements(a), Elements(b));
    ASSERT_TRUE(exact(out) == slice(product, b.size() - 1, a.size()));
  }

  void check_all(std::size_t a, std::size_t b) {
    const uint128_t m = edge_moduli[random_.up_to(edge_moduli.size() - 1)];
    check_modulo(residues(random_, a, m), residues(random_, b, m), m);
    // Bits of a and b that leave room for the number of terms in 127 bits.
    const auto terms = static_cast<unsigned>(std::bit_width(std::min(a, b)));
    const auto bits_of_a = static_cast<unsigned>(1 + random_.up_to(62));
    const auto bits_of_b = static_cast<unsigned>(1 + random_.up_to(std::min(62U, 125 - terms - bits_of_a)));
    const auto greatest = [](unsigned bits) { return ~std::uint64_t{0} >> (64 - bits); };
    check_integers<int128_t>(signed_words(random_, a, greatest(bits_of_a)),
                             signed_words(random_, b, greatest(bits_of_b)));
    check_integers<uint128_t>(residues(random_, a, uint128_t{1} << bits_of_a),
                              residues(random_, b, uint128_t{1} << bits_of_b));
  }

  Random random_;
};

TEST_P(Convolve, EveryPairOfShortLengths) {
  for (std::size_t longer = 1; longer <= 64; ++longer) {
    for (std::size_t shorter = 1; shorter <= longer; ++shorter) {
      const bool is_first = random_.coin();
      ASSERT_NO_FATAL_FAILURE(check_all(is_first ? longer : shorter, is_first ? shorter : longer));
    }
  }
}

TEST_P(Convolve, EveryModulusAtEveryPowerOfTwo) {
  for (const uint128_t m : edge_moduli) {
    for (std::size_t n = 1; n <= 2048; n *= 2) {
      ASSERT_NO_FATAL_FAILURE(check_modulo(residues(random_, n, m), residues(random_, n, m), m));
    }
  }
}

TEST_P(Convolve, LengthsAroundSizesOfRings) {
  for (const std::size_t unit : {64U, 256U}) {
    for (std::size_t eighths = 8; eighths <= 16; ++eighths) {
      for (const std::size_t length : {unit * eighths - 1, unit * eighths, unit * eighths + 1}) {
        const std::size_t shorter = 1 + random_.up_to(length / 2);
        ASSERT_NO_FATAL_FAILURE(check_all(length + 1 - shorter, shorter));
      }
    }
  }
}

TEST_P(Convolve, EveryRatio) {
  for (const std::size_t shorter : {1U, 2U, 7U, 30U, 33U, 100U, 150U, 400U}) {
    for (const std::size_t longer : {500U, 3000U, 10007U}) {
      ASSERT_NO_FATAL_FAILURE(check_all(longer, shorter));
      ASSERT_NO_FATAL_FAILURE(check_all(shorter, longer));
    }
  }
}

TEST_P(Convolve, GreatestIntegersThatFit) {
  constexpr std::uint64_t max = ~std::uint64_t{0};
  for (const std::size_t n : {1U, 64U, 1000U}) {
    // n (2^64 - 1) (floor((2^64 - 1) / n)) < 2^128.
    check_integers<uint128_t>(Words(n, max), Words(n, max / n));
    const std::int64_t least = std::numeric_limits<std::int64_t>::min();
    check_integers<int128_t>(SignedWords(n, least), SignedWords(n, -(least / static_cast<std::int64_t>(n + 1))));
    check_integers<int128_t>(SignedWords(n, least), SignedWords(n, least / static_cast<std::int64_t>(2 * n)));
  }
}

// Both operands are the same array, of which only one spectrum is computed.
TEST_P(Convolve, Squares) {
  for (const std::size_t n : {3U, 50U, 700U}) {
    for (const uint128_t m : {uint128_t{12289}, two_to_64}) {
      const Words a = residues(random_, n, m);
      const Integers square = reference::convolution(reference::integers(a), reference::integers(a));
      Words out(2 * n - 1);
      ringlet::convolve(out, a, a, m);
      ASSERT_EQ(out, reference::remainders(square, integer(m)));
    }
  }
}

TEST_P(Convolve, StaysInsideItsSpans) {
  for (const std::size_t n : {1U, 5U, 200U, 1000U}) {
    for (const uint128_t m : {uint128_t{998244353}, two_to_64}) {
      const Words a = residues(random_, n, m), b = residues(random_, n / 2 + 1, m);
      Words expected(a.size() + b.size() - 1);
      ringlet::convolve(expected, a, b, m);
      for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) {
        const PageEdgeBuffer out(Words(expected.size(), 0), edge), x(a, edge), y(b, edge);
        ringlet::convolve(out.span(), x.span(), y.span(), m);
        EXPECT_TRUE(std::ranges::equal(out.span(), expected));
      }
      for (std::size_t misalignment = 0; misalignment < 8; ++misalignment) {
        GuardedBuffer out(expected.size(), misalignment), x(a, misalignment * 3 % 8), y(b, misalignment * 5 % 8);
        ringlet::convolve(out.span(), x.span(), y.span(), m);
        EXPECT_TRUE(std::ranges::equal(out.span(), expected));
      }
    }
  }
}

/// Executor that runs tasks as three workers in turn, the last task first.
class Reversed final : public ringlet::Executor {
 public:
  [[nodiscard]] std::size_t workers() const noexcept override { return 3; }
  void run(std::size_t count, const Task& task) override {
    for (std::size_t i = count; i-- > 0;) task(i, i % 3);
  }
};

TEST_P(Convolve, ResultsDoNotDependOnTheExecutor) {
  Reversed executor;
  for (const auto& [a, b] :
       {std::pair(700U, 600U), std::pair(20000U, 500U), std::pair(3U, 3U), std::pair(1030U, 1000U)}) {
    const Words x = residues(random_, a, two_to_64), y = residues(random_, b, two_to_64);
    Words out(a + b - 1), expected(a + b - 1), limbs(a + b), expected_limbs(a + b);
    ringlet::convolve(out, x, y, two_to_64, &executor);
    ringlet::convolve(expected, x, y, two_to_64);
    ASSERT_EQ(out, expected) << sizes(a, b);
    ringlet::multiply_integers(limbs, x, y, &executor);
    ringlet::multiply_integers(expected_limbs, x, y);
    ASSERT_EQ(limbs, expected_limbs) << sizes(a, b);
  }
}

RINGLET_ON_ALL_BACKENDS(Convolve);

}  // namespace
}  // namespace ringlet_test
