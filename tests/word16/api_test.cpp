// The suites of the other words on 16-bit words, through the public interface.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "api/eltwise_suite.hpp"

namespace ringlet_test {
namespace {

using ringlet::Word16;

using Eltwise16 = EltwiseSuite<Word16>;
constexpr std::array<Word16, 5> moduli{2, 97, 257, 12289, (1U << 14) - 1};

TEST_P(Eltwise16, EveryLengthAndMisalignment) {
  for (const Word16 q : moduli) {
    for (std::size_t n = 1; n <= 101; ++n) expect_correct_apart(q, n, n, any_constants(q));
  }
}

TEST_P(Eltwise16, TailsOfLongArrays) { expect_correct_when_long(moduli); }

TEST_P(Eltwise16, EveryAliasing) {
  for (const Word16 q : moduli) {
    for (const Constants& constants : corners(q)) {
      expect_correct_for_every_aliasing(q, 43, constants);
      expect_correct_in_place(q, 43, constants);
    }
  }
}

TEST_P(Eltwise16, EveryKindOfModulus) {
  for (const Word16 q : every_kind_of_modulus()) {
    for (const Constants& constants : corners(q)) expect_correct_apart(q, 67, 0, constants);
  }
}

TEST_P(Eltwise16, ExhaustiveForTinyModuli) { expect_correct_for_tiny_moduli(); }

TEST_P(Eltwise16, StaysInsideItsSpans) {
  for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) {
    for (const Word16 q : moduli) expect_correct_at(edge, q);
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, Eltwise16,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(operation_indices<Word16>())),
                         named_by_backend(operation_name<Word16>));

}  // namespace
}  // namespace ringlet_test
