#include "lab/methods/value_codec.hpp"

namespace ringlet::lab {

void ValueCodec::encode(Word* group, std::size_t index, std::size_t, Word w, const arith::Modulus128&) {
  group[index] = w;
}

}  // namespace ringlet::lab
