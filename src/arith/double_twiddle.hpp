#pragma once

#include <cstdint>

#include "arith/word_modulus.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// The bits of doubles: a multiplicand w, centred so that |w| <= q/2, and w/q, correctly rounded.
struct DoublePair {
  std::uint64_t value;
  std::uint64_t quotient;
};

/// Input: w < q < 2^53 with its Shoup quotient, whose upper bit says whether w >= q/2.
RINGLET_INLINE DoublePair make_double_pair(ShoupPair w, std::uint64_t q) {
  const std::uint64_t upper_half = std::uint64_t{0} - (w.quotient >> 63);
  const auto centred = static_cast<double>(static_cast<std::int64_t>(w.value - (q & upper_half)));
  return {__builtin_bit_cast(std::uint64_t, centred),
          __builtin_bit_cast(std::uint64_t, centred / static_cast<double>(q))};
}

}  // namespace ringlet::arith
