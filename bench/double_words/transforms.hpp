#pragma once

#include <vector>

#include "double_words/gmp.hpp"
#include "double_words/report.hpp"

namespace bench::double_words {

/// Numbers below q, the same for the same n.
[[nodiscard]] Doubles random_doubles(std::size_t n, Double q);

/// Verifies, then times the transforms of n = 2^log_n modulo the largest prime of `bits` bits by GMP and by every
/// method of this CPU, both directions, in place. Nanoseconds per butterfly, of which a transform has n/2 log2(n).
/// Errors    std::runtime_error when a result is wrong.
void time_transforms(unsigned log_n, unsigned bits, int repetitions, std::vector<Measurement>& measurements);

/// The same for a transform, the product with a transformed polynomial and the inverse, one after the other, in the
/// layout of the kernel (`NttBuffer`) and through arrays of double words, by the public interface. Nanoseconds per
/// value.
void time_products(unsigned log_n, unsigned bits, int repetitions, std::vector<Measurement>& measurements);

/// The same for operations on 1024 elements, on arrays of double words and on split ones. Nanoseconds per element.
void time_vectors(unsigned bits, int repetitions, std::vector<Measurement>& measurements);

}  // namespace bench::double_words
