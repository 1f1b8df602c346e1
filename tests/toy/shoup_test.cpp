// Tests arithmetics with Shoup quotients on words of 8 bits, for all moduli and all operands.

#include <gtest/gtest.h>

#include <cstdint>

#include "arith/shoup/shoup.hpp"
#include "toy/toy_arithmetic.hpp"

namespace ringlet_test {
namespace {

namespace arith = ringlet::arith;
using Byte = ToyWord<8>;
template <unsigned capacity>
using Exact = arith::Shoup<Byte, capacity>;
template <unsigned capacity>
using Short = arith::Shoup<Byte, capacity, arith::ShortProduct<Byte>>;
template <unsigned capacity>
using Truncated = arith::Shoup<ToyWord128, capacity, arith::TruncatedProduct<ToyWord128>>;

template <class A>
std::uint32_t products() {
  return digest_of(&ToyArithmetic<A>::shoup_products);
}

/// Returns a digest of the products below an arithmetic's reductions, of all numbers below factor q, for all moduli up
/// to those of a capacity.
template <class Barrett, class Isa, unsigned factor = 1>
std::uint32_t barrett_products(unsigned capacity) {
  Digest digest;
  for (std::uint32_t q = 2; q < 256 / capacity; ++q) {
    const Barrett barrett(ToyArithmetic<arith::Shoup<Isa, 4>>::modulus(q));
    for (std::uint32_t x = 0; x < factor * q; ++x) {
      for (std::uint32_t y = 0; y < factor * q; ++y) {
        digest.add(number(barrett.template product<factor>(Isa::broadcast(x), Isa::broadcast(y), Isa::broadcast(q))));
      }
    }
  }
  return digest.value();
}

template <class Barrett, class Isa>
std::uint32_t word_remainders(unsigned capacity) {
  Digest digest;
  for (std::uint32_t q = 2; q < 256 / capacity; ++q) {
    const Barrett barrett(ToyArithmetic<arith::Shoup<Isa, 4>>::modulus(q));
    for (std::uint32_t x = 0; x < 256; ++x) digest.add(number(barrett.word(Isa::broadcast(x), Isa::broadcast(q))));
  }
  return digest.value();
}

TEST(ToyShoup, Exact4) { check_all<ToyArithmetic, Exact<4>>(); }
TEST(ToyShoup, Exact16) { check_all<ToyArithmetic, Exact<16>>(); }
TEST(ToyShoup, Short8) { check_all<ToyArithmetic, Short<8>>(); }
TEST(ToyShoup, Short16) { check_all<ToyArithmetic, Short<16>>(); }
TEST(ToyShoup, Short64) { check_all<ToyElements, Short<64>>(); }
TEST(ToyShoup, Truncated8) { check_all<ToyArithmetic, Truncated<8>>(); }
TEST(ToyShoup, Truncated16) { check_all<ToyArithmetic, Truncated<16>>(); }

TEST(ToyShoup, ProductsAreThoseOfTheModel) {
  EXPECT_EQ(products<Exact<8>>(), stated_by("toy_exact_products"));
  EXPECT_EQ(products<Short<8>>(), stated_by("toy_short_products"));
  EXPECT_EQ(products<Truncated<8>>(), stated_by("toy_short_products"));
}

TEST(ToyShoup, BarrettProductsAreThoseOfTheModel) {
  const auto exact = barrett_products<arith::WordBarrett<Byte, arith::ExactHigh<Byte>>, Byte>(4);
  const auto limbs = barrett_products<arith::WordBarrett<ToyWord128, arith::ExactHigh<ToyWord128>>, ToyWord128>(4);
  const auto rounded = barrett_products<arith::WordBarrett<Byte, arith::ShortHigh<Byte>>, Byte>(8);
  const auto lazy = barrett_products<arith::WordBarrett<Byte, arith::ShortHigh<Byte>>, Byte, 4>(64);
  EXPECT_EQ(exact, stated_by("toy_barrett_exact"));
  EXPECT_EQ(limbs, stated_by("toy_barrett_exact"));
  EXPECT_EQ(rounded, stated_by("toy_barrett_short"));
  EXPECT_EQ(lazy, stated_by("toy_barrett_lazy"));
  const auto words = word_remainders<arith::WordBarrett<Byte, arith::ExactHigh<Byte>>, Byte>(4);
  EXPECT_EQ(words, stated_by("toy_word_remainders"));
}

/// Tests sums and differences of the model of 128-bit words; products are tested above.
TEST(ToyShoup, SumsOfWord128) {
  using Isa = ToyWord128;
  Comparison compare(0);
  for (std::uint32_t x = 0; x < 256; ++x) {
    for (std::uint32_t y = 0; y < 256; ++y) {
      const auto a = Isa::broadcast(x), b = Isa::broadcast(y);
      compare.number("add", number(Isa::add(a, b)), (x + y) % 256, x, y, 0);
      compare.number("sub", number(Isa::sub(a, b)), (x - y) % 256, x, y, 0);
      compare.number("subtract_once", number(Isa::subtract_once(a, b)), x < y ? x : x - y, x, y, 0);
      compare.number("mul_low", number(Isa::mul_low(a, b)), x * y % 256, x, y, 0);
      compare.number("mul_high", number(Isa::mul_high(a, b)), x * y / 256, x, y, 0);
    }
  }
  for (std::uint32_t q = 1; q <= 128; ++q) {
    for (std::uint32_t x = 0; x < q; ++x) {
      for (std::uint32_t y = 0; y < q; ++y) {
        const auto a = Isa::broadcast(x), b = Isa::broadcast(y), modulus = Isa::broadcast(q);
        compare.number("add_modulo", number(Isa::add_modulo(a, b, modulus)), (x + y) % q, x, y, q);
        compare.number("subtract_modulo", number(Isa::subtract_modulo(a, b, modulus)), (x + q - y) % q, x, y, q);
      }
    }
  }
}

}  // namespace
}  // namespace ringlet_test
