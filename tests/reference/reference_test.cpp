// Compares the oracles with each other and with examples small enough to do by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "reference/bits.hpp"
#include "reference/modular.hpp"
#include "reference/multiword.hpp"
#include "reference/polynomial.hpp"
#include "reference/primes.hpp"
#include "reference/roots.hpp"
#include "reference/transform.hpp"
#include "reference/word128.hpp"

namespace {

using reference::Transform;
using reference::Wrap;
using ::testing::ElementsAre;
using Words = std::vector<std::uint64_t>;

constexpr std::uint64_t largest_modulus = (std::uint64_t{1} << 62) - 1;

TEST(ReferenceModular, AgreesWithArithmeticByHand) {
  EXPECT_EQ(reference::sub_mod(2, 5, 7), 4U);
  EXPECT_EQ(reference::add_mod(~std::uint64_t{0}, 1, 10), 6U);
  EXPECT_EQ(reference::mul_mod(~std::uint64_t{0}, ~std::uint64_t{0}, 1000), 225U);
  EXPECT_EQ(reference::pow_mod(3, 4, 7), 4U);
  EXPECT_EQ(reference::inverse_mod(3, 10), 7U);
  EXPECT_EQ(reference::inverse_mod(4, 10), std::nullopt);
  EXPECT_EQ(reference::shifted_quotient(1, 64, 3), 0x5555555555555555U);
}

TEST(ReferenceModular, MultiwordArithmeticAgreesWithGmp) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t q = random() % largest_modulus + 1;
    const std::uint64_t a = random(), b = random(), c = random();
    EXPECT_EQ(reference::multiword::add(a, b, q), reference::add_mod(a, b, q));
    EXPECT_EQ(reference::multiword::mul(a, b, q), reference::mul_mod(a, b, q));
    EXPECT_EQ(reference::multiword::fma(a, b, c, q), reference::fma_mod(a, b, c, q));
    EXPECT_EQ(reference::multiword::negate(a, q), reference::sub_mod(0, a, q));
    EXPECT_EQ(reference::multiword::pow(a, b, q), reference::pow_mod(a, b, q));
  }
}

TEST(ReferenceBits, ReversesByHand) {
  EXPECT_EQ(reference::reverse_bits(0b0011, 4), 0b1100U);
  EXPECT_EQ(reference::reverse_bits(1, 64), std::uint64_t{1} << 63);
  EXPECT_EQ(reference::reverse_bits(0, 0), 0U);
  EXPECT_EQ(reference::log2_exact(4096), 12U);
}

TEST(ReferencePrimes, FindsTheNeighbours) {
  EXPECT_EQ(reference::largest_prime_below(97, 32), std::nullopt);
  EXPECT_EQ(reference::largest_prime_below(98, 32), 97U);
  EXPECT_EQ(reference::smallest_prime_above(97, 32), 193U);
  EXPECT_EQ(reference::smallest_prime_above(96, 32), 97U);
}

TEST(ReferenceRoots, BothSearchesFindTheSame) {
  for (const std::uint64_t q : {17U, 97U, 257U, 7681U}) {
    for (std::uint64_t order = 1; (q - 1) % order == 0; order *= 2) {
      EXPECT_EQ(reference::smallest_root(order, q), reference::smallest_root_by_search(order, q)) << q << ' ' << order;
    }
  }
}

TEST(ReferencePolynomial, ProductsByHand) {
  // (1 + 2X)(3 + 4X) = 3 + 10X + 8X^2, and X^2 is -1 or 1.
  EXPECT_THAT(reference::product(Words{1, 2}, Words{3, 4}, 17, Wrap::negacyclic), ElementsAre(12, 10));
  EXPECT_THAT(reference::product(Words{1, 2}, Words{3, 4}, 17, Wrap::cyclic), ElementsAre(11, 10));
  EXPECT_EQ(reference::evaluate(Words{1, 2, 3}, 10, 1000), 321U);
}

/// Both rings of size 8 modulo 97: the smallest case with every feature of the definitions.
class ReferenceTransform : public ::testing::TestWithParam<Wrap> {
 protected:
  static constexpr std::uint64_t q = 97;
  static constexpr std::size_t n = 8;
  const Transform transform_{GetParam(), q, reference::smallest_root(GetParam() == Wrap::negacyclic ? 2 * n : n, q)};

  Words forward(const Words& a) const {
    Words out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = reference::forward_at(a, i, transform_);
    return out;
  }
  Words inverse(const Words& a) const {
    Words out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = reference::inverse_at(a, i, transform_);
    return out;
  }
};

const Words left{3, 1, 4, 1, 5, 92, 65, 35};
const Words right{2, 7, 18, 28, 18, 28, 45, 90};

TEST_P(ReferenceTransform, InverseUndoesForward) { EXPECT_EQ(inverse(forward(left)), left); }

TEST_P(ReferenceTransform, TurnsTheProductIntoPointwiseProducts) {
  const Words x = forward(left), y = forward(right);
  Words pointwise(n);
  for (std::size_t i = 0; i < n; ++i) pointwise[i] = x[i] * y[i] % q;
  EXPECT_EQ(inverse(pointwise), reference::product(left, right, q, GetParam()));
}

TEST_P(ReferenceTransform, ChecksumSeesEveryOutput) {
  constexpr std::uint64_t z = 5;  // 5^8 = 6 (mod 97)
  Words out = forward(left);
  const std::uint64_t expected = reference::forward_checksum(left, z, transform_);
  EXPECT_EQ(reference::output_checksum(out, z, q), expected);
  for (std::uint64_t& value : out) {
    ++value;
    EXPECT_NE(reference::output_checksum(out, z, q), expected);
    --value;
  }
}

INSTANTIATE_TEST_SUITE_P(Rings, ReferenceTransform, ::testing::Values(Wrap::negacyclic, Wrap::cyclic),
                         [](const auto& test) { return test.param == Wrap::negacyclic ? "negacyclic" : "cyclic"; });

TEST(ReferenceTransformDefinition, OutputsAreInBitReversedOrder) {
  // X takes the value psi^(2k+1) at output r(k). Modulo 17 with n = 4: psi = 2, and k = 0, 2, 1, 3.
  const Transform negacyclic{Wrap::negacyclic, 17, 2};
  const Words x{0, 1, 0, 0};
  Words out;
  for (std::size_t i = 0; i < 4; ++i) out.push_back(reference::forward_at(x, i, negacyclic));
  EXPECT_THAT(out, ElementsAre(2, 15, 8, 9));  // 2^1, 2^5, 2^3, 2^7
}

TEST(ReferenceWord128, TransformIsTheEvaluations) {
  namespace word128 = reference::word128;
  // 3^8 = -1 modulo 17, which can be checked by hand.
  std::mt19937_64 random(5);
  std::vector<word128::uint128> a(8);
  for (auto& x : a) x = random() % 17;
  const auto out = word128::evaluate_everywhere(a, 3, 9, 17);
  ASSERT_EQ(out.size(), a.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(out[k], word128::evaluate(a, word128::pow_mod(3, 2 * k + 1, 17), 17));
  }
}

}  // namespace
