#include "arith/shoup32/shoup32_codec.hpp"

#include <cstring>

#include "arith/word_arithmetic.hpp"

namespace ringlet::arith {

void Shoup32Codec::encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m) {
  const auto put = [&](std::size_t at, std::uint64_t x) {
    const auto half = static_cast<std::uint32_t>(x);
    std::memcpy(static_cast<char*>(static_cast<void*>(group)) + at * sizeof half, &half, sizeof half);
  };
  const Word quotient = (w << 32) / m.q;  // proof 21.2
  put(index, w);
  put(count + index, quotient);
}

}  // namespace ringlet::arith
