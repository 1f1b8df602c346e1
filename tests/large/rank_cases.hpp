#pragma once

#include <cstddef>
#include <vector>

#include "large/large_cases.hpp"
#include "ringlet/large_ranks.hpp"

/// Parts of a large transform that ranks have.
namespace ringlet_test {

using ringlet::CoefficientOrder;

inline constexpr CoefficientOrder all_coefficient_orders[] = {CoefficientOrder::natural, CoefficientOrder::transposed};

/// Returns a rank's block of all values.
template <class Word>
[[nodiscard]] std::vector<Word> block_of(const std::vector<Word>& whole, const ringlet::RankBlock& block) {
  const auto first = whole.begin() + static_cast<std::ptrdiff_t>(block.first);
  return {first, first + static_cast<std::ptrdiff_t>(block.count)};
}

/// Returns the whole input in the order of coefficients.
template <class Word>
[[nodiscard]] std::vector<Word> ordered(const std::vector<Word>& in, CoefficientOrder order, std::size_t height) {
  if (order == CoefficientOrder::natural) return in;
  const std::size_t width = in.size() / height;
  std::vector<Word> out(in.size());
  for (std::size_t j = 0; j < in.size(); ++j) out[j % width * height + j / width] = in[j];
  return out;
}

}  // namespace ringlet_test
