#pragma once

#include <cstdint>
#include <iosfwd>
#include <regex>
#include <vector>

#include "contender.hpp"
#include "row.hpp"

namespace bench {

struct Selection {
  /// Of the random operands.
  std::uint64_t seed;
  /// Searched for in the rows' labels.
  std::regex filter;
};

/// The rows to be timed, every result of every contender compared with the oracle's.
/// Errors    std::runtime_error when a result of ours is wrong. A peer's is marked in its row, and told.
[[nodiscard]] std::vector<Row> verified_rows(const std::vector<Parameters>& rings,
                                             const std::vector<Contender>& contenders, const Selection& selection,
                                             std::ostream& progress);

}  // namespace bench
