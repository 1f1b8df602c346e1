#include "ringlet/modulus.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "reference/modular.hpp"
#include "support/data.hpp"
#include "support/errors.hpp"
#include "support/moduli.hpp"

namespace ringlet_test {
namespace {

using Modulus = ringlet::Modulus<Word>;
using Constants = std::remove_cvref_t<decltype(Modulus(2).constants())>;
using ringlet::ShoupOperand;

/// Bits of the words in which constants are stored.
constexpr unsigned word_bits = 8 * sizeof(Constants::q);

TEST(Modulus, PrecomputedQuotientsAgreeWithGmp) {
  Random random;
  for (const Word value : any_moduli(random)) {
    const Modulus q(value);
    const auto bits = static_cast<unsigned>(std::bit_width(value));
    EXPECT_EQ(q.value(), value);
    EXPECT_EQ(q.bits(), bits) << value;
    EXPECT_EQ(q.product_quotient(), reference::shifted_quotient(1, bits + word_bits - 2, value)) << value;
    EXPECT_EQ(q.word_quotient(), reference::shifted_quotient(1, word_bits, value)) << value;
    const Constants all{value, q.product_quotient(), q.word_quotient(), bits};
    EXPECT_EQ(q.constants(), all) << value;
  }
}

TEST(Modulus, ReducesAnyWord) {
  Random random;
  for (const Word value : any_moduli(random)) {
    const Modulus q(value);
    for (const Word x : corner_biased(random, 50, value, max_word)) {
      EXPECT_EQ(q.reduce(x), reference::reduce(x, value)) << x << " mod " << value;
    }
  }
}

TEST(Modulus, EqualWhenTheValuesAre) {
  EXPECT_EQ(Modulus(97), Modulus(97));
  EXPECT_NE(Modulus(97), Modulus(98));
  EXPECT_EQ(ringlet::Modulus{97}, ringlet::Modulus<std::uint64_t>(97));
}

TEST(Modulus, ErrorsNameValueAndRule) {
  std::vector<Word> wrong{0, 1};
  // Every other 32-bit word is a modulus.
  if (largest_modulus != max_word) {
    const auto least = static_cast<Word>(largest_modulus + 1);
    wrong.insert(wrong.end(), {least, static_cast<Word>(least + 1), max_word});
  }
  for (const Word value : wrong) {
    EXPECT_THAT(message_of<std::invalid_argument>([value] { Modulus{value}; }),
                AllOf(Names(value), HasSubstr("2^" + std::to_string(max_modulus_bits))));
  }
}

TEST(ShoupOperand, QuotientAgreesWithGmp) {
  Random random;
  for (const Word value : any_moduli(random)) {
    const Modulus q(value);
    for (const Word w : corner_biased(random, 20, value, top_of_range(value, 1))) {
      const ShoupOperand operand(w, q);
      EXPECT_EQ(operand.value(), w);
      EXPECT_EQ(operand.quotient(), reference::shifted_quotient(w, word_bits, value)) << w << " of " << value;
    }
  }
}

TEST(ShoupOperand, ErrorsNameValueAndModulus) {
  for (const Word w : {Word{97}, Word{98}, max_word}) {
    EXPECT_THAT(message_of<std::out_of_range>([w] { ShoupOperand(w, Modulus(97)); }), AllOf(Names(w), Names(97)));
  }
}

}  // namespace
}  // namespace ringlet_test
