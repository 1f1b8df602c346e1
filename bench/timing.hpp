#pragma once

#include <iosfwd>
#include <vector>

#include "contender.hpp"
#include "report.hpp"
#include "row.hpp"

namespace bench {

/// Times the right entries of each row. The repetitions of one row's contenders are interleaved at random, so that a
/// machine that slows down for a while slows all of them; rows follow each other.
void time_rows(std::vector<Row>& rows, const std::vector<Contender>& contenders, Report& report,
               std::ostream& progress);

}  // namespace bench
