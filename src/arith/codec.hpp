#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/modulus.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Entry of a codec in a table of kernels. A codec is a type in its family's folder that states a number of words and
/// writes them. The type by which kernels load these words names its codec. Codecs belong to the baseline: plans
/// encode, whatever instruction set decodes.
template <class Word, class... Source>
struct CodecEntry {
  unsigned words;
  /// Writes the words. Does not depend on the rounding mode.
  void (*encode)(Word* out, Source... source);

  friend bool operator==(const CodecEntry&, const CodecEntry&) = default;
};
template <class Word, class... Source>
CodecEntry(unsigned, void (*)(Word*, Source...)) -> CodecEntry<Word, Source...>;

/// Codec of a fixed multiplicand, a twiddle or another Shoup operand. encode(group, index, count, w, m) writes w < q as
/// number `index` of a group of `count`: first the first words of all of them, then the second words, and so on.
template <class Word>
using TwiddleCodec = CodecEntry<Word, std::size_t, std::size_t, Word, const BasicModulus<Word>&>;

/// Codec of the constants of a modulus.
template <class Constants>
using ModulusCodec = CodecEntry<std::uint64_t, const Constants&>;

/// Returns the entry of the codec of a type of multiplicands.
template <class Twiddle>
consteval auto codec_of() {
  return CodecEntry(Twiddle::Codec::words, Twiddle::Codec::encode);
}
/// Returns the entry of the codec of an arithmetic's moduli.
template <class A>
consteval auto modulus_codec_of() {
  return CodecEntry(A::ModulusCodec::words, A::ModulusCodec::encode);
}

/// Encodes one multiplicand, inline if the codec can be inlined.
template <class Codec, class Word>
RINGLET_INLINE void encode_one(Word* words, Word w, const BasicModulus<Word>& m) {
  if constexpr (requires { Codec::encode_inline(words, 0, 1, w, m); }) {
    Codec::encode_inline(words, 0, 1, w, m);
  } else {
    Codec::encode(words, 0, 1, w, m);
  }
}

/// Number of words that hold a multiplicand in any codec.
inline constexpr unsigned max_twiddle_words = 6;  // no proof: memory

/// Sets 64-bit limb `index` of an array of words.
void put_limb(uint128_t* words, std::size_t index, std::uint64_t value);
inline void put_limb(std::uint64_t* words, std::size_t index, std::uint64_t value) { words[index] = value; }

}  // namespace ringlet::arith
