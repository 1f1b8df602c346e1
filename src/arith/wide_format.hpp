#pragma once

#include <cstdint>
#include <span>

#include "arith/wide_ntt_arithmetic.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// A row of a multiplicand as WideFormat describes it: format.row_words() words.
/// Input: x in [0, q) in words. All conversions are exact, so that the caller's rounding mode does not matter.
void encode_row(std::span<std::uint64_t> row, std::span<const std::uint64_t> x, const WideFormat& format,
                const WideModulusConstants& q);

}  // namespace ringlet::arith
