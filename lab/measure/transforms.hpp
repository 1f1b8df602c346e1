#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "lab/measure/contender.hpp"

namespace ringlet::lab {

struct TransformExperiment {
  std::string name;
  std::vector<Contender> contenders;
  bool inverse = false;  ///< both directions
  bool gmp = false;      ///< and GMP
};

/// Times the transforms of n = 2^log_n points, all contenders in turns, and prints a line for each. Exact ones are
/// verified first.
/// Errors    std::runtime_error: a wrong result
void time_transforms(const TransformExperiment& experiment, unsigned log_n, int repetitions, std::ostream& out);

}  // namespace ringlet::lab
