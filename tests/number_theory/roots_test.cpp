#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <stdexcept>

#include "reference/roots.hpp"
#include "ringlet/number_theory.hpp"
#include "support/data.hpp"
#include "support/errors.hpp"
#include "support/moduli.hpp"

namespace ringlet_test {
namespace {

using ringlet::is_primitive_root_of_unity;
using Modulus = ringlet::Modulus<Word>;
using ringlet::primitive_root_of_unity;
using ringlet::smallest_primitive_root_of_unity;

const Word small_primes[] = {2, 3, 5, 7, 17, 97, 257};

TEST(RootsOfUnity, OrderAgreesWithTheDefinition) {
  for (const Word value : small_primes) {
    const Modulus q(value);
    for (std::uint64_t order = 1; order <= 512; order *= 2) {
      EXPECT_FALSE(is_primitive_root_of_unity(Word{0}, order, q)) << order << " mod " << value;
      for (Word x = 1; x < value; ++x) {
        EXPECT_EQ(is_primitive_root_of_unity(x, order, q), reference::multiplicative_order(x, value) == order)
            << x << ' ' << order << " mod " << value;
      }
    }
  }
}

TEST(RootsOfUnity, SmallestAgreesWithASearchOfAllNumbers) {
  for (const Word value : std::initializer_list<Word>{2, 3, 5, 7, 17, 97, 257, 7681, 12289}) {
    for (std::uint64_t order = 1; (value - 1) % order == 0; order *= 2) {
      const std::uint64_t expected = reference::smallest_root_by_search(order, value);
      EXPECT_EQ(smallest_primitive_root_of_unity(order, Modulus(value)), expected) << order << " mod " << value;
    }
  }
}

TEST(RootsOfUnity, LargePrimes) {
  for (unsigned log_order = 1; log_order <= 13; log_order += 3) {
    const std::uint64_t order = std::uint64_t{1} << log_order;
    for (const Word value : edge_primes(order)) {
      const Modulus q(value);
      const Word any = primitive_root_of_unity(order, q);
      EXPECT_TRUE(is_primitive_root_of_unity(any, order, q)) << any << ' ' << order << " mod " << value;
      EXPECT_EQ(reference::multiplicative_order(any, value), order) << any << " mod " << value;
      EXPECT_EQ(primitive_root_of_unity(order, q), any) << "not the same twice";
      EXPECT_EQ(smallest_primitive_root_of_unity(order, q), reference::smallest_root(order, value));
    }
  }
}

#ifndef RINGLET_TESTED_WORD
TEST(RootsOfUnity, LargestOrder) {
  // 2^25 divides q - 1 for q = 5 * 2^25 + 1; 2^26 divides it for q = 7 * 2^26 + 1.
  const Modulus q(167772161), beyond(469762049);
  EXPECT_EQ(smallest_primitive_root_of_unity(1U << 25, q), reference::smallest_root(1U << 25, q.value()));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { (void)smallest_primitive_root_of_unity(1U << 26, beyond); }),
              Names(1U << 26));
  EXPECT_EQ(reference::multiplicative_order(primitive_root_of_unity(1U << 26, beyond), beyond.value()), 1U << 26);
}
#endif

/// Tests the common rules of both functions that find a root.
using Finder = Word (*)(std::uint64_t, const Modulus&);
class RootErrors : public ::testing::TestWithParam<Finder> {
 protected:
  [[nodiscard]] static std::string error(std::uint64_t order, Word q) {
    return message_of<std::invalid_argument>([=] { (void)GetParam()(order, Modulus(q)); });
  }
};

TEST_P(RootErrors, OrderIsNoPowerOfTwo) {
  for (const std::uint64_t order : {0U, 3U, 96U, (1U << 20) - 1}) {
    EXPECT_THAT(error(order, 97), AllOf(Names(order), HasSubstr("power of two")));
  }
}

TEST_P(RootErrors, OrderDoesNotDivide) {
  for (const std::uint64_t order : {64U, 1U << 20}) {
    EXPECT_THAT(error(order, 97), AllOf(Names(order), AnyOf(Names(97), Names(96)), HasSubstr("divide")));
  }
  EXPECT_THAT(error(2, 2), AllOf(Names(2), HasSubstr("divide")));
}

TEST_P(RootErrors, ModulusIsComposite) {
  for (const Word q : {Word{4}, Word{33}, Word{largest_modulus}}) {
    EXPECT_THAT(error(2, q), AllOf(Names(q), HasSubstr("prime")));
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, RootErrors,
                         ::testing::ValuesIn(std::initializer_list<RootErrors::ParamType>{
                             &primitive_root_of_unity, &smallest_primitive_root_of_unity}),
                         [](const auto& test) { return test.index == 0 ? "any" : "smallest"; });

TEST(RootsOfUnity, QuestionOutsideItsRangeIsAnError) {
  const Modulus q(97);
  EXPECT_THAT(message_of<std::invalid_argument>([&] { (void)is_primitive_root_of_unity(Word{1}, 0, q); }),
              AllOf(Names(0), HasSubstr("power of two")));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { (void)is_primitive_root_of_unity(Word{1}, 3, q); }),
              AllOf(Names(3), HasSubstr("power of two")));
  EXPECT_THAT(message_of<std::invalid_argument>([] { (void)is_primitive_root_of_unity(Word{1}, 2, Modulus{33}); }),
              AllOf(Names(33), HasSubstr("prime")));
  for (const Word root : {Word{97}, max_word}) {
    EXPECT_THAT(message_of<std::out_of_range>([&] { (void)is_primitive_root_of_unity(root, 2, q); }),
                AllOf(Names(root), Names(97)));
  }
}

}  // namespace
}  // namespace ringlet_test
