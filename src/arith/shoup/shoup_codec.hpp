#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/modulus.hpp"
#include "arith/shoup/pair.hpp"
#include "arith/word_traits.hpp"
#include "isa/compiler.hpp"
#include "isa/divide.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Codec of w and floor(w 2^W / q), W being the number of bits of the word.
template <class WordType>
struct ShoupCodec {
  using Word = WordType;
  static constexpr unsigned words = 2;  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const BasicModulus<Word>& m);
};
extern template struct ShoupCodec<std::uint64_t>;
extern template struct ShoupCodec<uint128_t>;
#define RINGLET_EXTERN_CODEC(Word) extern template struct ShoupCodec<TwiddleWord<Word>>;
RINGLET_FOR_EACH_TEST_WORD(RINGLET_EXTERN_CODEC)
#undef RINGLET_EXTERN_CODEC

/// Codec of w, and of the high and the low 52 bits of floor(w 2^104 / q).
struct Shoup52x2Codec {
  using Word = std::uint64_t;
  static constexpr unsigned words = 3;  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m);
  RINGLET_INLINE static void encode_inline(Word* group, std::size_t index, std::size_t count, Word w,
                                           const WordModulus& m) {
    const Word quotient = make_shoup_pair(w, m).quotient;
    // The 40 bits of floor(w 2^104 / q) below the bits of the 64-bit quotient, whose remainder is below q < 2^62.
    const Word remainder = Word{0} - quotient * m.q;
    const Word next = isa::divide(uint128_t{remainder} << 40, m.q);  // proof 4.3
    group[index] = w;
    group[count + index] = quotient >> 12;                         // proof 4.3
    group[2 * count + index] = ((quotient & 0xfff) << 40) | next;  // proof 4.3
  }
};

}  // namespace ringlet::arith
