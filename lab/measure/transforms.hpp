#pragma once

#include <string>

#include "lab/measure/contender.hpp"
#include "lab/measure/problem.hpp"

namespace ringlet::lab {

struct TransformExperiment {
  std::string name;
  Contenders contenders;
  unsigned bits = papers_bits;
  bool inverse = false;   ///< both directions
  bool gmp = false;       ///< and GMP
  bool in_place = false;  ///< else from one array to another
  int min_calls = 1;      ///< in one turn
};

/// Times the transforms of n = 2^log_n points, all contenders in turns, and reports a line for each, GMP's first. Exact
/// ones are verified first.
/// Errors    std::runtime_error: a wrong result
void time_transforms(const TransformExperiment& experiment, unsigned log_n, int repetitions, const Report& report);

}  // namespace ringlet::lab
