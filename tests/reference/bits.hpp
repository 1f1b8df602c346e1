#pragma once

#include <cstdint>

namespace reference {

/// Reverses the lowest `bit_count` bits of x, bit by bit.
[[nodiscard]] constexpr std::uint64_t reverse_bits(std::uint64_t x, unsigned bit_count) {
  std::uint64_t reversed = 0;
  for (unsigned bit = 0; bit < bit_count; ++bit) {
    if ((x >> bit & 1) != 0) reversed |= std::uint64_t{1} << (bit_count - 1 - bit);
  }
  return reversed;
}

[[nodiscard]] constexpr unsigned log2_exact(std::uint64_t power_of_two) {
  unsigned log2 = 0;
  while (std::uint64_t{1} << log2 != power_of_two) ++log2;
  return log2;
}

}  // namespace reference
