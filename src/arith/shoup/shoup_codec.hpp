#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/modulus.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// w and floor(w 2^W / q), W the bits of the word.
template <class WordType>
struct ShoupCodec {
  using Word = WordType;
  static constexpr unsigned words = 2;  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const BasicModulus<Word>& m);
};
extern template struct ShoupCodec<std::uint64_t>;
extern template struct ShoupCodec<uint128_t>;

/// w, and the high and the low 52 bits of floor(w 2^104 / q).
struct Shoup52x2Codec {
  using Word = std::uint64_t;
  static constexpr unsigned words = 3;  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m);
};

}  // namespace ringlet::arith
