#pragma once

#include <iosfwd>
#include <vector>

#include "contender.hpp"
#include "row.hpp"

namespace bench {

/// Prints our time of each row and how many times as long each peer took; "-" where it does not offer the operation,
/// "wrong" where its result was; how to read that, and the peers' remarks.
void print_table(const std::vector<Row>& rows, const std::vector<Contender>& contenders, std::ostream& out);

}  // namespace bench
