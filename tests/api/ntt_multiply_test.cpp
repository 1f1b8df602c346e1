#include <gtest/gtest.h>

#include "api/transform_cases.hpp"
#include "reference/multiword.hpp"
#include "reference/polynomial.hpp"
#include "support/moduli.hpp"

namespace ringlet_test {
namespace {

/// Sizes for which the schoolbook product is affordable.
class NttProduct : public TransformTest {};

TEST_P(NttProduct, AgreesWithTheSchoolbook) {
  for (const TransformCase& c : cases_of_size(n())) {
    SCOPED_TRACE(text_of(c));
    const Ntt ntt = make_plan(c);
    const Words x = corner_biased(random_, c.n, c.q, c.q - 1), y = corner_biased(random_, c.n, c.q, c.q - 1);
    Words out(c.n);
    ntt.multiply(out, x, y);
    ASSERT_EQ(out, reference::product(x, y, c.q, wrap_of(c.ring)));
  }
}

TEST_P(NttProduct, AdversarialInputs) {
  for (const Ring ring : {Ring::negacyclic, Ring::cyclic}) {
    for (const std::uint64_t q : decisive_primes(root_order(n(), ring))) {
      const Ntt ntt = make_plan({n(), q, ring});
      const Words all_max(n(), q - 1);
      for (const auto& [name, x] : adversarial(n(), q, q - 1)) {
        Words out(n());
        ntt.multiply(out, x, all_max);
        ASSERT_EQ(out, reference::product(x, all_max, q, wrap_of(ring))) << name << ", q = " << q;
      }
    }
  }
}

TEST_P(NttProduct, InPlace) {
  for (const TransformCase& c : cases_of_size(n())) {
    SCOPED_TRACE(text_of(c));
    const Ntt ntt = make_plan(c);
    const Words x = corner_biased(random_, c.n, c.q, c.q - 1), y = corner_biased(random_, c.n, c.q, c.q - 1);
    const Words product = reference::product(x, y, c.q, wrap_of(c.ring));
    Words left = x, right = y, square = x;
    ntt.multiply(left, left, y);
    EXPECT_EQ(left, product);
    ntt.multiply(right, x, right);
    EXPECT_EQ(right, product);
    ntt.multiply(square, square, square);
    EXPECT_EQ(square, reference::product(x, x, c.q, wrap_of(c.ring)));
  }
}

RINGLET_FOR_SIZES_BELOW(10U, NttProduct);

class NttProductEvaluation : public TransformTest {};

// At the n points where X^n is -1 (or 1), the value of the product is the product of the values.
TEST_P(NttProductEvaluation, AgreesAtRandomPoints) {
  for (const TransformCase& c : cases_of_size(n())) {
    SCOPED_TRACE(text_of(c));
    const Ntt ntt = make_plan(c);
    const Words x = corner_biased(random_, c.n, c.q, c.q - 1), y = corner_biased(random_, c.n, c.q, c.q - 1);
    Words out(c.n);
    ntt.multiply(out, x, y);
    for (int i = 0; i < 2; ++i) {
      const std::size_t index = random_.up_to(c.n - 1);
      const auto value = [&](const Words& a) { return reference::forward_at(a, index, reference_of(ntt)); };
      ASSERT_EQ(value(out), reference::multiword::mul(value(x), value(y), c.q)) << "point " << index;
    }
  }
}

RINGLET_FOR_EVERY_SIZE(NttProductEvaluation);

}  // namespace
}  // namespace ringlet_test
