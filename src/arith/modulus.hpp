#pragma once

#include <cstdint>

#include "arith/word_traits.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

template <class Word>
using BasicModulus = ModulusConstants<Word>;
/// Constants of a modulus for arithmetic on arrays of the word.
template <class Word>
using ModulusFor = BasicModulus<TwiddleWord<Word>>;
using WordModulus = BasicModulus<std::uint64_t>;
using Modulus128 = BasicModulus<uint128_t>;

/// The moduli that an arithmetic or a table entry accepts: least <= q <= greatest. Both ends are included so that the
/// range can reach the longest moduli of a word.
template <class Word>
struct ModulusRange {
  Word least;
  Word greatest;

  [[nodiscard]] constexpr bool contains(Word q) const { return least <= q && q <= greatest; }
  friend bool operator==(const ModulusRange&, const ModulusRange&) = default;
};

/// Returns the number of bits of a modulus.
template <class Word>
consteval unsigned length_of(Word q) {
  unsigned bits = 0;
  for (; q != 0; q >>= 1) ++bits;
  return bits;
}

/// Returns 2^bits - 1, the greatest modulus of a length.
template <class Word>
constexpr Word greatest_of_length(unsigned bits) {
  return static_cast<Word>(static_cast<Word>(~Word{0}) >> (8 * sizeof(Word) - bits));
}

/// Returns the moduli of least_bits to most_bits bits that fit the word, for arithmetic on its arrays.
template <class Word>
consteval ModulusRange<TwiddleWord<Word>> moduli_of_lengths(unsigned least_bits, unsigned most_bits) {
  using Lane = TwiddleWord<Word>;
  constexpr unsigned word_bits = WordTraits<Word>::bits;
  const unsigned bits = most_bits < word_bits ? most_bits : word_bits;
  return {static_cast<Lane>(Lane{1} << (least_bits - 1)), greatest_of_length<Lane>(bits)};
}

/// Returns whether all numbers below factor q fit a word of an array. factor: a power of two.
template <class Word>
constexpr bool fits(unsigned factor, TwiddleWord<Word> q) {
  return q - 1 <= static_cast<TwiddleWord<Word>>(static_cast<Word>(~Word{0}) / factor);
}

/// A multiplicand with its Shoup quotient floor(value * 2^W / q).
template <class Word>
struct BasicShoupPair {
  Word value;
  Word quotient;
};

using ShoupPair = BasicShoupPair<std::uint64_t>;

}  // namespace ringlet::arith
