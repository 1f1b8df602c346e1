#pragma once

#include "lab/measure/line.hpp"

namespace ringlet::lab {

/// Times a transform, the product with a transformed polynomial and the inverse, one after the other, in the layout of
/// the kernel (`NttBuffer`) and through arrays of double words, by the public interface; verified first. Reports a line
/// for each, nanoseconds per value.
/// Errors    std::runtime_error: a wrong result
void time_products(unsigned log_n, unsigned bits, int repetitions, const Report& report);

}  // namespace ringlet::lab
