#include "arith/ifma52/ifma52_codec.hpp"

namespace ringlet::arith {

void Ifma52Codec::encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m) {
  encode_inline(group, index, count, w, m);
}

}  // namespace ringlet::arith
