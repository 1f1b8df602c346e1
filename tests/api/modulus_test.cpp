#include "ringlet/modulus.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <stdexcept>

#include "reference/modular.hpp"
#include "support/data.hpp"
#include "support/errors.hpp"
#include "support/moduli.hpp"

namespace ringlet_test {
namespace {

using ringlet::Modulus;
using ringlet::ShoupOperand;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Modulus, PrecomputedQuotientsAgreeWithGmp) {
  Random random;
  for (const std::uint64_t value : any_moduli(random)) {
    const Modulus q(value);
    const auto bits = static_cast<unsigned>(std::bit_width(value));
    EXPECT_EQ(q.value(), value);
    EXPECT_EQ(q.bits(), bits) << value;
    EXPECT_EQ(q.product_quotient(), reference::shifted_quotient(1, bits + 62, value)) << value;
    EXPECT_EQ(q.word_quotient(), reference::shifted_quotient(1, 64, value)) << value;
    const ringlet::ModulusConstants<std::uint64_t> all{value, q.product_quotient(), q.word_quotient(), bits};
    EXPECT_EQ(q.constants(), all) << value;
  }
}

TEST(Modulus, ReducesAnyWord) {
  Random random;
  for (const std::uint64_t value : any_moduli(random)) {
    const Modulus q(value);
    for (const std::uint64_t x : corner_biased(random, 50, value, max_word)) {
      EXPECT_EQ(q.reduce(x), reference::reduce(x, value)) << x << " mod " << value;
    }
  }
}

TEST(Modulus, EqualWhenTheValuesAre) {
  EXPECT_EQ(Modulus{97}, Modulus<std::uint64_t>(97));
  EXPECT_NE(Modulus{97}, Modulus<std::uint64_t>(98));
}

TEST(Modulus, ErrorsNameValueAndRule) {
  const std::uint64_t too_large = std::uint64_t{1} << 62;
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, too_large, too_large + 1, max_word}) {
    EXPECT_THAT(message_of<std::invalid_argument>([value] { Modulus{value}; }), AllOf(Names(value), HasSubstr("2^62")));
  }
}

TEST(ShoupOperand, QuotientAgreesWithGmp) {
  Random random;
  for (const std::uint64_t value : any_moduli(random)) {
    const Modulus q(value);
    for (const std::uint64_t w : corner_biased(random, 20, value, value - 1)) {
      const ShoupOperand operand(w, q);
      EXPECT_EQ(operand.value(), w);
      EXPECT_EQ(operand.quotient(), reference::shifted_quotient(w, 64, value)) << w << " of " << value;
    }
  }
}

TEST(ShoupOperand, ErrorsNameValueAndModulus) {
  for (const std::uint64_t w : {std::uint64_t{97}, std::uint64_t{98}, max_word}) {
    EXPECT_THAT(message_of<std::invalid_argument>([w] { ShoupOperand(w, Modulus(97)); }), AllOf(Names(w), Names(97)));
  }
}

}  // namespace
}  // namespace ringlet_test
