#pragma once

#include <vector>

#include "double_words/report.hpp"

namespace bench::double_words {

/// Verifies, then times the transforms of n = 2^log_n modulo the largest prime of `bits` bits by GMP and by every
/// method of this CPU, both directions, in place. Nanoseconds per butterfly, of which a transform has n/2 log2(n).
/// Errors    std::runtime_error when a result is wrong.
void time_transforms(unsigned log_n, unsigned bits, int repetitions, std::vector<Measurement>& measurements);

/// The same for operations on 1024 elements, on arrays of double words and on split ones. Nanoseconds per element.
void time_vectors(unsigned bits, int repetitions, std::vector<Measurement>& measurements);

}  // namespace bench::double_words
