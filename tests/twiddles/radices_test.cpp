// Tests the passes that plans choose: each plan covers log2(n) stages exactly, with radices that the kernel has.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "arith/word_arithmetic.hpp"
#include "arith/word_traits.hpp"
#include "backends/registry.hpp"
#include "kernels/ntt_pass.hpp"
#include "twiddles/radices.hpp"
#include "twiddles/radix_table.hpp"
#include "words/ntt_plan.hpp"

namespace {

using ringlet::arith::Words;
using ringlet::arith::WordTraits;
using ringlet::backends::Backend;
using ringlet::twiddles::Direction;

/// Length of the longest moduli that a kernel serves.
template <class Kernel>
unsigned bits_of(const Kernel& kernel) {
  return ringlet::arith::bit_width(kernel.moduli.greatest);
}

template <class Kernel>
void expect_valid(const std::vector<unsigned>& radices, unsigned log_n, const Backend& backend, const Kernel& kernel) {
  SCOPED_TRACE(testing::Message() << backend.name << " / " << kernel.arithmetic << ", " << bits_of(kernel)
                                  << " bits, n = 2^" << log_n << ": " << testing::PrintToString(radices));
  EXPECT_EQ(std::accumulate(radices.begin(), radices.end(), kernel.lanes_log), log_n);
  ASSERT_FALSE(radices.empty());
  EXPECT_LE(radices.back(), ringlet::kernels::max_tile_radix_log);
  EXPECT_GE(radices.back(), radices.size() == 1 ? 1u : ringlet::kernels::min_last_tile_radix_log);
  for (std::size_t i = 0; i < radices.size(); ++i) {
    EXPECT_GE(radices[i], i == 0 || i + 1 == radices.size() ? 1u : ringlet::kernels::min_middle_radix_log);
    EXPECT_LE(radices[i], kernel.max_radix_log);
  }
}

template <class Word>
void expect_valid_for_all_kernels(unsigned max_log_n) {
  for (const Backend& backend : ringlet::backends::all()) {
    for (const auto* family : backend.kernels->of<ringlet::kernels::WordKernels<Word>>()) {
      for (const auto& kernel : family->ntt) {
        for (unsigned log_n = kernel.min_log_n; log_n <= max_log_n; ++log_n) {
          const ringlet::backends::NttChoice<Word> choice{&backend, &kernel};
          for (const Direction direction : {Direction::forward, Direction::inverse}) {
            expect_valid(ringlet::twiddles::choose_radices(log_n, direction, choice), log_n, backend, kernel);
          }
          expect_valid(ringlet::twiddles::radices_by_rule(log_n, kernel), log_n, backend, kernel);
        }
      }
    }
  }
}

TEST(Radices, CutTheStagesOfEveryKernel) {
  Words::for_each([]<class Word>() { expect_valid_for_all_kernels<Word>(WordTraits<Word>::max_log_n); });
}

/// Returns the rule's radices for `stages` stages across vectors, with a kernel of eight lanes.
template <class Word = std::uint64_t>
std::vector<unsigned> by_rule(unsigned stages, unsigned best, unsigned max, bool twists = false) {
  ringlet::kernels::BasicNttKernel<Word> kernel{};
  kernel.lanes_log = 3;
  kernel.best_radix_log = best;
  kernel.max_radix_log = max;
  kernel.twist_log_n = twists ? 1 : 0;
  return ringlet::twiddles::radices_by_rule(stages + kernel.lanes_log, kernel);
}

TEST(Radices, ByTheRule) {
  using Radices = std::vector<unsigned>;
  ASSERT_EQ(ringlet::kernels::max_tile_radix_log, 3u);
  EXPECT_EQ(by_rule(3, 3, 4), (Radices{3})) << "one pass";
  EXPECT_EQ(by_rule(3, 2, 3), (Radices{3})) << "one pass, of the largest tile";
  EXPECT_EQ(by_rule(4, 3, 4), (Radices{1, 3})) << "one stage is left, and there is no other pass";
  EXPECT_EQ(by_rule(6, 3, 4), (Radices{3, 3}));
  EXPECT_EQ(by_rule(7, 3, 4), (Radices{4, 3})) << "one stage is left, for a larger radix";
  EXPECT_EQ(by_rule(7, 3, 3), (Radices{2, 2, 3})) << "one stage is left, and there is no larger radix";
  EXPECT_EQ(by_rule(8, 3, 4), (Radices{3, 2, 3})) << "two stages are left";
  EXPECT_EQ(by_rule(10, 3, 4), (Radices{3, 4, 3}));
  EXPECT_EQ(by_rule(7, 2, 2), (Radices{1, 2, 2, 2})) << "one stage is left, and no radix can change";
  EXPECT_EQ(by_rule(8, 3, 4, true), (Radices{2, 3, 3})) << "the last pass before the tiles is large where it twists";
  EXPECT_EQ(by_rule<ringlet::uint128_t>(4, 3, 4), (Radices{2, 2}))
      << "one stage of 128-bit words is taken from the tile";
  EXPECT_EQ(by_rule<ringlet::uint128_t>(5, 3, 4), (Radices{2, 3}));
}

/// Returns a plan's description from its passes on. The root is arbitrary.
template <class Word>
std::string description(const char* backend, unsigned log_n, Word q, std::span<const unsigned> radices) {
  const auto is_meant = [&](const Backend& candidate) { return std::string(candidate.name) == backend; };
  const Backend& found = *std::ranges::find_if(ringlet::backends::all(), is_meant);
  const ringlet::words::NttPlan<Word> plan(log_n, q, ringlet::Ring::negacyclic, Word{3}, found, radices);
  const std::string text = plan.describe();
  return text.substr(text.find("radix "));
}

TEST(Radices, AreDescribedOnceWhereBothDirectionsHaveTheSame) {
  const std::vector<unsigned> radices{1, 2, 3, 3};
  EXPECT_EQ(description<std::uint64_t>("scalar", 9, 12289, radices), "radix 2^1, 2^2, 2^3, 2^3");
}

/// The forward passes follow the rule, the inverse ones the table.
TEST(Radices, AreDescribedTwiceWhereDirectionsDiffer) {
  const auto q = static_cast<ringlet::uint128_t>(1) << 97 | 1;
  EXPECT_EQ(description("avx512ifma", 10, q, {}), "radix 2^2, 2^2, 2^6; inverse 2^2, 2^3, 2^5");
}

/// Checks that a tuned entry applies to its kernel and size only; any other follows the rule.
template <class Word>
void expect_for_one_kernel_only(const Backend& backend, const ringlet::kernels::BasicNttKernel<Word>& kernel,
                                const ringlet::twiddles::TunedRadices& tuned) {
  const auto chosen = [&](const ringlet::kernels::BasicNttKernel<Word>& other, unsigned log_n) {
    const ringlet::backends::NttChoice<Word> choice{&backend, &other};
    return ringlet::twiddles::choose_radices(log_n, Direction::forward, choice);
  };
  const auto radices = tuned.radices(Direction::forward);
  const std::vector<unsigned> by_rule = ringlet::twiddles::radices_by_rule(tuned.log_n, kernel);
  EXPECT_EQ(chosen(kernel, tuned.log_n),
            radices.empty() ? by_rule : std::vector<unsigned>(radices.begin(), radices.end()));
  auto other = kernel;
  other.arithmetic = "another";
  EXPECT_EQ(chosen(other, tuned.log_n), by_rule);
  other = kernel;
  other.moduli.greatest = 127;
  EXPECT_EQ(chosen(other, tuned.log_n), by_rule);
  const auto of_another_size = ringlet::twiddles::radices_by_rule(kernel.min_log_n, kernel);
  EXPECT_EQ(chosen(kernel, kernel.min_log_n), of_another_size);
}

/// Calls `visit` with the transform kernels that an entry of the table is for.
template <class Word, class Visit>
void for_each_kernel_of(const ringlet::twiddles::TunedRadices& tuned, Visit visit) {
  for (const Backend& backend : ringlet::backends::all()) {
    if (backend.name != tuned.backend) continue;
    for (const auto* family : backend.kernels->of<ringlet::kernels::WordKernels<Word>>()) {
      for (const auto& kernel : family->ntt) {
        if (tuned.arithmetic == kernel.arithmetic && tuned.modulus_bits == bits_of(kernel)) visit(backend, kernel);
      }
    }
  }
}

TEST(Radices, OfTheTableAreForOneKernelAndSize) {
  for (const ringlet::twiddles::TunedRadices& tuned : ringlet::twiddles::tuned_radices) {
    SCOPED_TRACE(testing::Message() << tuned.backend << " / " << tuned.arithmetic << ", " << tuned.modulus_bits
                                    << " bits, n = 2^" << tuned.log_n);
    const auto expect = [&](const Backend& backend, const auto& kernel) {
      expect_for_one_kernel_only(backend, kernel, tuned);
    };
    Words::for_each([&]<class Word>() { for_each_kernel_of<Word>(tuned, expect); });
  }
}

TEST(Radices, OfTheTableBelongToAKernel) {
  for (const ringlet::twiddles::TunedRadices& tuned : ringlet::twiddles::tuned_radices) {
    bool found = false;
    const auto visit = [&](const Backend& /*backend*/, const auto& /*kernel*/) { found = true; };
    Words::for_each([&]<class Word>() { for_each_kernel_of<Word>(tuned, visit); });
    EXPECT_TRUE(found) << tuned.backend << " / " << tuned.arithmetic << ", " << tuned.modulus_bits << " bits";
  }
}

}  // namespace
