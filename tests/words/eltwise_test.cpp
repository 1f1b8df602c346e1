#include <gtest/gtest.h>

#include <vector>

#include "reference/modular.hpp"
#include "words/eltwise_suite.hpp"

namespace ringlet_test {
namespace {

using Eltwise = EltwiseSuite<Word>;

/// One modulus for each arithmetic of the word.
const Words moduli = moduli_among({257, (std::uint64_t{1} << 50) - 27, (std::uint64_t{1} << 62) - 57,
                                   (std::uint64_t{1} << 63) - 25, largest_modulus});

/// Every tail of up to two vectors of eight words, and lengths that reach unrolled loops.
const std::size_t lengths[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,  12,   13,
                               14, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 1003, 1024};

TEST_P(Eltwise, EveryLengthAndMisalignment) {
  for (const Word q : moduli) {
    for (const std::size_t n : lengths) {
      for (std::size_t misalignment = 0; misalignment < 8; ++misalignment) {
        expect_correct_apart(q, n, misalignment, any_constants(q));
      }
    }
  }
}

TEST_P(Eltwise, TailsOfLongArrays) { expect_correct_when_long(moduli); }

TEST_P(Eltwise, EveryAliasing) {
  for (const Word q : sample_moduli()) {
    for (const Constants& constants : corners(q)) expect_correct_for_every_aliasing(q, 43, constants);
  }
}

TEST_P(Eltwise, EveryKindOfModulus) {
  constexpr std::size_t n = 67;
  Guarded out(n);
  for (const Word q : every_kind_of_modulus()) {
    const Words a = input(n, q), b = input(n, q), c = input(n, q);
    for (const Constants& constants : corners(q)) expect_correct(operation(), {out.span(), a, b, c}, constants, Q(q));
  }
}

// A truncated quotient is wrong first where the true quotient is barely above an integer.
TEST_P(Eltwise, ProductsNextToMultiplesOfTheModulus) {
  constexpr std::size_t n = 128;
  Words a(n), b(n), out(n);
  for (const Word q : badly_truncated_moduli(random_)) {
    const Word top = top_of_input(operation(), q);
    const auto large_unit = [&] {
      for (;;) {
        const auto candidate = static_cast<Word>(q - 1 - random_.up_to(q / 16));
        if (reference::inverse_mod(candidate, q)) return candidate;
      }
    };
    // Returns a representative of r / unit modulo q, as large as the operation allows.
    const auto cofactor = [&](std::uint64_t r, Word unit) {
      const std::uint64_t residue = reference::mul_mod(r, *reference::inverse_mod(unit, q), q);
      return static_cast<Word>(residue + (top - residue) / q * q);
    };
    const Constants constants{.scalar = large_unit(), .bound = q};
    for (std::size_t i = 0; i < n; ++i) {
      b[i] = large_unit();
      a[i] = cofactor(random_.up_to(3), i % 2 == 0 ? b[i] : constants.scalar);
    }
    expect_correct(operation(), {out, a, b, input(n, q)}, constants, Q(q));
  }
}

TEST_P(Eltwise, ExhaustiveForTinyModuli) { expect_correct_for_tiny_moduli(); }

TEST_P(Eltwise, StaysInsideItsSpans) {
  for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) expect_correct_at(edge, moduli[1]);
}

INSTANTIATE_TEST_SUITE_P(Operations, Eltwise,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(operation_indices<Word>())),
                         named_by_backend(operation_name<Word>));

}  // namespace
}  // namespace ringlet_test
