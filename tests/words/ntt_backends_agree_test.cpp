#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "support/moduli.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test {
namespace {

/// Canonical outputs are the same words on every backend.
class BackendsAgree : public TransformTest {};

TEST_P(BackendsAgree, OnEveryCanonicalOutput) {
  for (const TransformCase& c : cases_of_size(n())) {
    SCOPED_TRACE(text_of(c));
    const unsigned factor = has_room(c.q, 2) ? 2 : 1;
    const Words in = uniform(random_, c.n, top_of_range(c.q, factor));
    const auto results = [&] {
      const Ntt ntt = make_plan(c);
      Words forward(c.n), inverse(c.n);
      ntt.forward(forward, in, {.input_factor = factor});
      ntt.inverse(inverse, in, {.input_factor = factor});
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

enum class Direction { forward, inverse, multiply };

std::string direction_name(Direction direction) {
  return direction == Direction::forward ? "forward" : direction == Direction::inverse ? "inverse" : "multiply";
}

/// Repeats the test for each operation on each vector backend, and compares with the scalar one.
class BackendsAgreeOn : public BackendTest<Direction> {
 protected:
  [[nodiscard]] Words result(const TransformCase& c, const Words& x, const Words& y) const {
    const Ntt ntt = make_plan(c);
    Words out(c.n);
    if (parameter() == Direction::forward) ntt.forward(out, x);
    if (parameter() == Direction::inverse) ntt.inverse(out, x);
    if (parameter() == Direction::multiply) ntt.multiply(out, x, y);
    return out;
  }

  /// Compares once, with random words or an adversarial input.
  void compare(const TransformCase& c) {
    const std::vector<NamedWords> special = adversarial(c.n, c.q, c.q - 1);
    const std::size_t choice = random_.up_to(2 * special.size() - 1);
    const Words x = choice < special.size() ? special[choice].words : corner_biased(random_, c.n, c.q, c.q - 1);
    const Words y = corner_biased(random_, c.n, c.q, c.q - 1);
    const Words here = result(c, x, y);
    ringlet::backend::force("scalar");
    const Words scalar = result(c, x, y);
    ringlet::backend::force(backend());
    ASSERT_EQ(here, scalar) << text_of(c);
  }

  Random random_;
};

TEST_P(BackendsAgreeOn, AMillionElements) {
  std::size_t done = 0;
  for (unsigned log_n = 1; log_n <= 12; ++log_n) {
    const std::size_t n = std::size_t{1} << log_n;
    for (const Ring ring : {Ring::negacyclic, Ring::cyclic}) {
      for (const std::uint64_t q : primes_of_every_length(root_order(n, ring))) {
        compare({n, q, ring});
        done += n;
      }
    }
  }
  EXPECT_GT(done, 1'000'000U);
}

// A library with a single backend has nothing to compare.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(BackendsAgreeOn);
INSTANTIATE_TEST_SUITE_P(Slow, BackendsAgreeOn,
                         ::testing::Combine(::testing::ValuesIn(vector_backends()),
                                            ::testing::Values(Direction::forward, Direction::inverse,
                                                              Direction::multiply)),
                         named_by_backend(direction_name));

}  // namespace
}  // namespace ringlet_test
