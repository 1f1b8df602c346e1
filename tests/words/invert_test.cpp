// Tests inverses and powers in arrays of words and of 128-bit words, on every backend.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "reference/modular.hpp"
#include "reference/word128.hpp"
#include "ringlet/eltwise.hpp"
#include "support/moduli.hpp"
#include "word128/word128_cases.hpp"
#include "words/eltwise_suite.hpp"

namespace ringlet_test {
namespace {

using reference::inverse_mod;
using reference::mul_mod;
using reference::pow_mod;
using reference::word128::inverse_mod;
using reference::word128::mul_mod;
using reference::word128::pow_mod;
using ringlet::Form;

template <class Word>
using Array = std::vector<Word>;

class InverseCases : public BackendTest<> {
 protected:
  Array<std::uint64_t> corners(std::size_t n, std::uint64_t q) { return corner_biased(random_, n, q, q - 1); }
  Array<uint128> corners(std::size_t n, uint128 q) { return corner_biased_words128(random_, n, q, q - 1); }

  /// Calls check(prime) for primes at the edges of each kernel, of both words.
  template <class Check>
  void for_primes(Check check) {
    check(std::uint64_t{2});
    for (const std::uint64_t q : edge_primes(2)) check(q);
    for (const uint128 q : few_primes128(64)) check(q);
    check(plain_prime);
  }

  Random random_;
};
RINGLET_ON_ALL_BACKENDS(InverseCases);

constexpr std::size_t lengths[] = {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 63, 64, 65, 71, 127, 128, 129, 200, 1000};

/// Returns 1 / x, and 0 for 0.
template <class Word>
Word inverse_or_zero(Word x, Word q) {
  return x == 0 ? 0 : inverse_mod(x, q).value();
}

TEST_P(InverseCases, EveryLengthModuloPrimesAtTheEdges) {
  for_primes([&]<class Word>(Word q) {
    const ringlet::Modulus<Word> modulus(q);
    for (const std::size_t n : lengths) {
      const Array<Word> input = corners(n, q);
      Array<Word> expected;
      for (const Word x : input) expected.push_back(inverse_or_zero(x, q));
      BufferOf<Word, GuardedBuffer> a(input, n % 8), out(n, n * 3 % 8);
      invert(out.span(), a.span(), modulus);
      EXPECT_THAT(out.span(), ::testing::ElementsAreArray(expected)) << n;
      invert(a.span(), a.span(), modulus);
      EXPECT_THAT(a.span(), ::testing::ElementsAreArray(expected)) << n << " in place";
    }
  });
}

TEST_P(InverseCases, PowersOfEveryLength) {
  for_primes([&]<class Word>(Word q) {
    const ringlet::Modulus<Word> modulus(q);
    for (const std::size_t n : lengths) {
      const Word first = corners(1, q)[0], ratio = corners(1, q)[0];
      Array<Word> expected;
      for (std::size_t i = 0; i < n; ++i)
        expected.push_back(mul_mod(first, pow_mod(ratio, static_cast<Word>(i), q), q));
      BufferOf<Word, GuardedBuffer> out(n, n % 8);
      powers(out.span(), first, ratio, modulus);
      EXPECT_THAT(out.span(), ::testing::ElementsAreArray(expected)) << n;
    }
  });
}

TEST_P(InverseCases, MontgomeryFormOfWords) {
  for (const std::uint64_t q : edge_primes(2)) {
    const ringlet::Modulus<std::uint64_t> modulus(q);
    const std::uint64_t r = pow_mod(2, 64, q), inverse_of_r = inverse_mod(r, q).value();
    const Words a = corners(75, q);
    Words inverses, sequence{a[1]}, out(a.size());
    for (const std::uint64_t x : a) inverses.push_back(mul_mod(inverse_or_zero(x, q), mul_mod(r, r, q), q));
    invert(out, a, modulus, Form::montgomery);
    EXPECT_EQ(out, inverses);
    const std::uint64_t step = mul_mod(a[0], inverse_of_r, q);
    while (sequence.size() < a.size()) sequence.push_back(mul_mod(sequence.back(), step, q));
    powers(out, a[1], a[0], modulus, Form::montgomery);
    EXPECT_EQ(out, sequence);
    const c_api::Modulus in_c = c_api::make_modulus(q);
    ASSERT_EQ(ringlet_invert_in_form(out.data(), a.data(), out.size(), in_c.get(), RINGLET_MONTGOMERY), RINGLET_OK);
    EXPECT_EQ(out, inverses);
    ASSERT_EQ(ringlet_powers_in_form(out.data(), a[1], a[0], out.size(), in_c.get(), RINGLET_MONTGOMERY), RINGLET_OK);
    EXPECT_EQ(out, sequence);
  }
}

/// Tests zeros and numbers without an inverse modulo 3 times an odd number.
template <class Word>
void expect_refused(Word q) {
  const ringlet::Modulus<Word> modulus(q);
  Array<Word> a(100, 1), out(100, 5);
  a[3] = 0;
  a[77] = 9;
  const Array<Word> before = out;
  EXPECT_THAT(message_of<std::invalid_argument>([&] { invert(out, a, modulus); }),
              AllOf(HasSubstr("a[77] is 9,"), HasSubstr("factor")));
  EXPECT_EQ(out, before);
  a[0] = 9;
  EXPECT_THAT(message_of<std::invalid_argument>([&] { invert(a, a, modulus); }), HasSubstr("a[0] is 9,"));
  EXPECT_EQ(a[77], 9U);
  a[0] = 0;
  a[77] = 2;
  invert(out, a, modulus);
  EXPECT_EQ(out[77], q / 2 + 1);
  EXPECT_EQ(out[0], 0U);
  EXPECT_EQ(out[99], 1U);
  EXPECT_THROW(invert(out, Array<Word>(99), modulus), std::invalid_argument);
  EXPECT_THROW(invert(std::span<Word>(out).first(50), std::span<Word>(out).subspan(1, 50), modulus),
               std::invalid_argument);
  EXPECT_THROW(invert({}, {}, modulus), std::invalid_argument);
  EXPECT_THROW(powers({}, 1, 1, modulus), std::invalid_argument);
  EXPECT_THAT(message_of<std::out_of_range>([&] { powers(out, q, 1, modulus); }), HasSubstr("first"));
  EXPECT_THAT(message_of<std::out_of_range>([&] { powers(out, 1, q, modulus); }), HasSubstr("ratio"));
}

TEST_P(InverseCases, NamesANumberWithoutAnInverse) {
  expect_refused<std::uint64_t>(3 * ((std::uint64_t{1} << 60) - 1));
  expect_refused<std::uint64_t>(3 * 1001);
  expect_refused<uint128>(3 * ((one128 << 122) - 1));
}

TEST_P(InverseCases, FormsOfEvenModuliAreRefused) {
  Words x(3, 1);
  const ringlet::Modulus<std::uint64_t> even(10);
  for (const Form form : {Form::montgomery, static_cast<Form>(2)}) {
    EXPECT_THROW(invert(x, x, even, form), std::invalid_argument);
    EXPECT_THROW(powers(x, 1, 1, even, form), std::invalid_argument);
  }
  EXPECT_EQ(x, Words(3, 1));
}

}  // namespace
}  // namespace ringlet_test
