// Tests views of rows, as ranges and in arrays.
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rns/rns_cases.hpp"
#include "support/errors.hpp"

namespace ringlet_test::rns {
namespace {

TEST(RnsSpan, HasFirstAndLastRows) {
  Words words(12);
  std::uint64_t* const p = words.data();
  const std::vector<std::uint64_t*> pointers{p + 9, p, p + 6, p + 3};
  const RnsSpan strided(p, 4, 2, 3), scattered(pointers, 2);
  for (const RnsSpan& all : {strided, scattered}) {
    for (std::size_t count = 0; count <= 4; ++count) {
      ASSERT_EQ(all.first(count).rows(), count);
      ASSERT_EQ(all.last(count).rows(), count);
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(all.first(count)[i].data(), all[i].data());
        EXPECT_EQ(all.last(count)[i].data(), all[4 - count + i].data());
        EXPECT_EQ(all.last(count)[i].size(), 2U);
      }
    }
    for (const std::size_t beyond : {std::size_t{5}, SIZE_MAX}) {
      const auto error = [](const auto& call) { return message_of<std::out_of_range>(call); };
      const std::string count = "count is " + std::to_string(beyond) + ", but it must be at most 4, the number of rows";
      EXPECT_EQ(error([&] { (void)all.first(beyond); }), count);
      EXPECT_EQ(error([&] { (void)all.last(beyond); }), count);
      EXPECT_EQ(error([&] { (void)all[beyond - 1]; }),
                "row is " + std::to_string(beyond - 1) + ", but it must be less than 4, the number of rows");
    }
  }
  EXPECT_EQ(RnsView().rows(), 0U);
}

static_assert(std::ranges::forward_range<RnsSpan> && std::ranges::borrowed_range<RnsView>);
static_assert(!std::ranges::sized_range<RnsSpan>);

TEST(RnsSpan, IsARangeOfRows) {
  Words words(12);
  std::iota(words.begin(), words.end(), std::uint64_t{0});
  const std::vector<std::uint64_t*> pointers{&words[9], &words[0]};
  const RnsSpan strided(words.data(), 2, 2, 3), scattered(pointers, 2);
  for (const auto& [all, starts] : {std::pair{strided, Words{0, 3}}, std::pair{scattered, Words{9, 0}}}) {
    Words found;
    for (const std::span<std::uint64_t> row : all) {
      EXPECT_EQ(row.size(), 2U);
      found.push_back(row[0]);
    }
    EXPECT_EQ(found, starts);
    const std::vector<std::span<const std::uint64_t>> rows(RnsView(all).begin(), RnsView(all).end());
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[1].data(), all[1].data());
  }
  EXPECT_EQ(strided.first(0).begin(), strided.first(0).end());
}

TEST(RnsViews, AreArraysOfViewsOrSpans) {
  Words words(12);
  const std::vector<RnsSpan> spans{{words.data(), 3, 2}, {words.data() + 6, 2, 3}};
  const std::array<RnsView, 2> views{spans[0], spans[1]};
  for (const ringlet::RnsViews& all : {ringlet::RnsViews(spans), ringlet::RnsViews(views),
                                       ringlet::RnsViews(std::span(spans)), ringlet::RnsViews(views.data(), 2)}) {
    ASSERT_EQ(all.size(), 2U);
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_EQ(all[k].rows(), spans[k].rows());
      EXPECT_EQ(all[k][1].data(), spans[k][1].data());
      ASSERT_EQ(all.part(k, 1).size(), 1U);
      EXPECT_EQ(all.part(k, 1)[0][0].data(), spans[k][0].data());
    }
  }
  EXPECT_TRUE(ringlet::RnsViews().empty());
  EXPECT_TRUE(ringlet::RnsViews(std::vector<RnsSpan>()).empty());
}

}  // namespace
}  // namespace ringlet_test::rns
