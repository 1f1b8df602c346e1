#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/transform.hpp"
#include "ringlet/ntt.hpp"
#include "support/backends.hpp"
#include "support/data.hpp"

/// Transforms that the tests run, and their translation for the oracles.
namespace ringlet_test {

using Ntt = ringlet::Ntt<Word>;
using ringlet::Ring;

struct TransformCase {
  std::size_t n;
  Word q;
  Ring ring;
  /// Empty for the plan's default.
  std::optional<Word> root = std::nullopt;
  ringlet::Order order = ringlet::Order::bit_reversed;
};

[[nodiscard]] Ntt make_plan(const TransformCase& c);
[[nodiscard]] std::string text_of(const TransformCase& c);

/// Returns the order of the root of unity that the ring needs.
[[nodiscard]] std::uint64_t root_order(std::size_t n, Ring ring);

/// Returns both rings with the default root, modulo the edge primes up to n = 2^12, the decisive ones up to
/// 2^16, and the tightest ones beyond.
[[nodiscard]] std::vector<TransformCase> cases_of_size(std::size_t n);

/// Returns the same cases, each with a random root.
[[nodiscard]] std::vector<TransformCase> given_root_cases(std::size_t n, Random& random);

[[nodiscard]] reference::Wrap wrap_of(Ring ring);
/// Returns the definition of the transform in bit-reversed order.
[[nodiscard]] reference::Transform reference_of(const Ntt& ntt);

/// Returns every index below n if n is small, otherwise both ends and some random indices.
[[nodiscard]] std::vector<std::size_t> sample_indices(std::size_t n, Random& random);

/// Repeats every test for each backend and each size n = 2^log_n.
class TransformTest : public BackendTest<unsigned> {
 protected:
  [[nodiscard]] std::size_t n() const { return std::size_t{1} << parameter(); }

  Random random_;
};

[[nodiscard]] std::string size_name(unsigned log_n);

// First size whose tests take more than milliseconds, and the largest size. Names of tests of these sizes
// begin with "Slow" for CTest's label.
inline constexpr unsigned first_slow_log_n = 15;
inline constexpr unsigned largest_log_n = 20;

}  // namespace ringlet_test

/// Repeats the tests of `suite` for every n below 2^end_log_n.
#define RINGLET_FOR_SIZES_BELOW(end_log_n, suite)                                                                    \
  INSTANTIATE_TEST_SUITE_P(Sizes, suite,                                                                             \
                           ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Range(1U, end_log_n)), \
                           named_by_backend(size_name))

/// Repeats the tests of `suite` for every n from 2 to 2^20, or to the largest of a word that only tests have.
#ifdef RINGLET_TEST_WORD
#define RINGLET_FOR_EVERY_SIZE(suite) RINGLET_FOR_SIZES_BELOW(ringlet::arith::WordTraits<Word>::max_log_n + 1, suite)
#else
#define RINGLET_FOR_EVERY_SIZE(suite)                                                                                 \
  RINGLET_FOR_SIZES_BELOW(first_slow_log_n, suite);                                                                   \
  INSTANTIATE_TEST_SUITE_P(                                                                                           \
      Slow, suite,                                                                                                    \
      ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Range(first_slow_log_n, largest_log_n + 1)), \
      named_by_backend(size_name))
#endif
