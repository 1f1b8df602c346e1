#pragma once

#include <cstdint>
#include <span>

#include "arith/multiword_ntt_arithmetic.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Writes a row of a multiplicand as MultiwordFormat describes it: format.row_words() words.
/// Input: x in [0, q) in words. All conversions are exact, so that the caller's rounding mode does not matter.
void encode_row(std::span<std::uint64_t> row, std::span<const std::uint64_t> x, const MultiwordFormat& format,
                const MultiwordModulusConstants& q);

}  // namespace ringlet::arith
