// Tests the arithmetic without room above q on words of 8 bits, for all moduli and all operands.

#include <gtest/gtest.h>

#include <cstdint>

#include "arith/full_words/full_words.hpp"
#include "arith/montgomery/word_product.hpp"
#include "toy/ranges.hpp"
#include "toy/theorem.hpp"
#include "toy/toy_word.hpp"

namespace ringlet_test {
namespace {

/// Toy words with the comparisons that FullWords needs.
struct Byte : ToyWord<8> {
  using Mask = std::uint32_t;
  static Mask less(Vec a, Vec b) { return a < b ? ~Mask{0} : 0; }
  static Vec keep_if(Mask m, Vec x) { return x & m; }
  static Vec shift_right_any(Vec a, Vec count) { return a >> count; }
};
using Full = ringlet::arith::FullWords<Byte>;
constexpr std::uint32_t words = 256;

Full arithmetic(std::uint32_t q) {
  const unsigned bits = q < 128 ? 7 : 8;
  const auto product_quotient = static_cast<std::uint8_t>((1U << (bits + 6)) / q);
  return Full(
      {.q = static_cast<std::uint8_t>(q), .product_quotient = product_quotient, .word_quotient = 0, .bits = bits});
}

/// Returns the multiplicand by its definition (docs/bounds/full_words.md, section 22.2).
Full::Twiddle multiplicand(std::uint32_t w, std::uint32_t q) {
  return {Byte::broadcast(w * words % q), Byte::broadcast(words - w * words / q)};
}

void expect_sums(const Full& a, std::uint32_t q) {
  Comparison compare(q);
  for (std::uint32_t x = 0; x < q; ++x) {
    compare.number("neg", a.neg(x), (q - x) % q, x, 0, 0);
    for (std::uint32_t y = 0; y < q; ++y) {
      compare.number("add", a.add(x, y), (x + y) % q, x, y, 0);
      compare.number("sub", a.sub(x, y), (x + q - y) % q, x, y, 0);
      compare.number("mul", a.mul<1>(x, y), x * y % q, x, y, 0);
      compare.number("mul_sums", a.mul_sums(x, y, x, y), (x + y) * (x + y) % q, x, y, 0);
      std::uint32_t sum = x, difference = y;
      a.butterfly_gs(sum, difference);
      compare.number("butterfly_gs, sum", sum, (x + y) % q, x, y, 0);
      compare.number("butterfly_gs, difference", difference, (x + q - y) % q, x, y, 0);
    }
  }
}

void expect_products_of_words(const Full& a, std::uint32_t q) {
  Comparison compare(q);
  for (std::uint32_t x = 0; x < words; ++x) {
    compare.number("lower", a.lower<4>(x), x % q, x, 0, 0);
    compare.number("reduce_word", a.reduce_word<1>(x), x % q, x, 0, 0);
    if (x < 2 * q) compare.number("reduce", a.reduce(x), x % q, x, 0, 0);
    for (std::uint32_t w = 0; w < q; ++w) {
      const Full::Twiddle twiddle = multiplicand(w, q);
      compare.number("mul_twiddle", a.mul_twiddle(x, twiddle), x * w % q, x, 0, w);
      std::uint32_t sum = w, difference = x;
      a.butterfly_ct(sum, difference, twiddle);
      compare.number("butterfly_ct, sum", sum, (w + x * w) % q, w, x, w);
      compare.number("butterfly_ct, difference", difference, (w + q - x * w % q) % q, w, x, w);
    }
    for (std::uint32_t y = 0; y < words; ++y) compare.number("mul", a.mul<4>(x, y), x * y % q, x, y, 0);
  }
}

template <class Expect>
void for_all_moduli(const Expect& expect) {
  EXPECT_EQ(Full::moduli.least, 64U);
  EXPECT_EQ(Full::moduli.greatest, 255U);
  for (std::uint32_t q = Full::moduli.least; q <= Full::moduli.greatest && !::testing::Test::HasFailure(); ++q) {
    expect(arithmetic(q), q);
  }
}

TEST(ToyFullWords, SumsAndProducts) { for_all_moduli(expect_sums); }
TEST(ToyFullWords, ProductsOfAnyWords) { for_all_moduli(expect_products_of_words); }

TEST(ToyFullWords, ProductsAreThoseOfTheModel) {
  Digest fixed, any;
  for (std::uint32_t q = 124; q < 132; ++q) {
    const Full a = arithmetic(q);
    for (std::uint32_t w = 0; w < q; ++w) {
      for (std::uint32_t x = 0; x < words; ++x) fixed.add(a.mul_twiddle(x, multiplicand(w, q)));
      for (std::uint32_t x = 0; x < q; ++x) any.add(a.mul<1>(x, w));
    }
  }
  EXPECT_EQ(fixed.value(), stated_by("toy_full_products"));
  EXPECT_EQ(any.value(), stated_by("toy_full_remainders"));
}

}  // namespace
}  // namespace ringlet_test
