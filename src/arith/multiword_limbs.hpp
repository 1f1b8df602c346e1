#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ringlet::arith {

/// Returns bits `first` to first + 63 of a number in words; bits beyond the number are zero.
inline std::uint64_t bits_from(std::span<const std::uint64_t> words, std::size_t first) {
  const std::size_t word = first / 64, shift = first % 64;
  const std::uint64_t low = word < words.size() ? words[word] >> shift : 0;
  return shift == 0 || word + 1 >= words.size() ? low : low | words[word + 1] << (64 - shift);
}

/// Converts a number in words to limbs of `limb_bits` <= 64 bits.
inline void put_limbs(std::span<std::uint64_t> limbs, std::span<const std::uint64_t> words, unsigned limb_bits) {
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    limbs[i] = bits_from(words, i * limb_bits) & (~std::uint64_t{0} >> (64 - limb_bits));
  }
}

/// Converts a number in words to balanced limbs: bits of doubles that are integers of either sign, at most
/// 2^(limb_bits - 1) in magnitude. Input: below a quarter of 2^(limb_bits limbs).
inline void put_balanced(std::span<std::uint64_t> limbs, std::span<const std::uint64_t> words, unsigned limb_bits) {
  const std::int64_t radix = std::int64_t{1} << limb_bits;
  std::int64_t carry = 0;
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    const std::uint64_t digit = bits_from(words, i * limb_bits) & static_cast<std::uint64_t>(radix - 1);
    const std::int64_t sum = static_cast<std::int64_t>(digit) + carry;
    carry = sum >= radix / 2 ? 1 : 0;
    limbs[i] = std::bit_cast<std::uint64_t>(static_cast<double>(sum - carry * radix));
  }
}

}  // namespace ringlet::arith
