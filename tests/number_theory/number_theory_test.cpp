#include "ringlet/number_theory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "reference/bits.hpp"
#include "reference/modular.hpp"
#include "support/data.hpp"
#include "support/errors.hpp"
#include "support/moduli.hpp"

namespace ringlet_test {
namespace {

using Modulus = ringlet::Modulus<Word>;

/// Modulus and operands at its corners.
struct Sample {
  Modulus q;
  Words operands;
};

std::vector<Sample> samples(Random& random) {
  std::vector<Sample> all;
  for (const Word value : any_moduli(random)) {
    all.push_back({Modulus(value), corner_biased(random, 12, value, top_of_range(value, 1))});
  }
  return all;
}

TEST(ModularArithmetic, AgreesWithGmp) {
  Random random;
  for (const auto& [q, operands] : samples(random)) {
    for (const Word a : operands) {
      for (const Word b : operands) {
        EXPECT_EQ(ringlet::add_mod(a, b, q), reference::add_mod(a, b, q.value())) << a << ' ' << b << ' ' << q.value();
        EXPECT_EQ(ringlet::sub_mod(a, b, q), reference::sub_mod(a, b, q.value())) << a << ' ' << b << ' ' << q.value();
        EXPECT_EQ(ringlet::mul_mod(a, b, q), reference::mul_mod(a, b, q.value())) << a << ' ' << b << ' ' << q.value();
      }
    }
  }
}

TEST(ModularArithmetic, ProductWithAShoupOperandTakesAnyWord) {
  Random random;
  for (const auto& [q, operands] : samples(random)) {
    for (const Word w : operands) {
      const ringlet::ShoupOperand operand(w, q);
      for (const Word x : corner_biased(random, 10, q.value(), max_word)) {
        EXPECT_EQ(ringlet::mul_mod(x, operand, q), reference::mul_mod(x, w, q.value())) << x << ' ' << w;
      }
    }
  }
}

TEST(ModularArithmetic, PowersAgreeWithGmp) {
  Random random;
  for (const auto& [q, operands] : samples(random)) {
    for (const Word exponent : {Word{0}, Word{1}, Word{2}, uniform(random, 1, max_word)[0], max_word}) {
      EXPECT_EQ(ringlet::pow_mod(operands[0], exponent, q), reference::pow_mod(operands[0], exponent, q.value()))
          << operands[0] << '^' << exponent << " mod " << q.value();
    }
    EXPECT_EQ(ringlet::pow_mod(Word{0}, Word{0}, q), 1U);
  }
}

TEST(ModularArithmetic, InversesAgreeWithGmp) {
  Random random;
  for (const auto& [q, operands] : samples(random)) {
    for (const Word a : operands) {
      const auto call = [a, modulus = q] { return ringlet::inverse_mod(a, modulus); };
      if (const auto inverse = reference::inverse_mod(a, q.value())) {
        EXPECT_EQ(call(), *inverse) << a << " mod " << q.value();
      } else {
        EXPECT_THAT(message_of<std::invalid_argument>(call), AllOf(Names(a), Names(q.value())));
      }
    }
  }
}

TEST(ModularArithmetic, OperandsOutsideTheRangeAreErrors) {
  const Modulus q(97);
  const Word one = 1;
  for (const Word bad : {Word{97}, Word{98}, max_word}) {
    const auto names_both = AllOf(Names(bad), Names(97));
    EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::add_mod(bad, one, q); }), names_both);
    EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::add_mod(one, bad, q); }), names_both);
    EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::sub_mod(bad, one, q); }), names_both);
    EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::sub_mod(one, bad, q); }), names_both);
    EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::mul_mod(bad, one, q); }), names_both);
    EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::mul_mod(one, bad, q); }), names_both);
    EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::pow_mod(bad, one, q); }), names_both);
    EXPECT_THAT(message_of<std::out_of_range>([&] { (void)ringlet::inverse_mod(bad, q); }), names_both);
  }
}

TEST(BitReversal, AgreesWithTheDefinition) {
  Random random;
  for (unsigned bits = 0; bits <= 64; ++bits) {
    const std::uint64_t top = bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits);
    for (int i = 0; i < 100; ++i) {
      const std::uint64_t x = random.up_to(top);
      EXPECT_EQ(ringlet::reverse_bits(x, bits), reference::reverse_bits(x, bits)) << x << ", " << bits << " bits";
    }
    EXPECT_EQ(ringlet::reverse_bits(top, bits), top);
  }
}

TEST(BitReversal, ArgumentsOutsideTheRangeAreErrors) {
  EXPECT_THAT(message_of<std::out_of_range>([] { (void)ringlet::reverse_bits(1, 0); }), AllOf(Names(1), Names(0)));
  EXPECT_THAT(message_of<std::out_of_range>([] { (void)ringlet::reverse_bits(16, 4); }), AllOf(Names(16), Names(4)));
  EXPECT_THAT(message_of<std::out_of_range>([] { (void)ringlet::reverse_bits(0, 65); }), AllOf(Names(65), Names(64)));
  EXPECT_THAT(message_of<std::out_of_range>([] { (void)ringlet::reverse_bits(0, ~0U); }), Names(~0U));
}

}  // namespace
}  // namespace ringlet_test
