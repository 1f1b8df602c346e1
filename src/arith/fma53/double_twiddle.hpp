#pragma once

#include <cstdint>

#include "arith/modulus.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// The bits of doubles: a multiplicand w, centred so that |w| <= q/2, and w/q, off by at most 2^-55.
struct DoublePair {
  std::uint64_t value;
  std::uint64_t quotient;
};

/// Input: w < q < 2^50 with its Shoup quotient, which as a signed number is the centred one's. All conversions are
/// exact, so that the caller's rounding mode does not matter.
RINGLET_INLINE DoublePair make_double_pair(ShoupPair w, std::uint64_t q) {
  const std::uint64_t upper_half = std::uint64_t{0} - (w.quotient >> 63);
  const auto centred = static_cast<double>(static_cast<std::int64_t>(w.value - (q & upper_half)));
  const std::uint64_t leading_53_bits = (w.quotient + 0x200) & ~std::uint64_t{0x3ff};
  const double quotient = static_cast<double>(static_cast<std::int64_t>(leading_53_bits)) * 0x1p-64;
  return {__builtin_bit_cast(std::uint64_t, centred), __builtin_bit_cast(std::uint64_t, quotient)};
}

}  // namespace ringlet::arith
