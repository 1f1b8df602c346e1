// Tests which rotations bootstrapping of OpenFHE takes, by the layers of the transform that a factor collapses.
#include "slot_transforms.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ringlet_test::openfhe {
namespace {

using ringlet::openfhe::coefficients_to_slots;
using ringlet::openfhe::SlotMatrix;
using ringlet::openfhe::slots_to_coefficients;
using ringlet::openfhe::whole_transform;

/// Transform of 2^layers slots in factors of `collapsed` layers and one of the remaining layers.
struct Shape {
  std::uint32_t layers, collapsed, baby, baby_of_rest;

  [[nodiscard]] std::uint32_t rest() const { return layers % collapsed; }
  [[nodiscard]] std::uint32_t factors() const { return layers / collapsed + (rest() != 0 ? 1 : 0); }
  [[nodiscard]] lbcrypto::ckks_boot_params parameters() const {
    const auto terms = [](std::uint32_t of) { return std::uint32_t{2} << of; };
    const std::uint32_t n = terms(collapsed), m = terms(rest());
    return {factors(), collapsed, rest(), n - 1, n / baby, baby, m - 1, m / baby_of_rest, baby_of_rest};
  }
};
const std::vector<Shape> shapes{{3, 3, 4, 1}, {6, 3, 4, 1}, {6, 2, 2, 1}, {7, 3, 8, 2}, {8, 3, 4, 4}, {5, 4, 16, 2}};

/// Returns the rotations of layers begin, ..., end - 1: a layer adds a slot and the slots 2^layer before and after it.
std::vector<std::int64_t> diagonals(std::uint32_t begin, std::uint32_t end) {
  std::set<std::int64_t> result{0};
  for (std::uint32_t layer = begin; layer < end; ++layer) {
    const std::set<std::int64_t> below = result;
    for (const std::int64_t d : below) {
      for (const std::int64_t sign : {-1, 1}) result.insert(d + sign * (std::int64_t{1} << layer));
    }
  }
  return {result.begin(), result.end()};
}

/// Expects that the terms of a factor are the diagonals in ascending order, modulo the number of slots.
void expect_diagonals(const SlotMatrix& factor, const std::vector<std::int64_t>& expected, std::uint32_t slots) {
  ASSERT_EQ(factor.baby.size() * factor.giant.size(), expected.size() + 1);
  EXPECT_EQ(factor.giant[0], 0U);
  for (std::size_t t = 0; t < expected.size(); ++t) {
    const std::size_t baby = t % factor.baby.size(), giant = t / factor.baby.size();
    const auto step = static_cast<std::int64_t>(factor.baby[baby]) + factor.giant[giant];
    EXPECT_EQ((step - expected[t]) % slots, 0) << "term " << t;
  }
}

TEST(OpenFheSlotTransforms, TakeTheDiagonalsOfTheirLayers) {
  for (const Shape& shape : shapes) {
    SCOPED_TRACE(std::to_string(shape.layers) + " layers, " + std::to_string(shape.collapsed) + " collapsed");
    const std::uint32_t slots = std::uint32_t{1} << shape.layers;
    for (const std::uint32_t quarter : {slots, 8 * slots}) {
      const auto down = coefficients_to_slots(shape.parameters(), slots, quarter);
      const auto up = slots_to_coefficients(shape.parameters(), quarter);
      ASSERT_EQ(down.size(), shape.factors());
      ASSERT_EQ(up.size(), shape.factors());
      // To slots, the highest layers come first. The list of the remaining layers is the first, and the last one there.
      std::uint32_t end = shape.layers;
      for (std::size_t i = 0; i < down.size(); ++i) {
        const bool is_rest = shape.rest() != 0 && i + 1 == down.size();
        const std::uint32_t begin = end - (is_rest ? shape.rest() : shape.collapsed);
        EXPECT_EQ(down[i].list, down.size() - 1 - i);
        expect_diagonals(down[i], diagonals(begin, end), slots);
        for (const std::uint32_t step : down[i].baby) EXPECT_LT(step, slots);
        end = begin;
      }
      EXPECT_EQ(end, 0U);
      std::uint32_t begin = 0;
      for (std::size_t i = 0; i < up.size(); ++i) {
        const bool is_rest = shape.rest() != 0 && i + 1 == up.size();
        end = begin + (is_rest ? shape.rest() : shape.collapsed);
        EXPECT_EQ(up[i].list, i);
        expect_diagonals(up[i], diagonals(begin, end), quarter);
        for (const std::uint32_t step : up[i].baby) EXPECT_LT(step, quarter);
        begin = end;
      }
      EXPECT_EQ(end, shape.layers);
    }
  }
}

TEST(OpenFheSlotTransforms, NotFactoredTakeAllRotations) {
  const std::map<std::uint32_t, std::uint32_t> square_roots{{1, 1}, {2, 2}, {8, 3}, {16, 4}, {512, 23}};
  for (const auto& [slots, root] : square_roots) {
    for (const std::uint32_t baby : {0U, 1U, 5U}) {
      const SlotMatrix matrix = whole_transform(slots, baby);
      ASSERT_EQ(matrix.baby.size(), baby == 0 ? root : baby);
      for (std::uint32_t t = 0; t < slots; ++t) {
        ASSERT_LT(t / matrix.baby.size(), matrix.giant.size());
        EXPECT_EQ(matrix.baby[t % matrix.baby.size()] + matrix.giant[t / matrix.baby.size()], t);
      }
      EXPECT_LT(matrix.giant.back(), slots);
    }
  }
}

}  // namespace
}  // namespace ringlet_test::openfhe
