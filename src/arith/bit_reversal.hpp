#pragma once

#include <cstdint>

#include "isa/compiler.hpp"

/// Bit reversal, the order of a transform's outputs.
namespace ringlet::arith {

/// Returns the lowest `bit_count` <= 64 bits of x in reverse order and ignores the other bits. Takes the same number of
/// instructions for any count.
RINGLET_INLINE constexpr std::uint64_t reverse_bits(std::uint64_t x, unsigned bit_count) {
  x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
  x = __builtin_bswap64(x);
  // A shift by 64 bits is undefined in C++.
  return bit_count == 0 ? 0 : x >> (64 - bit_count);
}

}  // namespace ringlet::arith
