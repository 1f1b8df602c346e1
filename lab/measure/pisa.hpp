#pragma once

#include <iosfwd>

namespace ringlet::lab {

/// Tables 5 and 6: times the papers' transform of 2^14 points with an instruction and with its proxy, in turns. Prints
/// a line for each, and the relative error of the projection (equation 12), in percent, repetition by repetition.
/// Instructions that this CPU lacks are named on standard error.
void time_proxies(int repetitions, std::ostream& out);

}  // namespace ringlet::lab
