// Tests products of long integers against GMP, on every backend.

#include <gmp.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "products/products_suite.hpp"
#include "support/errors.hpp"
#include "support/page_edge_buffer.hpp"

namespace ringlet_test {
namespace {

static_assert(sizeof(mp_limb_t) == sizeof(std::uint64_t));

Words product_by_gmp(const Words& a, const Words& b) {
  const auto limbs = [](const Words& x) { return reinterpret_cast<const mp_limb_t*>(x.data()); };
  Words out(a.size() + b.size());
  const bool is_ordered = a.size() >= b.size();
  const Words &longer = is_ordered ? a : b, &shorter = is_ordered ? b : a;
  mpn_mul(reinterpret_cast<mp_limb_t*>(out.data()), limbs(longer), static_cast<mp_size_t>(longer.size()),
          limbs(shorter), static_cast<mp_size_t>(shorter.size()));
  return out;
}

class LongIntegers : public BackendTest<> {
 protected:
  void check(const Words& a, const Words& b) {
    Words out(a.size() + b.size(), 1);
    ringlet::multiply_integers(out, a, b);
    ASSERT_EQ(out, product_by_gmp(a, b)) << sizes(a.size(), b.size());
  }
  /// Draws limbs: uniformly, of one kind, or in long runs of equal bits.
  Words limbs(std::size_t count) {
    if (random_.coin()) return residues(random_, count, two_to_64);
    Words words(count);
    std::uint64_t word = 0;
    for (std::uint64_t& limb : words) limb = random_.up_to(9) == 0 ? word = ~word : word;
    return words;
  }

  Random random_;
};

TEST_P(LongIntegers, EveryPairOfShortLengths) {
  for (std::size_t a = 1; a <= 100; a += 1 + a / 10) {
    for (std::size_t b = 1; b <= 100; b += 1 + b / 10) ASSERT_NO_FATAL_FAILURE(check(limbs(a), limbs(b)));
  }
}

TEST_P(LongIntegers, LengthsAroundTheThresholdAndPowersOfTwo) {
  for (const std::size_t n : {49U, 50U, 51U, 127U, 128U, 129U, 511U, 512U, 1023U, 1025U, 4000U}) {
    for (int repetition = 0; repetition < 3; ++repetition) ASSERT_NO_FATAL_FAILURE(check(limbs(n), limbs(n)));
    const Words ones(n, ~std::uint64_t{0});
    ASSERT_NO_FATAL_FAILURE(check(ones, ones));
    const Words a = limbs(n);
    Words square(2 * n);
    ringlet::multiply_integers(square, a, a);
    ASSERT_EQ(square, product_by_gmp(a, a));
  }
}

TEST_P(LongIntegers, EveryRatio) {
  for (const std::size_t a : {1U, 50U, 100U, 600U}) {
    for (const std::size_t b : {1000U, 5000U, 20001U}) {
      ASSERT_NO_FATAL_FAILURE(check(limbs(a), limbs(b)));
      ASSERT_NO_FATAL_FAILURE(check(limbs(b), limbs(a)));
    }
  }
}

TEST_P(LongIntegers, StaysInsideItsSpans) {
  for (const std::size_t n : {3U, 100U}) {
    const Words a = limbs(n), b = limbs(n + 1), expected = product_by_gmp(a, b);
    for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) {
      const PageEdgeBuffer out(Words(expected.size(), 0), edge), x(a, edge), y(b, edge);
      ringlet::multiply_integers(out.span(), x.span(), y.span());
      EXPECT_TRUE(std::ranges::equal(out.span(), expected));
    }
  }
}

RINGLET_ON_ALL_BACKENDS(LongIntegers);

TEST(LongIntegersErrors, ShapesAndOverlaps) {
  Words out(5), a(3, 1), b(2, 1), empty;
  const auto message = [&](std::span<std::uint64_t> to, const Words& x, const Words& y) {
    return message_of<std::invalid_argument>([&] { ringlet::multiply_integers(to, x, y); });
  };
  EXPECT_THAT(message(out, empty, b), HasSubstr("size of a is 0"));
  EXPECT_THAT(message(out, a, empty), HasSubstr("size of b is 0"));
  EXPECT_THAT(message(std::span(out).first(4), a, b), AllOf(HasSubstr("size of out is 4"), Names(5)));
  Words words(6, 1);
  const std::span<std::uint64_t> all(words);
  EXPECT_THAT(message_of<std::invalid_argument>([&] {
                ringlet::multiply_integers(all.first(5), std::span<const std::uint64_t>(all.last(2)),
                                           std::span<const std::uint64_t>(a));
              }),
              HasSubstr("out overlaps a"));
}

}  // namespace
}  // namespace ringlet_test
