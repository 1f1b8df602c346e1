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

/// A multiplicand with its Shoup quotient floor(value * 2^W / q).
template <class Word>
struct BasicShoupPair {
  Word value;
  Word quotient;
};

using ShoupPair = BasicShoupPair<std::uint64_t>;

}  // namespace ringlet::arith
