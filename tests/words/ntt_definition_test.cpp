// Compares the transforms with their definitions, for every size.

#include <gtest/gtest.h>

#include "reference/roots.hpp"
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

// Modulo a shorter word the checksum detects little.
#ifndef RINGLET_TEST_WORD

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
