#pragma once

#include "lab/measure/contender.hpp"

namespace ringlet::lab {

/// Times add, sub, mul and axpy on 1024 elements (Fig. 4), in both layouts of double words, by GMP and by the
/// contenders that have the operation, those of an operation in turns; reports a line for each, GMP's first. Exact ones
/// are verified first. Errors    std::runtime_error: a wrong result
void time_vectors(const Contenders& contenders, unsigned bits, int repetitions, const Report& report);

}  // namespace ringlet::lab
