// Compares the pass that transforms columns in place, on every backend, with plans of all points at once and with GMP.

#include <cstdlib>
#include <memory>

#include "large/large_cases.hpp"
#include "support/new_threads.hpp"

namespace ringlet_test {
namespace {

using Word = std::uint64_t;
using Values = std::span<Word>;

/// The parameter is the length of the modulus: lengths where the kernel changes, and some between.
class LargeColumns : public BackendTest<unsigned> {
 protected:
  LargeColumns() = default;

  [[nodiscard]] static LargeNtt<Word> plan_of(std::size_t n, std::size_t height, const mpz_class& prime, Ring ring) {
    return {n,
            ringlet::Modulus<Word>(number_of<Word>(prime)),
            {.ring = ring, .order = LargeOrder::bit_reversed, .height = height}};
  }

  static bool is_in_rows(const LargeNtt<Word>& plan) {
    return plan.describe().find("as they lie in rows") != std::string::npos;
  }

  /// Compares both directions with the plain plan, in place and not.
  static void expect_plain_values(const LargeNtt<Word>& plan, const Words& in, ringlet::Executor* executor = nullptr) {
    const Words natural = plain_values(in, plan.modulus(), plan.ring(), plan.root());
    const std::size_t n = in.size();
    Words expected(n), out(n), back(n);
    for (std::size_t k = 0; k < n; ++k) expected[place_in(plan.order(), k, 1, n)] = natural[k];
    plan.forward(out, in, executor);
    ASSERT_TRUE(out == expected) << plan.describe();
    plan.inverse(back, out, executor);
    ASSERT_TRUE(back == in) << plan.describe();
    plan.forward(back, back, executor);
    ASSERT_TRUE(back == expected) << plan.describe();
    plan.inverse(out, out, executor);
    ASSERT_TRUE(out == in) << plan.describe();
  }

  Random random_;
};

/// Heights that include some without a kernel for columns in rows, and the least height with one.
constexpr std::size_t heights[] = {8, 16, 32, 64, 128, 256, 512};

TEST_P(LargeColumns, EveryHeight) {
  std::size_t in_rows = 0;
  for (const std::size_t height : heights) {
    for (const std::size_t width : {64U, 128U, 256U}) {
      const std::size_t n = height * width;
      const mpz_class prime = large_prime(parameter(), n);
      const auto plan = plan_of(n, height, prime, all_rings[random_.up_to(1)]);
      if (is_in_rows(plan)) ++in_rows;
      EXPECT_FALSE(is_in_rows(plan) && width < 128);
      expect_plain_values(plan, large_values<Word>(random_, n, prime));
    }
  }
  // Passes of two radices cover three consecutive heights.
  EXPECT_EQ(in_rows, 6U);
}

/// Sums are longest where all values are the largest, or alternate with 0.
TEST_P(LargeColumns, LargestValues) {
  for (const std::size_t height : {16U, 64U, 256U}) {
    const std::size_t n = height * 128;
    const mpz_class prime = large_prime(parameter(), n);
    for (const Ring ring : all_rings) {
      const auto plan = plan_of(n, height, prime, ring);
      Words in(n, number_of<Word>(mpz_class(prime - 1)));
      expect_plain_values(plan, in);
      for (std::size_t i = 0; i < n; i += 2) in[i] = 0;
      expect_plain_values(plan, in);
    }
  }
}

TEST_P(LargeColumns, IsTheSameOnAnyNumberOfThreads) {
  constexpr std::size_t height = 64, n = height * 1024;
  const mpz_class prime = large_prime(parameter(), n);
  for (const std::size_t threads : {2U, 3U, 8U}) {
    NewThreads executor(threads);
    expect_plain_values(plan_of(n, height, prime, all_rings[threads % 2]), large_values<Word>(random_, n, prime),
                        &executor);
  }
}

TEST_P(LargeColumns, ValuesByDefinition) {
  constexpr std::size_t height = 64, n = height * 256;
  const mpz_class prime = large_prime(parameter(), n);
  for (const Ring ring : all_rings) {
    const auto plan = plan_of(n, height, prime, ring);
    EXPECT_TRUE(is_in_rows(plan));
    const Words in = large_values<Word>(random_, n, prime);
    Words out(n);
    plan.forward(out, in);
    for (const std::size_t k : {std::size_t{0}, random_.up_to(n - 1), n - 1}) {
      const auto exponent = static_cast<unsigned long>(ring == Ring::cyclic ? k : 2 * k + 1);
      mpz_class value = 0;
      const mpz_class point = reference::power(integer_of_number(plan.root()), exponent, prime);
      for (std::size_t j = n; j-- > 0;) value = (value * point + integer_of_number(in[j])) % prime;
      EXPECT_EQ(integer_of_number(out[place_in(plan.order(), k, 1, n)]), value) << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, LargeColumns,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Values(26U, 46U, 48U, 49U, 50U, 51U, 58U, 60U, 61U, 62U)),
                         named_by_backend([](unsigned bits) { return std::to_string(bits); }));

/// Arrays of 32 MB are written past the caches if they begin on a cache line, and not otherwise.
class LargeAlignedColumns : public LargeColumns {};

TEST_P(LargeAlignedColumns, AreTheSamePastTheCaches) {
  constexpr std::size_t n = std::size_t{1} << 22, line = 64;
  const mpz_class prime = large_prime(parameter(), n);
  const auto plan = plan_of(n, 64, prime, Ring::negacyclic);
  ASSERT_TRUE(is_in_rows(plan));
  const Words in = large_values<Word>(random_, n, prime);
  Words expected(n);
  plan.forward(expected, in);
  const std::unique_ptr<void, decltype(&std::free)> memory(std::aligned_alloc(line, (n + 8) * sizeof(Word)), std::free);
  auto* const aligned = static_cast<Word*>(memory.get());
  for (const std::size_t offset : {0U, 1U, 2U}) {
    const Values out(aligned + offset, n);
    std::ranges::fill(out, Word{0});
    plan.forward(out, in);
    EXPECT_TRUE(std::ranges::equal(out, expected)) << offset;
  }
  plan.inverse(expected, expected);
  EXPECT_TRUE(expected == in);
}

INSTANTIATE_TEST_SUITE_P(Slow, LargeAlignedColumns,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Values(49U, 60U)),
                         named_by_backend([](unsigned bits) { return std::to_string(bits); }));

}  // namespace
}  // namespace ringlet_test
