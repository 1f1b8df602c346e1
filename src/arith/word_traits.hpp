#pragma once

#include <cstdint>

#include "ringlet/types.hpp"

namespace ringlet::arith {

/// What is known of a word, as values lie in the caller's arrays.
///
///   Twiddle   the word of lanes, in which twiddles and the constants of a modulus are stored
template <class Word>
struct WordTraits;

template <>
struct WordTraits<std::uint64_t> {
  using Twiddle = std::uint64_t;
};

template <>
struct WordTraits<uint128_t> {
  using Twiddle = uint128_t;
};

template <class Word>
using TwiddleWord = typename WordTraits<Word>::Twiddle;

}  // namespace ringlet::arith
