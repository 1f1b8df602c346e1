#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/modulus.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// How a fixed multiplicand w, a twiddle or another Shoup operand, is stored. A codec is a type in the folder of its
/// family, which says how many words a multiplicand takes and writes it; the types that kernels load multiplicands with
/// name theirs as `Codec`. It belongs to the baseline: plans encode, whatever the instruction set that will decode.
///
/// This is its entry in a table of kernels.
template <class Word>
struct TwiddleCodec {
  /// Words of one multiplicand.
  unsigned words;
  /// Writes w < q, number `index` of `count` that stand together: first the first words of all of them, then the second
  /// words, and so on. Rounding modes do not matter.
  void (*encode)(Word* group, std::size_t index, std::size_t count, Word w, const BasicModulus<Word>& m);

  friend bool operator==(const TwiddleCodec&, const TwiddleCodec&) = default;
};

/// The entry of the codec of a type of multiplicands.
template <class Twiddle>
consteval auto codec_of() {
  using Codec = typename Twiddle::Codec;
  return TwiddleCodec<typename Codec::Word>{Codec::words, Codec::encode};
}

/// One multiplicand: inline where the codec can be.
template <class Codec, class Word>
RINGLET_INLINE void encode_one(Word* words, Word w, const BasicModulus<Word>& m) {
  if constexpr (requires { Codec::encode_inline(words, 0, 1, w, m); }) {
    Codec::encode_inline(words, 0, 1, w, m);
  } else {
    Codec::encode(words, 0, 1, w, m);
  }
}

/// Room for a multiplicand in any codec.
inline constexpr unsigned max_twiddle_words = 6;  // no proof: memory

/// Sets 64-bit limb `index` of an array of 128-bit words.
void put_limb(uint128_t* words, std::size_t index, std::uint64_t value);

}  // namespace ringlet::arith
