#include <gtest/gtest.h>

#include "reference/multiword.hpp"
#include "reference/polynomial.hpp"
#include "support/moduli.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test {
namespace {

/// Sizes for which the schoolbook product is affordable.
class NttProduct : public TransformTest {
 protected:
  [[nodiscard]] static Words product(const Words& x, const Words& y, const TransformCase& c) {
    const std::vector<std::uint64_t> values = reference::product(exact(x), exact(y), c.q, wrap_of(c.ring));
    return {values.begin(), values.end()};
  }
};

TEST_P(NttProduct, AgreesWithTheSchoolbook) {
  for (const TransformCase& c : cases_of_size(n())) {
    SCOPED_TRACE(text_of(c));
    const Ntt ntt = make_plan(c);
    const Words x = corner_biased(random_, c.n, c.q, top_of_range(c.q, 1)),
                y = corner_biased(random_, c.n, c.q, top_of_range(c.q, 1));
    Words out(c.n);
    ntt.multiply(out, x, y);
    ASSERT_EQ(out, product(x, y, c));
  }
}

TEST_P(NttProduct, AdversarialInputs) {
  for (const Ring ring : {Ring::negacyclic, Ring::cyclic}) {
    for (const Word q : decisive_primes(root_order(n(), ring))) {
      const TransformCase c{n(), q, ring};
      const Ntt ntt = make_plan(c);
      const Words all_max(n(), top_of_range(q, 1));
      for (const auto& [name, x] : adversarial(n(), q, top_of_range(q, 1))) {
        Words out(n());
        ntt.multiply(out, x, all_max);
        ASSERT_EQ(out, product(x, all_max, c)) << name << ", q = " << q;
      }
    }
  }
}

TEST_P(NttProduct, InPlace) {
  for (const TransformCase& c : cases_of_size(n())) {
    SCOPED_TRACE(text_of(c));
    const Ntt ntt = make_plan(c);
    const Words x = corner_biased(random_, c.n, c.q, top_of_range(c.q, 1)),
                y = corner_biased(random_, c.n, c.q, top_of_range(c.q, 1));
    const Words expected = product(x, y, c);
    Words left = x, right = y, square = x;
    ntt.multiply(left, left, y);
    EXPECT_EQ(left, expected);
    ntt.multiply(right, x, right);
    EXPECT_EQ(right, expected);
    ntt.multiply(square, square, square);
    EXPECT_EQ(square, product(x, x, c));
  }
}

RINGLET_FOR_SIZES_BELOW(10U, NttProduct);

class NttProductEvaluation : public TransformTest {};

// At the n points where X^n is -1 (or 1), the value of the product is the product of the values.
TEST_P(NttProductEvaluation, AgreesAtRandomPoints) {
  for (const TransformCase& c : cases_of_size(n())) {
    SCOPED_TRACE(text_of(c));
    const Ntt ntt = make_plan(c);
    const Words x = corner_biased(random_, c.n, c.q, top_of_range(c.q, 1)),
                y = corner_biased(random_, c.n, c.q, top_of_range(c.q, 1));
    Words out(c.n);
    ntt.multiply(out, x, y);
    for (int i = 0; i < 2; ++i) {
      const std::size_t index = random_.up_to(c.n - 1);
      const auto value = [&](const Words& a) { return reference::forward_at(exact(a), index, reference_of(ntt)); };
      ASSERT_EQ(value(out), reference::multiword::mul(value(x), value(y), c.q)) << "point " << index;
    }
  }
}

RINGLET_FOR_EVERY_SIZE(NttProductEvaluation);

}  // namespace
}  // namespace ringlet_test
