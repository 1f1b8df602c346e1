#include "arith/fma_multiword/fma_multiword_codec.hpp"

#include <bit>
#include <cmath>

#include "arith/multiword_limbs.hpp"

namespace ringlet::arith {

// All conversions are exact, so that the caller's rounding mode does not matter.
template <unsigned limb_count>
void FmaMultiwordModulusCodec<limb_count>::encode(std::uint64_t* out, const MultiwordModulusConstants& q) {
  using Layout = FmaMultiwordLayout<limb_count>;
  constexpr unsigned limb_bits = FmaMultiwordParameters<limb_count>::limb_bits;
  const std::span<std::uint64_t> all(out, words);
  const std::span<const std::uint64_t> modulus(q.q, q.words);
  put_balanced(all.subspan(Layout::q, limb_count), modulus, limb_bits);
  const auto plain = all.subspan(Layout::words_of_q, limb_count);
  put_limbs(plain, modulus, limb_bits);
  for (std::uint64_t& limb : plain) limb = std::bit_cast<std::uint64_t>(static_cast<double>(limb));

  // 2^116 divided by the leading 64 bits is at most 2^53.
  const std::uint64_t leading = bits_from(modulus, q.bits - 64);
  const auto inverse = static_cast<std::uint64_t>((uint128_t{1} << 116) / leading);  // proof 19.3
  const int exponent =
      static_cast<int>(limb_bits * (limb_count - 1)) - static_cast<int>(q.bits) + 64 - 116;  // proof 19.3
  for (unsigned i = 0; i < Layout::ratio_count; ++i) {
    const double ratio = std::ldexp(static_cast<double>(inverse), exponent - static_cast<int>(i * limb_bits));
    out[Layout::ratios + i] = std::bit_cast<std::uint64_t>(ratio);
  }
}

template struct FmaMultiwordModulusCodec<5>;
template struct FmaMultiwordModulusCodec<6>;
template struct FmaMultiwordModulusCodec<8>;
template struct FmaMultiwordModulusCodec<9>;
template struct FmaMultiwordModulusCodec<12>;

}  // namespace ringlet::arith
