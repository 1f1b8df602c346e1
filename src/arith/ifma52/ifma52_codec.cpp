#include "arith/ifma52/ifma52_codec.hpp"

#include "arith/word_arithmetic.hpp"

namespace ringlet::arith {

void Ifma52Codec::encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m) {
  group[index] = w;
  // The 52-bit quotient is the 64-bit one without its low bits.
  group[count + index] = make_shoup_pair(w, m).quotient >> 12;  // proof 1.1
}

}  // namespace ringlet::arith
