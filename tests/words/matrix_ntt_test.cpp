// Compares transforms of the columns of matrices with their definition, and with transforms of each column.

#include "ringlet/matrix_ntt.hpp"

#include <gtest/gtest.h>

#include "reference/bits.hpp"
#include "support/guarded_matrix.hpp"
#include "support/new_threads.hpp"
#include "words/matrix_extension_suite.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test {
namespace {

using MatrixNtt = ringlet::MatrixNtt<Word>;
using ringlet::Order;
using Column = std::vector<Word>;

class Matrices : public TransformTest {
 protected:
  [[nodiscard]] MatrixNtt plan_of(const TransformCase& c) const {
    ringlet::NttOptions<Word> options{.ring = c.ring, .order = c.order};
    (c.ring == Ring::negacyclic ? options.psi : options.omega) = c.root;
    return MatrixNtt(c.n, ringlet::Modulus<Word>(c.q), options);
  }
  [[nodiscard]] std::vector<Column> columns(std::size_t count, Word q) {
    std::vector<Column> columns(count);
    for (Column& column : columns) column = corner_biased(random_, n(), q, top_of_range(q, 1));
    return columns;
  }

  /// Compares both directions on matrices of one shape, on one thread or several.
  void expect_columns(const MatrixNtt& plan, const Ntt& ntt, std::size_t width, ringlet::Executor* executor = nullptr) {
    SCOPED_TRACE("width " + std::to_string(width));
    const std::vector<Column> in = columns(width, plan.modulus().value());
    const std::size_t shape = random_.up_to(1000);
    ASSERT_TRUE(transforms_columns(
        n(), width, shape, in, [&](auto out, auto from) { plan.forward(out, from, executor); },
        [&](Column values) {
          ntt.forward(values, values);
          return values;
        }));
    ASSERT_TRUE(transforms_columns(
        n(), width, shape, in, [&](auto out, auto from) { plan.inverse(out, from, executor); },
        [&](Column values) {
          ntt.inverse(values, values);
          return values;
        }));
  }

  void expect_definition(const MatrixNtt& plan, const Ntt& ntt) {
    const std::size_t width = 1 + random_.up_to(11);
    const std::vector<Column> in = columns(width, plan.modulus().value());
    GuardedMatrix<Word> from(n(), width, width, 0), forward(n(), width, width + 1, 3), inverse(n(), width, width, 1);
    for (std::size_t c = 0; c < width; ++c) from.set_column(c, in[c]);
    plan.forward(forward.span(), from.view());
    const std::size_t c = random_.up_to(width - 1);
    const auto place = [&](std::size_t i) {
      return plan.order() == Order::natural ? reference::reverse_bits(i, parameter()) : i;
    };
    for (const std::size_t i : sample_indices(n(), random_)) {
      ASSERT_EQ(forward.column(c)[i], reference::forward_at(exact(in[c]), place(i), reference_of(ntt))) << "row " << i;
    }
    plan.inverse(inverse.span(), forward.view());
    ASSERT_TRUE(inverse.column(c) == in[c]);
  }
};

TEST_P(Matrices, AreTheDefinitionAndTransformsOfTheirColumns) {
  for (TransformCase c : cases_of_size(n())) {
    for (const Order order : {Order::bit_reversed, Order::natural}) {
      c.order = order;
      SCOPED_TRACE(text_of(c));
      const MatrixNtt plan = plan_of(c);
      const Ntt ntt = make_plan(c);
      ASSERT_EQ(plan.root(), ntt.root());
      expect_definition(plan, ntt);
      for (const std::size_t width : matrix_widths(n(), random_.up_to(1000))) expect_columns(plan, ntt, width);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Matrices, OnSeveralThreads) {
  NewThreads threads(3);
  for (TransformCase c : given_root_cases(n(), random_)) {
    c.order = random_.up_to(1) == 0 ? Order::natural : Order::bit_reversed;
    SCOPED_TRACE(text_of(c));
    expect_columns(plan_of(c), make_plan(c), 1 + random_.up_to(40), &threads);
    if (HasFatalFailure()) return;
  }
}

/// Points on a coset are those of transforms of single columns.
TEST_P(Matrices, AreOnTheCosetOfTheOptions) {
  for (const TransformCase& c : cases_of_size(n())) {
    if (c.ring != Ring::cyclic) continue;
    SCOPED_TRACE(text_of(c));
    const ringlet::Modulus<Word> q(c.q);
    const ringlet::NttOptions<Word> options{.ring = c.ring, .coset = static_cast<Word>(1 + random_.up_to(c.q - 2))};
    expect_columns(MatrixNtt(c.n, q, options), Ntt(c.n, q, options), 3);
  }
}

TEST_P(Matrices, ExtendToTheDefinition) {
  NewThreads threads(3);
  std::size_t turn = 0;
  for (const TransformCase& c : cases_of_size(n())) {
    const auto options = coset_options<Word>(static_cast<Word>(1 + random_.up_to(c.q - 2)));
    for (std::size_t i = turn++ % 2; i < options.size(); i += 2) {
      if (options[i].ring != c.ring) continue;
      SCOPED_TRACE(text_of(c) + ", own coset " + std::to_string(options[i].coset.value_or(1)));
      MatrixExtensionSuite<Word> suite(n(), mpz_class(static_cast<unsigned long>(c.q)), options[i], random_);
      const std::size_t width = 1 + random_.up_to(n() <= 64 ? 40 : n() <= 512 ? 16 : 2);
      suite.expect_extensions(width, random_.up_to(3) == 0 ? &threads : nullptr);
      if (HasFatalFailure()) return;
    }
  }
}

RINGLET_FOR_SIZES_BELOW(13U, Matrices);
#ifndef RINGLET_TEST_WORD
// Sizes of two and of three levels.
INSTANTIATE_TEST_SUITE_P(Slow, Matrices,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Values(16U, 20U)),
                         named_by_backend(size_name));
#endif

}  // namespace
}  // namespace ringlet_test
