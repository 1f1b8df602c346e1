// Compares element-wise operations on split arrays with GMP, on every backend.

#include <cstdint>
#include <span>

#include "word128/word128_cases.hpp"
#include "words/eltwise_suite.hpp"

namespace ringlet_test {
namespace {

using ringlet::Modulus;
using ringlet::SplitSpan;

using Limbs = std::vector<std::uint64_t>;
using In = SplitSpan<const std::uint64_t>;
using Out = SplitSpan<std::uint64_t>;

class SplitEltwise : public EltwiseSuite<uint128> {
 protected:
  SplitEltwise() : EltwiseSuite([](const auto& operation) { return on_split_arrays(operation); }) {}
};

TEST_P(SplitEltwise, EveryLengthAndKindOfModulus) {
  std::size_t turn = 0;
  for (const uint128 q : every_kind_of_modulus()) {
    for (const std::size_t n : element_counts_of_turn(turn++, 101)) {
      expect_correct_apart(q, n, 0, any_constants(q));
      expect_correct_in_place(q, n, any_constants(q));
    }
  }
}

TEST_P(SplitEltwise, TailsOfLongArrays) {
  expect_correct_when_long(std::array{uint128{97}, (one128 << 98) - 1, plain_prime});
}

TEST_P(SplitEltwise, EveryAliasing) {
  for (const uint128 q : every_kind_of_modulus()) expect_correct_for_every_aliasing(q, 19, any_constants(q));
  for (const uint128 q : {uint128{97}, (one128 << 98) - 1, plain_prime}) {
    for (const Constants& constants : corners(q)) expect_correct_for_every_aliasing(q, 43, constants);
  }
}

TEST_P(SplitEltwise, StaysInsideItsSpans) {
  for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) {
    operation_ = on_split_arrays(operations<uint128>()[parameter()], edge);
    expect_correct_at(edge, plain_prime);
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, SplitEltwise,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(split_operation_indices())),
                         named_by_backend(operation_name<uint128>));

class SplitHalves : public BackendTest<> {};

TEST_P(SplitHalves, MustHaveTheSameShape) {
  const Modulus q{plain_prime};
  Limbs three(3), four(4), other_four(4);
  const Out right{four, other_four};
  const std::string message =
      message_of<std::invalid_argument>([&] { ringlet::add(right, right, In{four, three}, q); });
  EXPECT_THAT(message, ::testing::HasSubstr("b.high"));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { ringlet::add(right, right, In{three, four}, q); }),
              ::testing::HasSubstr("b.low"));
  EXPECT_THROW(ringlet::neg(Out{four, three}, right, q), std::invalid_argument);
  EXPECT_THROW(ringlet::neg(Out{}, In{}, q), std::invalid_argument);
}

#ifdef RINGLET_CHECKED
TEST_P(SplitHalves, CheckedBuildRejectsOverlapsAndValues) {
  const Modulus q{plain_prime};
  Limbs limbs(9), high(8);
  const std::span<std::uint64_t> all(limbs);
  const Out out{all.first(4), std::span(high).first(4)};
  EXPECT_THROW(ringlet::neg(out, In{all.subspan(1, 4), out.high}, q), std::invalid_argument);
  EXPECT_THROW(ringlet::neg(out, In{out.high, out.low}, q), std::invalid_argument);
  EXPECT_THROW(ringlet::neg(Out{out.low, out.low}, In{out.high, std::span(high).last(4)}, q), std::invalid_argument);
  high[2] = std::uint64_t{1} << 60;
  const std::string message = message_of<std::invalid_argument>([&] { ringlet::neg(out, out, q); });
  EXPECT_THAT(message, ::testing::HasSubstr("a[2]"));
}
#endif

INSTANTIATE_TEST_SUITE_P(All, SplitHalves, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

}  // namespace
}  // namespace ringlet_test
