#include "arith/shoup/shoup_codec.hpp"

#include "arith/word_arithmetic.hpp"

namespace ringlet::arith {

template <class Word>
void ShoupCodec<Word>::encode(Word* group, std::size_t index, std::size_t count, Word w, const BasicModulus<Word>& m) {
  group[index] = w;
  group[count + index] = make_shoup_pair(w, m).quotient;
}

template struct ShoupCodec<std::uint64_t>;
template struct ShoupCodec<uint128_t>;

void Shoup52x2Codec::encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m) {
  const Word quotient = make_shoup_pair(w, m).quotient;
  // The 40 bits of floor(w 2^104 / q) that the 64-bit quotient lacks; its remainder is below q < 2^62.
  const Word remainder = Word{0} - quotient * m.q;
  const auto next = static_cast<Word>((uint128_t{remainder} << 40) / m.q);  // proof 4.3
  group[index] = w;
  group[count + index] = quotient >> 12;                         // proof 4.3
  group[2 * count + index] = ((quotient & 0xfff) << 40) | next;  // proof 4.3
}

}  // namespace ringlet::arith
