#include "arith/shoup/shoup_codec.hpp"

#include "arith/word_arithmetic.hpp"
#include "arith/word_traits.hpp"

namespace ringlet::arith {

template <class Word>
void ShoupCodec<Word>::encode(Word* group, std::size_t index, std::size_t count, Word w, const BasicModulus<Word>& m) {
  group[index] = w;
  group[count + index] = make_shoup_pair(w, m).quotient;
}

template struct ShoupCodec<std::uint64_t>;
template struct ShoupCodec<uint128_t>;
#define RINGLET_INSTANTIATE(Word) template struct ShoupCodec<TwiddleWord<Word>>;
RINGLET_FOR_EACH_TEST_WORD(RINGLET_INSTANTIATE)

void Shoup52x2Codec::encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m) {
  encode_inline(group, index, count, w, m);
}

}  // namespace ringlet::arith
