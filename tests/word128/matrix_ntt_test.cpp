// Compares transforms of the columns of matrices of 128-bit words with transforms of each column.

#include "ringlet/matrix_ntt.hpp"

#include "support/guarded_matrix.hpp"
#include "support/new_threads.hpp"
#include "word128/word128_cases.hpp"
#include "words/matrix_extension_suite.hpp"

namespace ringlet_test {
namespace {

using ringlet::Order;
using ringlet::Ring;

class Matrices128 : public BackendTest<unsigned> {
 protected:
  [[nodiscard]] std::size_t n() const { return std::size_t{1} << parameter(); }

  void expect_columns(uint128 q, const ringlet::NttOptions<uint128>& options, std::size_t width,
                      ringlet::Executor* executor) {
    SCOPED_TRACE(text_of(q) + ", width " + std::to_string(width));
    const ringlet::Modulus<uint128> modulus(q);
    const ringlet::MatrixNtt<uint128> plan(n(), modulus, options);
    const ringlet::Ntt<uint128> ntt(n(), modulus, options);
    std::vector<Words128> in(width);
    for (Words128& column : in) column = corner_biased_words128(random_, n(), q, q - 1);
    const std::size_t shape = random_.up_to(1000);
    ASSERT_TRUE(transforms_columns(
        n(), width, shape, in, [&](auto out, auto from) { plan.forward(out, from, executor); },
        [&](Words128 values) {
          ntt.forward(values, values);
          return values;
        }));
    ASSERT_TRUE(transforms_columns(
        n(), width, shape, in, [&](auto out, auto from) { plan.inverse(out, from, executor); },
        [&](Words128 values) {
          ntt.inverse(values, values);
          return values;
        }));
  }

  Random random_;
};

TEST_P(Matrices128, AreTransformsOfTheirColumns) {
  NewThreads threads(3);
  for (const uint128 q : n() > 64 ? few_primes128(n()) : edge_primes128(n())) {
    for (const Ring ring : {Ring::negacyclic, Ring::cyclic}) {
      for (const Order order : {Order::bit_reversed, Order::natural}) {
        const std::vector<std::size_t> widths = matrix_widths(n(), random_.up_to(1000));
        for (const std::size_t width : n() > 16 ? std::vector{widths.front(), widths.back()} : widths) {
          expect_columns(q, {.ring = ring, .order = order}, width, random_.up_to(3) == 0 ? &threads : nullptr);
        }
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_P(Matrices128, ExtendToTheDefinition) {
  NewThreads threads(3);
  for (const uint128 q : few_primes128(n())) {
    for (const auto& options : coset_options<uint128>(2)) {
      MatrixExtensionSuite<uint128> suite(n(), exact_number(q), options, random_);
      suite.expect_extensions(1 + random_.up_to(10), random_.up_to(3) == 0 ? &threads : nullptr);
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Matrices128,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Range(1U, 13U)),
                         named_by_backend([](unsigned log_n) { return "n" + std::to_string(1U << log_n); }));

}  // namespace
}  // namespace ringlet_test
