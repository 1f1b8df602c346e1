#include "arith/barrett128_codec.hpp"

namespace ringlet::arith {

void ValueCodec::encode(Word* group, std::size_t index, std::size_t, Word w, const DoubleModulus&) { group[index] = w; }

}  // namespace ringlet::arith
