// Tests that wrong arguments of products are refused with the argument, its value and the rule, before out is written.

#include <gtest/gtest.h>

#include <stdexcept>

#include "products/products_suite.hpp"
#include "support/errors.hpp"

namespace ringlet_test {
namespace {

using std::invalid_argument;

TEST(ConvolveErrors, EmptyArrays) {
  Words out(3), empty, full(3, 1);
  EXPECT_THAT(message_of<invalid_argument>([&] { ringlet::convolve(out, empty, full, 7); }),
              HasSubstr("size of a is 0"));
  EXPECT_THAT(message_of<invalid_argument>([&] { ringlet::cyclic_convolve(out, full, empty, 7); }),
              HasSubstr("size of b is 0"));
}

TEST(ConvolveErrors, Modulus) {
  Words out(5, 9), a(3, 0);
  EXPECT_THAT(message_of<invalid_argument>([&] { ringlet::convolve(out, a, a, 0); }),
              AllOf(HasSubstr("m is 0"), HasSubstr("2^64")));
  EXPECT_THAT(message_of<invalid_argument>([&] { ringlet::convolve(out, a, a, two_to_64 + 1); }),
              HasSubstr("m is 18446744073709551617"));
  EXPECT_EQ(out, Words(5, 9));
}

TEST(ConvolveErrors, ElementsNotBelowTheModulus) {
  Words out(5, 9), a(3, 6), b{1, 2, 7};
  EXPECT_THAT(message_of<std::out_of_range>([&] { ringlet::convolve(out, a, b, 7); }),
              AllOf(HasSubstr("b[2] is 7"), HasSubstr("m = 7")));
  EXPECT_THAT(message_of<std::out_of_range>([&] { ringlet::negacyclic_convolve(out, b, a, 7); }),
              HasSubstr("a[2] is 7"));
  EXPECT_EQ(out, Words(5, 9));
}

TEST(ConvolveErrors, SizesOfOut) {
  Words out(4), a(3, 1), b(2, 1);
  ringlet::convolve(out, a, b, 7);
  for (const std::size_t size : {0U, 3U, 5U}) {
    Words wrong(size);
    EXPECT_THAT(message_of<invalid_argument>([&] { ringlet::convolve(wrong, a, b, 7); }),
                AllOf(HasSubstr("size of out"), Names(size), Names(4)));
    EXPECT_THAT(message_of<invalid_argument>([&] { ringlet::middle_product(wrong, a, b, 7); }),
                AllOf(HasSubstr("size of out"), Names(size), Names(2)));
  }
}

TEST(ConvolveErrors, OperandsLongerThanTheRing) {
  Words out(2), a(3, 1), b(2, 1);
  EXPECT_THAT(message_of<invalid_argument>([&] { ringlet::cyclic_convolve(out, a, b, 7); }),
              AllOf(HasSubstr("size of a is 3"), Names(2)));
  EXPECT_THAT(message_of<invalid_argument>([&] { ringlet::negacyclic_convolve(out, b, a, 7); }),
              HasSubstr("size of b is 3"));
  EXPECT_THAT(message_of<invalid_argument>([&] { ringlet::middle_product(out, b, a, 7); }),
              HasSubstr("size of b is 3"));
}

TEST(ConvolveErrors, Overlaps) {
  Words words(10, 1);
  const std::span<std::uint64_t> all(words);
  EXPECT_THAT(message_of<invalid_argument>([&] {
                ringlet::convolve(all.first(5), std::span<const std::uint64_t>(all.subspan(4, 3)),
                                  std::span<const std::uint64_t>(all.subspan(7, 3)), 7);
              }),
              HasSubstr("out overlaps a"));
  EXPECT_THAT(message_of<invalid_argument>([&] {
                ringlet::convolve(all.subspan(3, 5), std::span<const std::uint64_t>(all.first(3)),
                                  std::span<const std::uint64_t>(all.subspan(7, 3)), 7);
              }),
              HasSubstr("out overlaps b"));
  ringlet::convolve(all.first(5), std::span<const std::uint64_t>(all.subspan(5, 3)),
                    std::span<const std::uint64_t>(all.subspan(6, 3)), 7);
}

TEST(ConvolveErrors, ResultsThatMayNotFit) {
  constexpr std::uint64_t max = ~std::uint64_t{0};
  const Words a{max, 1}, b{1, max};
  std::vector<uint128_t> out(3, 5);
  EXPECT_THAT(message_of<invalid_argument>([&] { ringlet::convolve(out, a, b); }),
              AllOf(HasSubstr("2 terms of 18446744073709551615 times 18446744073709551615"), HasSubstr("2^128")));
  EXPECT_EQ(out, std::vector<uint128_t>(3, 5));
  const SignedWords c{std::numeric_limits<std::int64_t>::min(), 0}, d = c;
  std::vector<int128_t> signed_out(3);
  EXPECT_THAT(message_of<invalid_argument>([&] {
                ringlet::convolve(signed_out, std::span<const std::int64_t>(c), std::span<const std::int64_t>(d));
              }),
              AllOf(HasSubstr("2 terms of 9223372036854775808"), HasSubstr("2^127")));
}

TEST(ProductCache, CanBeEmptiedAndLimited) {
  const Words a(5000, 1);
  Words out(9999);
  ringlet::convolve(out, a, a, two_to_64);
  EXPECT_GT(ringlet::product_cache_bytes(), 0U);
  ringlet::clear_product_cache();
  EXPECT_EQ(ringlet::product_cache_bytes(), 0U);
  ringlet::set_product_cache_limit(1000);
  ringlet::convolve(out, a, a, two_to_64);
  EXPECT_LE(ringlet::product_cache_bytes(), 1000U);
  EXPECT_EQ(out[4999], 5000U);
  ringlet::set_product_cache_limit(std::size_t{1} << 28);
}

}  // namespace
}  // namespace ringlet_test
