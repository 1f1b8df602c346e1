// Tests how a range is split into pieces. tests/threads/executor_test.cpp tests the contract of any executor.
#include "ringlet/executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/errors.hpp"
#include "support/one_after_the_other.hpp"

namespace ringlet_test {
namespace {

using Pieces = std::vector<std::pair<std::size_t, std::size_t>>;

/// Returns the pieces of one call, and checks that there are as many as tasks.
Pieces pieces_of(std::size_t items, std::size_t grain, std::size_t workers) {
  OneAfterTheOther executor(workers);
  Pieces pieces;
  ringlet::run_in_pieces(executor, items, grain, [&](std::size_t begin, std::size_t end, std::size_t worker) {
    EXPECT_EQ(worker, pieces.size() % workers);
    pieces.emplace_back(begin, end);
  });
  EXPECT_EQ(pieces.size(), executor.tasks);
  return pieces;
}

TEST(ExecutorPieces, AreMultiplesOfTheGrainThatCoverTheItems) {
  for (const std::size_t grain : {1U, 7U, 64U, 1000U}) {
    for (const std::size_t items : {0U, 1U, 6U, 7U, 8U, 63U, 64U, 65U, 500U, 999U, 1000U, 1001U, 100'000U}) {
      for (const std::size_t workers : {1U, 2U, 3U, 8U, 33U}) {
        SCOPED_TRACE(std::to_string(items) + " items, grain " + std::to_string(grain) + ", workers " +
                     std::to_string(workers));
        std::size_t end = 0;
        const Pieces pieces = pieces_of(items, grain, workers);
        for (const auto& piece : pieces) {
          EXPECT_EQ(piece.first, end);
          EXPECT_EQ(piece.first % grain, 0U);
          EXPECT_LT(piece.first, piece.second);
          end = piece.second;
          EXPECT_TRUE(end == items || end % grain == 0);
        }
        EXPECT_EQ(end, items);
        EXPECT_LE(pieces.size(), workers == 1 ? 1 : 16 * workers);
        const std::size_t grains = (items + grain - 1) / grain;
        if (workers == 1) continue;
        EXPECT_GE(pieces.size(), std::min(grains, 8 * workers));
        if (grains <= 16 * workers) {
          EXPECT_EQ(pieces.size(), grains);
        }
      }
    }
  }
}

TEST(ExecutorPieces, MayHaveAnyGrainButZero) {
  constexpr std::size_t huge = ~std::size_t{0};
  EXPECT_EQ(pieces_of(5, huge, 4), (Pieces{{0, 5}}));
  EXPECT_EQ(pieces_of(huge / 2, huge / 2 - 1, 4), (Pieces{{0, huge / 2 - 1}, {huge / 2 - 1, huge / 2}}));
  EXPECT_EQ(pieces_of(0, huge, 4), Pieces{});
  EXPECT_EQ(pieces_of(2, 1, huge / 8 + 1), (Pieces{{0, 1}, {1, 2}}));
  const std::string message = message_of<std::invalid_argument>([] { (void)pieces_of(5, 0, 4); });
  EXPECT_EQ(message, "grain is 0, but it must be at least 1");
}

}  // namespace
}  // namespace ringlet_test
