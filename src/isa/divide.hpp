#pragma once

#include <cstdint>

#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::isa {

/// Returns floor(numerator / divisor), which fits a word: numerator < 2^64 divisor. This is one instruction on x86-64;
/// the compiler, which does not know the bound, calls a function.
RINGLET_INLINE std::uint64_t divide(uint128_t numerator, std::uint64_t divisor) {
#ifdef __x86_64__
  auto quotient = static_cast<std::uint64_t>(numerator);
  auto remainder = static_cast<std::uint64_t>(numerator >> 64);
  __asm__("divq %2" : "+a"(quotient), "+d"(remainder) : "r"(divisor) : "cc");
  return quotient;
#else
  return static_cast<std::uint64_t>(numerator / divisor);
#endif
}

}  // namespace ringlet::isa
