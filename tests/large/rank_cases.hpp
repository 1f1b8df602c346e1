#pragma once

#include <cstddef>
#include <vector>

#include "large/large_cases.hpp"
#include "ringlet/large_ranks.hpp"

/// What ranks have of a large transform.
namespace ringlet_test {

using ringlet::CoefficientOrder;

inline constexpr CoefficientOrder all_coefficient_orders[] = {CoefficientOrder::natural, CoefficientOrder::transposed};

/// The values of a whole, in a rank's block.
template <class Word>
[[nodiscard]] std::vector<Word> block_of(const std::vector<Word>& whole, const ringlet::RankBlock& block) {
  const auto first = whole.begin() + static_cast<std::ptrdiff_t>(block.first);
  return {first, first + static_cast<std::ptrdiff_t>(block.count)};
}

/// A whole input in the order of coefficients.
template <class Word>
[[nodiscard]] std::vector<Word> ordered(const std::vector<Word>& in, CoefficientOrder order, std::size_t height) {
  if (order == CoefficientOrder::natural) return in;
  const std::size_t width = in.size() / height;
  std::vector<Word> out(in.size());
  for (std::size_t j = 0; j < in.size(); ++j) out[j % width * height + j / width] = in[j];
  return out;
}

}  // namespace ringlet_test
