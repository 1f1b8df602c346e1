// Compares a million results of each element-wise operation between backends.

#include <gtest/gtest.h>

#include <algorithm>

#include "support/backends.hpp"
#include "support/moduli.hpp"
#include "words/eltwise_expectations.hpp"

namespace ringlet_test {
namespace {

/// Repeats the test for each operation on each vector backend, and compares with the scalar one.
class BackendsAgreeOn : public BackendTest<std::size_t> {
 protected:
  static constexpr std::size_t cases = 1'000'000;
  static constexpr std::size_t n = 1003;

  [[nodiscard]] const Operation& operation() const { return operations()[parameter()]; }

  [[nodiscard]] Words result(const Words& a, const Words& b, const Words& c, const Constants& constants,
                             std::uint64_t q) const {
    Words out(n);
    operation().apply({out, a, b, c}, constants, Modulus(q));
    if (operation().output_factor > 1) {  // any representative is right
      for (std::uint64_t& word : out) word %= q;
    }
    return out;
  }

  Random random_;
};

TEST_P(BackendsAgreeOn, AMillionElements) {
  std::vector<std::uint64_t> moduli = any_moduli(random_);
  std::ranges::copy(badly_truncated_moduli(random_), std::back_inserter(moduli));
  for (std::size_t done = 0, i = 0; done < cases; done += n, ++i) {
    const std::uint64_t q = moduli[i % moduli.size()];
    if (!has_room(operation(), q)) continue;
    const std::uint64_t top = top_of_input(operation(), q);
    const Words a = corner_biased(random_, n, q, top), b = corner_biased(random_, n, q, top);
    const Words c = operation().reads_c ? corner_biased(random_, n, q, top) : Words();
    const std::vector<Constants> corners = corner_constants(operation(), random_, q);
    const Constants& constants = corners[random_.up_to(corners.size() - 1)];
    const Words here = result(a, b, c, constants, q);
    ringlet::backend::force("scalar");
    const Words scalar = result(a, b, c, constants, q);
    ringlet::backend::force(backend());
    ASSERT_EQ(here, scalar) << operation().name << ", scalar = " << constants.scalar << ", bound = " << constants.bound
                            << ", q = " << q;
  }
}

// A library with a single backend has nothing to compare.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(BackendsAgreeOn);
INSTANTIATE_TEST_SUITE_P(Slow, BackendsAgreeOn,
                         ::testing::Combine(::testing::ValuesIn(vector_backends()),
                                            ::testing::ValuesIn(operation_indices())),
                         named_by_backend(operation_name<>));

}  // namespace
}  // namespace ringlet_test
