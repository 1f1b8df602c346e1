// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "ringlet/types.hpp"

namespace ringlet {

/// Number in [0, 2^width) as little-endian 64-bit words, width = 192, 256, 320, 384 or 512. Arrays modulo multiword
/// moduli consist of these. It has no arithmetic of its own.
///
/// Layout     words alone, the lowest first. For 256 bits this is the layout of arkworks' `BigInt<4>`, gnark-crypto's
///            `fr.Element` and blst's `blst_fr`: an array of their type can be read as an array of UInt<256>
///
/// `UInt<256>{x}` is the number x of one 64-bit word: missing words are zero.
template <unsigned width>
struct UInt {
  static_assert(width == 192 || width == 256 || width == 320 || width == 384 || width == 512,
                "UInt has 192, 256, 320, 384 or 512 bits");

  static constexpr std::size_t word_count = width / 64;

  std::uint64_t words[word_count];

  /// Parses a number in decimal digits, or in hexadecimal digits of either case after 0x.
  /// Errors    std::invalid_argument when `text` is not a number or the number is not below 2^width.
  [[nodiscard]] static constexpr UInt parse(std::string_view text) {
    const bool is_hexadecimal = text.starts_with("0x");
    const unsigned base = is_hexadecimal ? 16 : 10;
    const std::string_view digits = text.substr(is_hexadecimal ? 2 : 0);
    UInt number{};
    bool is_valid = !digits.empty();
    for (const char character : digits) {
      const unsigned digit = value_of(character);
      is_valid = is_valid && digit < base && number.append(base, digit);
    }
    if (!is_valid) {
      throw std::invalid_argument("number is \"" + std::string(text) +
                                  "\", but it must be decimal digits, or hexadecimal ones after 0x, and below 2^" +
                                  std::to_string(width));
    }
    return number;
  }

  /// Returns decimal digits.
  [[nodiscard]] std::string decimal() const {
    constexpr std::uint64_t digits_at_once = 10'000'000'000'000'000'000U;
    std::string reversed;
    for (UInt rest = *this; rest != UInt{};) {
      std::uint64_t digits = rest.divide(digits_at_once);
      const bool are_highest = rest == UInt{};
      for (unsigned i = 0; are_highest ? digits != 0 : i < 19; ++i, digits /= 10) {
        reversed.push_back(static_cast<char>('0' + digits % 10));
      }
    }
    return reversed.empty() ? "0" : std::string(reversed.rbegin(), reversed.rend());
  }

  /// Returns lower-case hexadecimal digits after 0x, without leading zeros.
  [[nodiscard]] std::string hexadecimal() const {
    std::string text = "0x";
    for (unsigned digit = std::max(1U, (bit_width() + 3) / 4); digit-- > 0;) {
      text.push_back("0123456789abcdef"[words[digit / 16] >> (4 * (digit % 16)) & 15]);
    }
    return text;
  }

  /// Returns the least b with *this < 2^b.
  [[nodiscard]] constexpr unsigned bit_width() const noexcept {
    for (std::size_t i = word_count; i-- > 0;) {
      if (words[i] != 0) return static_cast<unsigned>(64 * i) + static_cast<unsigned>(std::bit_width(words[i]));
    }
    return 0;
  }

  friend constexpr bool operator==(const UInt&, const UInt&) = default;

  friend constexpr std::strong_ordering operator<=>(const UInt& a, const UInt& b) noexcept {
    for (std::size_t i = word_count; i-- > 0;) {
      if (a.words[i] != b.words[i]) return a.words[i] <=> b.words[i];
    }
    return std::strong_ordering::equal;
  }

 private:
  /// Returns the value of a digit; 16 for another character.
  static constexpr unsigned value_of(char digit) {
    if (digit >= '0' && digit <= '9') return static_cast<unsigned>(digit - '0');
    if (digit >= 'a' && digit <= 'f') return static_cast<unsigned>(digit - 'a') + 10;
    if (digit >= 'A' && digit <= 'F') return static_cast<unsigned>(digit - 'A') + 10;
    return 16;
  }

  /// Sets this to *this * base + digit. Returns false if that is not below 2^width.
  constexpr bool append(unsigned base, unsigned digit) {
    std::uint64_t carry = digit;
    for (std::uint64_t& word : words) {
      const uint128_t sum = uint128_t{word} * base + carry;
      word = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64);
    }
    return carry == 0;
  }

  /// Sets this to its quotient by `divisor`. Returns the remainder.
  constexpr std::uint64_t divide(std::uint64_t divisor) {
    std::uint64_t remainder = 0;
    for (std::size_t i = word_count; i-- > 0;) {
      const uint128_t dividend = (uint128_t{remainder} << 64) | words[i];
      words[i] = static_cast<std::uint64_t>(dividend / divisor);
      remainder = static_cast<std::uint64_t>(dividend % divisor);
    }
    return remainder;
  }
};

/// Word that is a UInt. Functions that only multiword moduli have require it.
template <class Word>
concept MultiwordNumber = std::is_same_v<Word, UInt<8 * sizeof(Word)>>;

static_assert(std::is_trivially_copyable_v<UInt<256>> && std::is_aggregate_v<UInt<256>> && sizeof(UInt<256>) == 32);

}  // namespace ringlet
