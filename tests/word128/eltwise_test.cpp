// Compares element-wise operations on 128-bit words with GMP, on every backend.

#include "word128/word128_cases.hpp"
#include "words/eltwise_suite.hpp"

namespace ringlet_test {
namespace {

using ringlet::Modulus;

using Eltwise128 = EltwiseSuite<uint128>;

TEST_P(Eltwise128, EveryLengthAndKindOfModulus) {
  std::size_t turn = 0;
  for (const uint128 q : every_kind_of_modulus()) {
    for (const std::size_t n : element_counts_of_turn(turn++, 101)) {
      expect_correct_apart(q, n, n, any_constants(q));
      expect_correct_in_place(q, n, any_constants(q));
    }
  }
}

TEST_P(Eltwise128, TailsOfLongArrays) {
  expect_correct_when_long(std::array{uint128{97}, (one128 << 98) - 1, plain_prime});
}

TEST_P(Eltwise128, EveryAliasing) {
  for (const uint128 q : every_kind_of_modulus()) expect_correct_for_every_aliasing(q, 19, any_constants(q));
  for (const uint128 q : {uint128{97}, (one128 << 98) - 1, plain_prime}) {
    for (const Constants& constants : corners(q)) expect_correct_for_every_aliasing(q, 43, constants);
  }
}

TEST_P(Eltwise128, StaysInsideItsSpans) {
  for (const uint128 q : {uint128{97}, (one128 << 98) - 1, plain_prime}) {
    for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) expect_correct_at(edge, q);
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, Eltwise128,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(operation_indices<uint128>())),
                         named_by_backend(operation_name<uint128>));

RINGLET_BACKEND_SUITE(FixedOperand128);

TEST_P(FixedOperand128, NamesTheValueThatIsNotBelowTheModulus) {
  Words128 values(9, plain_prime - 1);
  values[5] = plain_prime;
  const std::string message =
      message_of<std::invalid_argument>([&] { ringlet::FixedOperand(values, Modulus{plain_prime}); });
  EXPECT_THAT(message, ::testing::HasSubstr("values[5]"));
  EXPECT_TRUE(contains_number(message, text_of(plain_prime))) << message;
}

}  // namespace
}  // namespace ringlet_test
