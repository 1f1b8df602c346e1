// Tests Montgomery's product on numbers of several words of 2 or 4 bits, for all odd moduli and all operands.

#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>

#include "arith/montgomery/montgomery_words.hpp"
#include "arith/montgomery/word_product.hpp"
#include "arith/shoup/shoup.hpp"
#include "toy/ranges.hpp"
#include "toy/theorem.hpp"
#include "toy/toy_arithmetic.hpp"
#include "toy/toy_word.hpp"

namespace ringlet_test {
namespace {

template <unsigned bits, unsigned count>
class ToyMontgomery {
 public:
  using Isa = ToyWord<bits>;
  using Arithmetic = ringlet::arith::MontgomeryWords<Isa, count>;
  using Value = typename Arithmetic::Value;
  static constexpr std::uint32_t radix = 1U << (bits * count);  // R

  explicit ToyMontgomery(std::uint32_t q) : q_(q), arithmetic_(constants(q)), compare_(q) {}

  std::uint64_t run() {
    for (std::uint32_t x = 0; x < q_; ++x) {
      for (std::uint32_t y = 0; y < radix; ++y) products(x, y);
      for (std::uint32_t y = 0; y < q_; ++y) sums(x, y);
    }
    return compare_.count();
  }

  /// Checks the reduction of all possible sums of products.
  std::uint64_t reduce_all() {
    for (std::uint32_t s = 0; s < radix * radix << bits; ++s) {
      typename Arithmetic::Sum sum;
      for (unsigned i = 0; i <= 2 * count; ++i) sum.word[i] = Isa::wrap(s >> (bits * i));
      compare_.number("reduce", residue_times_radix(arithmetic_.reduce(sum)), s % q_, s, 0, 0);
    }
    return compare_.count();
  }

  /// Adds the results that the theorem toy_montgomery_products is about.
  void products(Digest& digest) const {
    for (std::uint32_t x = 0; x < q_; ++x) {
      for (std::uint32_t y = 0; y < radix; ++y) digest.add(number_of(arithmetic_.product(words(x), words(y))));
    }
  }

 private:
  static Value words(std::uint32_t x) {
    Value value;
    for (unsigned i = 0; i < count; ++i) value.word[i] = Isa::wrap(x >> (bits * i));
    return value;
  }
  static std::uint32_t number_of(const Value& x) {
    std::uint32_t sum = 0;
    for (unsigned i = 0; i < count; ++i) sum |= x.word[i] << (bits * i);
    return sum;
  }
  /// Returns x R mod q for a canonical x, and q for any other.
  [[nodiscard]] std::uint32_t residue_times_radix(const Value& x) const {
    return number_of(x) < q_ ? number_of(x) * radix % q_ : q_;
  }

  /// Returns the constants by their definitions (docs/bounds/multiword.md, section 17.1).
  static ringlet::MultiwordModulusConstants constants(std::uint32_t q) {
    ringlet::MultiwordModulusConstants m{};
    for (unsigned i = 0; i < count; ++i) {
      m.q[i] = words(q).word[i];
      m.one[i] = words(radix % q).word[i];
      m.square[i] = words(radix % q * (radix % q) % q).word[i];
    }
    while ((q * m.negative_inverse + 1) % (1U << bits) != 0) ++m.negative_inverse;
    m.words = count;
    return m;
  }

  void products(std::uint32_t x, std::uint32_t y) {
    const Value product = arithmetic_.product(words(x), words(y));
    const std::uint32_t t = number_of(product);
    compare_.residue("product", t, t, {0, times_q(2)}, x, y, 0);
    compare_.number("product", t * radix % q_, x * y % q_, x, y, 0);
    compare_.number("mul", residue_times_radix(arithmetic_.mul(words(x), words(y))), x * y % q_, x, y, 0);
  }

  void sums(std::uint32_t x, std::uint32_t y) {
    compare_.number("add", number_of(arithmetic_.add(words(x), words(y))), (x + y) % q_, x, y, 0);
    compare_.number("sub", number_of(arithmetic_.sub(words(x), words(y))), (x + q_ - y) % q_, x, y, 0);
    typename Arithmetic::Sum sum = Arithmetic::empty_sum();
    for (unsigned i = 0; i < 5; ++i) Arithmetic::add_product(sum, words(x), words(y));
    std::uint32_t value = 0;
    for (unsigned i = 0; i <= 2 * count; ++i) value |= sum.word[i] << (bits * i);
    compare_.number("add_product", value, 5 * x * y % (radix * radix << bits), x, y, 0);
  }

  std::uint32_t q_;
  Arithmetic arithmetic_;
  Comparison compare_;
};

template <class Checks>
void check_all() {
  std::uint64_t count = 0;
  for (std::uint32_t q = 3; q < Checks::radix / 2 && !::testing::Test::HasFailure(); q += 2) count += Checks(q).run();
  std::cout << count << " results compared\n";
}

template <class Checks>
void reduce_all() {
  for (std::uint32_t q = 3; q < Checks::radix / 2 && !::testing::Test::HasFailure(); q += 2) Checks(q).reduce_all();
}

TEST(ToyMontgomery, TwoWords) { check_all<ToyMontgomery<4, 2>>(); }
TEST(ToyMontgomery, ThreeWords) { check_all<ToyMontgomery<2, 3>>(); }
TEST(ToyMontgomery, FourWords) { check_all<ToyMontgomery<2, 4>>(); }

TEST(ToyMontgomery, SumsOfProducts) {
  reduce_all<ToyMontgomery<2, 2>>();
  reduce_all<ToyMontgomery<2, 3>>();
}

TEST(ToyMontgomery, OneWord) {
  using Arithmetic = ringlet::arith::MontgomeryProduct<ringlet::arith::Shoup<ToyWord<8>, 4>>;
  for (std::uint32_t q = 3; q < 64; q += 2) {
    const Arithmetic arithmetic(ToyElements<Arithmetic>::modulus(q));
    Comparison compare(q);
    for (std::uint32_t x = 0; x < q; ++x) {
      for (std::uint32_t y = 0; y < 4 * q; ++y) {
        const std::uint32_t product = arithmetic.mul_montgomery(x, y);
        compare.number("mul_montgomery", product < q ? product * 256 % q : q, x * y % q, x, y, 0);
      }
    }
  }
}

TEST(ToyMontgomery, ProductsAreThoseOfTheModel) {
  Digest digest;
  for (std::uint32_t q = 3; q < 32; q += 2) ToyMontgomery<4, 2>(q).products(digest);
  EXPECT_EQ(digest.value(), stated_by("toy_montgomery_products"));
}

}  // namespace
}  // namespace ringlet_test
