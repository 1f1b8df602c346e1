#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "arith/decimal.hpp"
#include "ringlet/export.hpp"
#include "ringlet/types.hpp"
#include "ringlet/uint.hpp"

namespace ringlet::checks {

/// Returns the decimal digits of a multiword number, given by its words from the lowest on.
[[nodiscard]] RINGLET_FOR_LARGE std::string decimal(std::span<const std::uint64_t> words);

/// Returns the decimal digits of a word, a 128-bit word or a multiword number.
[[nodiscard]] inline std::string decimal(uint128_t x) { return arith::text_of(x); }
template <unsigned width>
[[nodiscard]] std::string decimal(const UInt<width>& x) {
  return decimal(std::span<const std::uint64_t>(x.words));
}

}  // namespace ringlet::checks
