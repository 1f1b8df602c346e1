// Compares the transforms with their definitions, for every size.

#include <gtest/gtest.h>

#include "reference/bits.hpp"
#include "reference/roots.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/ntt_buffer.hpp"
#include "support/moduli.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test {
namespace {

class NttDefinition : public TransformTest {
 protected:
  void expect_by_definition(const TransformCase& c, std::uint64_t root) {
    SCOPED_TRACE(text_of(c));
    const Ntt ntt = make_plan(c);
    ASSERT_EQ(ntt.root(), root);
    const reference::Transform definition{wrap_of(c.ring), c.q, root};
    const Words in = corner_biased(random_, c.n, c.q, top_of_range(c.q, 1));
    Words forward(c.n), inverse(c.n);
    ntt.forward(forward, in);
    ntt.inverse(inverse, in);
    const std::vector<std::uint64_t> exact_in = exact(in);
    for (const std::size_t i : sample_indices(c.n, random_)) {
      ASSERT_EQ(forward[i], reference::forward_at(exact_in, i, definition)) << "forward, output " << i;
      ASSERT_EQ(inverse[i], reference::inverse_at(exact_in, i, definition)) << "inverse, output " << i;
    }
  }
};

TEST_P(NttDefinition, DefaultRoot) {
  for (const TransformCase& c : cases_of_size(n())) {
    expect_by_definition(c, reference::smallest_root(root_order(c.n, c.ring), c.q));
  }
}

TEST_P(NttDefinition, GivenRoot) {
  for (const TransformCase& c : given_root_cases(n(), random_)) {
    expect_by_definition(c, *c.root);
  }
}

TEST_P(NttDefinition, InverseUndoesForward) {
  for (const TransformCase& c : cases_of_size(n())) {
    SCOPED_TRACE(text_of(c));
    const Ntt ntt = make_plan(c);
    const Words in = corner_biased(random_, c.n, c.q, top_of_range(c.q, 1));
    Words there(c.n), back(c.n);
    ntt.forward(there, in);
    ntt.inverse(back, there);
    ASSERT_TRUE(back == in);
    ntt.inverse(there, in);
    ntt.forward(back, there);
    ASSERT_TRUE(back == in);
  }
}

RINGLET_FOR_EVERY_SIZE(NttDefinition);

/// Compares transforms whose evaluations are in natural order with the definition, and everything else with them.
class NttNaturalOrder : public TransformTest {
 protected:
  [[nodiscard]] Words forward(const Ntt& ntt, const Words& in, ringlet::Range range = {}) const {
    Words out(n());
    ntt.forward(out, in, range);
    return out;
  }
  [[nodiscard]] Words inverse(const Ntt& ntt, const Words& in, ringlet::Range range = {}) const {
    Words out(n());
    ntt.inverse(out, in, range);
    return out;
  }
  static Words reduced(Words x, Word q) {
    for (Word& value : x) value %= q;
    return x;
  }

  void expect_by_definition(const Ntt& ntt, const Words& in, const Words& evaluations) {
    const std::vector<std::uint64_t> exact_in = exact(in);
    for (const std::size_t k : sample_indices(n(), random_)) {
      const std::size_t place = reference::reverse_bits(k, parameter());
      ASSERT_EQ(evaluations[k], reference::forward_at(exact_in, place, reference_of(ntt))) << "evaluation " << k;
    }
    ASSERT_TRUE(inverse(ntt, evaluations) == in);
  }

  void expect_all_ranges(const Ntt& ntt, const Words& in, const Words& evaluations) {
    const Word q = ntt.modulus().value();
    const Words any = corner_biased(random_, n(), q, top_of_range(q, ringlet::Range::any));
    ASSERT_EQ(forward(ntt, any, {.input_factor = ringlet::Range::any}), forward(ntt, reduced(any, q)));
    ASSERT_EQ(reduced(forward(ntt, in, {.output_factor = has_room(q, 4) ? 4U : 1U}), q), evaluations);
    const unsigned factor = has_room(q, 2) ? 2 : 1;
    const Words lazy = corner_biased(random_, n(), q, top_of_range(q, factor));
    ASSERT_EQ(reduced(inverse(ntt, lazy, {factor, factor}), q), inverse(ntt, reduced(lazy, q)));
    Words in_place = in;
    ntt.forward(in_place, in_place);
    ASSERT_EQ(in_place, evaluations);
    ntt.inverse(in_place, in_place);
    ASSERT_EQ(in_place, in);
  }

  void expect_products_and_buffers(const Ntt& ntt, const Words& in, const Words& evaluations) {
    Words squares(n()), product(n()), stored(n());
    ringlet::mul(squares, evaluations, evaluations, ntt.modulus());
    ntt.multiply(product, in, in);
    ASSERT_EQ(inverse(ntt, squares), product);
    ringlet::NttBuffer<Word> x(ntt, in), y(ntt, evaluations, ringlet::Domain::evaluations);
    x.forward().store(stored);
    ASSERT_EQ(stored, evaluations);
    x.mul(y).store(stored);
    ASSERT_EQ(stored, squares);
    y.inverse().store(stored);
    ASSERT_EQ(stored, in);
  }
};

TEST_P(NttNaturalOrder, IsTheDefinitionInAllRangesAndBuffers) {
  for (TransformCase c : cases_of_size(n())) {
    SCOPED_TRACE(text_of(c));
    c.order = ringlet::Order::natural;
    const Ntt ntt = make_plan(c);
    ASSERT_EQ(ntt.order(), ringlet::Order::natural);
    const Words in = corner_biased(random_, n(), c.q, top_of_range(c.q, 1)), evaluations = forward(ntt, in);
    expect_by_definition(ntt, in, evaluations);
    expect_all_ranges(ntt, in, evaluations);
    expect_products_and_buffers(ntt, in, evaluations);
    if (HasFatalFailure()) return;
  }
}

RINGLET_FOR_SIZES_BELOW(13U, NttNaturalOrder);
#ifndef RINGLET_TEST_WORD
INSTANTIATE_TEST_SUITE_P(Slow, NttNaturalOrder,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Values(largest_log_n)),
                         named_by_backend(size_name));
#endif

// Modulo a shorter word the checksum detects little.
#ifndef RINGLET_TESTED_WORD

/// Sizes too large to compare every output; a random combination of all outputs is compared.
class NttChecksum : public TransformTest {};

TEST_P(NttChecksum, EveryOutputTakesPart) {
  for (const TransformCase& c : cases_of_size(n())) {
    // Modulo a small prime the checksum detects little, and z^n = 1 is likely.
    if (c.q < std::uint64_t{1} << 40) continue;
    const Ntt ntt = make_plan(c);
    const Words in = corner_biased(random_, c.n, c.q, top_of_range(c.q, 1));
    Words out(c.n);
    ntt.forward(out, in);
    const std::uint64_t z = random_.up_to(c.q - 1);
    EXPECT_EQ(reference::output_checksum(exact(out), z, c.q),
              reference::forward_checksum(exact(in), z, reference_of(ntt)))
        << text_of(c);
  }
}

RINGLET_FOR_EVERY_SIZE(NttChecksum);

#endif

}  // namespace
}  // namespace ringlet_test
