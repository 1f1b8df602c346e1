#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ringlet::arith {

/// Bits `first` to first + 63 of a number in words; those beyond it are zero.
inline std::uint64_t bits_from(std::span<const std::uint64_t> words, std::size_t first) {
  const std::size_t word = first / 64, shift = first % 64;
  const std::uint64_t low = word < words.size() ? words[word] >> shift : 0;
  return shift == 0 || word + 1 >= words.size() ? low : low | words[word + 1] << (64 - shift);
}

/// A number in words as limbs of `limb_bits` <= 64 bits.
inline void put_limbs(std::span<std::uint64_t> limbs, std::span<const std::uint64_t> words, unsigned limb_bits) {
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    limbs[i] = bits_from(words, i * limb_bits) & (~std::uint64_t{0} >> (64 - limb_bits));
  }
}

}  // namespace ringlet::arith
