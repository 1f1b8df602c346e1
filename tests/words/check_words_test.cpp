// Tests the range checks of checked builds below the checks of arguments, where compositions enter.

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "arith/word_arithmetic.hpp"
#include "words/eltwise.hpp"
#include "words/ntt_plan.hpp"

namespace {

constexpr std::size_t n = 16;

template <class Word>
class CheckedWords : public testing::Test {
 protected:
  static constexpr Word q = 97;
  const std::vector<Word> good = std::vector<Word>(n, q - 1);
  std::vector<Word> out = std::vector<Word>(n);

  /// Expects `call` to accept `factor` q - 1 everywhere, and to reject `factor` q at each place.
  template <class Call>
  void expect_only_words_below(unsigned factor, const Call& call) const {
    std::vector<Word> words(n, factor * q - 1);
    EXPECT_NO_THROW(call(words.data()));
    for (std::size_t i = 0; i < n; ++i) {
      words.assign(n, factor * q - 1);
      ++words[i];
      EXPECT_THROW(call(words.data()), std::logic_error) << "place " << i;
    }
  }
};

using Words = testing::Types<std::uint64_t, ringlet::uint128_t>;
TYPED_TEST_SUITE(CheckedWords, Words);

TYPED_TEST(CheckedWords, OperandsOfElementWiseOperations) {
  using Word = TypeParam;
  const ringlet::words::Eltwise<Word> eltwise(ringlet::arith::make_modulus(this->q), ringlet::backends::all().front());
  const Word* const good = this->good.data();
  Word* const out = this->out.data();
  this->expect_only_words_below(1, [&](const Word* bad) { eltwise.add(out, bad, good, n); });
  this->expect_only_words_below(1, [&](const Word* bad) { eltwise.add(out, good, bad, n); });
  this->expect_only_words_below(1, [&](const Word* bad) { eltwise.sub(out, bad, good, n); });
  this->expect_only_words_below(1, [&](const Word* bad) { eltwise.sub(out, good, bad, n); });
  this->expect_only_words_below(1, [&](const Word* bad) { eltwise.mul(out, bad, good, n); });
  this->expect_only_words_below(1, [&](const Word* bad) { eltwise.mul(out, good, bad, n); });
  this->expect_only_words_below(1, [&](const Word* bad) { eltwise.axpy(out, bad, 3, good, n); });
  this->expect_only_words_below(1, [&](const Word* bad) { eltwise.axpy(out, good, 3, bad, n); });
  this->expect_only_words_below(1, [&](const Word* bad) { eltwise.axpy(out, bad, 3, nullptr, n); });
}

TYPED_TEST(CheckedWords, InputsOfTransforms) {
  using Word = TypeParam;
  // 28 is a primitive 32nd root of unity modulo 97.
  const ringlet::words::NttPlan<Word> plan(4, this->q, ringlet::Ring::negacyclic, 28, ringlet::backends::all().front());
  Word* const out = this->out.data();
  for (const unsigned factor : {1U, 2U, 4U}) {
    this->expect_only_words_below(factor, [&](const Word* bad) { plan.forward(out, bad, factor, 1); });
  }
  for (const unsigned factor : {1U, 2U}) {
    this->expect_only_words_below(factor, [&](const Word* bad) { plan.inverse(out, bad, factor, 1); });
  }
}

}  // namespace
