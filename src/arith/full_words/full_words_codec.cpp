#include "arith/full_words/full_words_codec.hpp"

#include "arith/shoup/pair.hpp"

namespace ringlet::arith {

void FullWordsCodec::encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m) {
  const Word negative_quotient = Word{0} - make_shoup_pair(w, m).quotient;
  const Word remainder = negative_quotient * m.q;  // proof 22.2
  group[index] = remainder;
  group[count + index] = negative_quotient;
}

}  // namespace ringlet::arith
