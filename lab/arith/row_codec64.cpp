#include "lab/arith/row_codec64.hpp"

#include <cstdint>

#include "arith/codec.hpp"
#include "arith/word_arithmetic.hpp"

namespace ringlet::lab {

void RowCodec64::encode(Word* group, std::size_t index, std::size_t count, Word w, const arith::Modulus128& m) {
  const auto put = [&](std::size_t limb, Word value) {
    arith::put_limb(group, limb * count + index, static_cast<std::uint64_t>(value));
  };
  for (unsigned row = 0; row < 2; ++row) {
    const auto quotient = static_cast<std::uint64_t>(arith::make_shoup_pair(w, m).quotient >> 64);
    const std::uint64_t raised = quotient + 1;     // proof 15.1
    const Word limbs = raised == 0 ? w - m.q : w;  // proof 15.1
    put(row, raised);
    put(2 * (row + 1), limbs);
    put(2 * (row + 1) + 1, limbs >> 64);
    // proof 15.1
    w = (w << 64) - quotient * m.q;  // w 2^64 mod q
  }
}

}  // namespace ringlet::lab
