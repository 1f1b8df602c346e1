#include "arith/full_words/goldilocks52_codec.hpp"

#include "ringlet/types.hpp"

namespace ringlet::arith {
namespace {

/// Writes the limbs A and B of w = A + 2^48 B. The bits of w from 32 to 47 count 2^32 = 2^64 + 1 = 2^16 2^48 + 1.
void encode_limbs(std::uint64_t* first, std::uint64_t* second, std::uint64_t w) {
  const std::uint64_t middle = w >> 32 & 0xffff;       // proof 22.8
  const std::uint64_t a = (w & 0xffffffff) + middle;   // proof 22.8
  const std::uint64_t b = (middle << 16) + (w >> 48);  // proof 22.8
  *first = Goldilocks52Codec::factor * a;
  *second = Goldilocks52Codec::factor * b;
}

}  // namespace

void Goldilocks52Codec::encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m) {
  const auto shifted = static_cast<Word>((uint128_t{w} << 48) % m.q);  // no proof: the theorem's multiplicand
  encode_limbs(group + index, group + 2 * count + index, w);
  encode_limbs(group + count + index, group + 3 * count + index, shifted);
}

}  // namespace ringlet::arith
