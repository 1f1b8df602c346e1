// The passes that plans choose: each cuts log2(n) stages exactly, in radices that the kernel has.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "backends/registry.hpp"
#include "kernels/ntt_pass.hpp"
#include "plan/radices.hpp"
#include "plan/radix_table.hpp"

namespace {

using ringlet::backends::Backend;
using ringlet::plan::Direction;

template <class Kernel>
void expect_valid(const std::vector<unsigned>& radices, unsigned log_n, const Backend& backend, const Kernel& kernel) {
  SCOPED_TRACE(testing::Message() << backend.name << " / " << kernel.arithmetic << ", " << kernel.modulus_bits
                                  << " bits, n = 2^" << log_n << ": " << testing::PrintToString(radices));
  EXPECT_EQ(std::accumulate(radices.begin(), radices.end(), kernel.lanes_log), log_n);
  ASSERT_FALSE(radices.empty());
  EXPECT_LE(radices.back(), ringlet::kernels::max_tile_radix_log);
  for (const unsigned radix_log : radices) {
    EXPECT_GE(radix_log, 1u);
    EXPECT_LE(radix_log, kernel.max_radix_log);
  }
}

template <class Word>
void expect_valid_for_all_kernels(unsigned max_log_n) {
  for (const Backend& backend : ringlet::backends::all()) {
    for (const auto* family : backend.kernels->of<Word>()) {
      for (const auto& kernel : family->ntt) {
        for (unsigned log_n = kernel.min_log_n; log_n <= max_log_n; ++log_n) {
          const ringlet::backends::BasicNttChoice<Word> choice{&backend, &kernel};
          for (const Direction direction : {Direction::forward, Direction::inverse}) {
            expect_valid(ringlet::plan::choose_radices(log_n, direction, choice), log_n, backend, kernel);
          }
          expect_valid(ringlet::plan::radices_by_rule(log_n, kernel), log_n, backend, kernel);
        }
      }
    }
  }
}

TEST(Radices, CutTheStagesOfEveryKernel) { expect_valid_for_all_kernels<std::uint64_t>(24); }

TEST(Radices, CutTheStagesOfEveryKernelOfDoubleWords) { expect_valid_for_all_kernels<ringlet::uint128_t>(20); }

TEST(Radices, OfTheTableBelongToAKernel) {
  for (const ringlet::plan::TunedRadices& tuned : ringlet::plan::tuned_radices) {
    const auto is_meant = [&](const auto& kernel) {
      return tuned.arithmetic == kernel.arithmetic && tuned.modulus_bits == kernel.modulus_bits;
    };
    const bool found = std::ranges::any_of(ringlet::backends::all(), [&](const Backend& backend) {
      const ringlet::kernels::BackendKernels& kernels = *backend.kernels;
      return backend.name == tuned.backend &&
             (ringlet::backends::first_ntt<std::uint64_t>(kernels.words, is_meant) != nullptr ||
              ringlet::backends::first_ntt<ringlet::uint128_t>(kernels.double_words, is_meant) != nullptr);
    });
    EXPECT_TRUE(found) << tuned.backend << " / " << tuned.arithmetic << ", " << tuned.modulus_bits << " bits";
  }
}

}  // namespace
