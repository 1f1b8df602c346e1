#pragma once

#include <span>

#include "lab/measure/problem.hpp"
#include "support/gmp.hpp"

/// 128-bit words as GMP's integers: the papers' baseline, which also verifies every other contender.
namespace ringlet::lab {

[[nodiscard]] mpz_class integer_of(Word128 x);
[[nodiscard]] bench::Integers integers_of(std::span<const Word128> in);
[[nodiscard]] Words128 words128_of(const bench::Integers& in);

/// Transforms `in`, compares some results with the definition and returns all results.
/// Errors    std::runtime_error where they differ
[[nodiscard]] Words128 transform_of(std::span<const Word128> in, bench::GmpTransform& gmp);

}  // namespace ringlet::lab
