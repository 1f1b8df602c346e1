#include "arith/fma_limbs/fma_limbs_codec.hpp"

#include <bit>
#include <cstdint>

#include "arith/codec.hpp"
#include "arith/fma_limbs/balanced_limbs.hpp"
#include "arith/word_arithmetic.hpp"

namespace ringlet::arith {

// All conversions are exact, so that the caller's rounding mode does not matter.
template <unsigned limb_count>
void FmaRowCodec<limb_count>::encode(Word* group, std::size_t index, std::size_t count, Word w, const Modulus128& m) {
  using Balanced = BalancedLimbs<limb_count>;
  for (unsigned row = 0; row < limb_count; ++row) {
    const bool negative = w > m.q / 2;
    const auto put = [&](std::size_t limb, double magnitude) {
      put_limb(group, limb * count + index, std::bit_cast<std::uint64_t>(negative ? -magnitude : magnitude));
    };
    const Word magnitude = negative ? m.q - w : w;
    const Word quotient = make_shoup_pair(magnitude, m).quotient;
    // proof 14.1
    const std::uint64_t leading_53_bits = (static_cast<std::uint64_t>(quotient >> 64) + 0x200) & ~std::uint64_t{0x3ff};
    put(row, static_cast<double>(leading_53_bits) * 0x1p-64);
    const Balanced limbs(magnitude);
    for (unsigned j = 0; j < limb_count; ++j) put((row + 1) * limb_count + j, limbs.limb[j]);
    w = (w << Balanced::bits) - (make_shoup_pair(w, m).quotient >> (128 - Balanced::bits)) * m.q;  // proof 14.1
  }
}

template struct FmaRowCodec<2>;
template struct FmaRowCodec<3>;

}  // namespace ringlet::arith
