#include <gtest/gtest.h>

#include <utility>

#include "api/transform_cases.hpp"

namespace ringlet_test {
namespace {

/// Canonical outputs are the same words on every backend.
class BackendsAgree : public TransformTest {};

TEST_P(BackendsAgree, OnEveryCanonicalOutput) {
  for (const TransformCase& c : cases_of_size(n())) {
    SCOPED_TRACE(text_of(c));
    const Words in = uniform(random_, c.n, top_of_range(c.q, 2));
    const auto results = [&] {
      const Ntt ntt = make_plan(c);
      Words forward(c.n), inverse(c.n);
      ntt.forward(forward, in, {.input_factor = 2});
      ntt.inverse(inverse, in, {.input_factor = 2});
      return std::pair(forward, inverse);
    };
    const auto here = results();
    ringlet::backend::force("scalar");
    const auto scalar = results();
    ringlet::backend::force(backend());
    ASSERT_TRUE(here == scalar);
  }
}

RINGLET_FOR_EVERY_SIZE(BackendsAgree);

}  // namespace
}  // namespace ringlet_test
