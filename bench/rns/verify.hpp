#pragma once

#include "rns/problem.hpp"

namespace bench::rns {

/// Compares results with the definition, in GMP's integers at some coefficients or by transforms, lifts and products,
/// all of which have tests of their own. Throws std::runtime_error that names the row.
void verify(const Problem& problem, const Polynomials& results);

}  // namespace bench::rns
