#pragma once

#include <cstdint>
#include <span>

#include "arith/fma_multiword/parameters.hpp"
#include "arith/multiword_ntt_arithmetic.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Codec of the constants of a modulus, in the order of FmaMultiwordLayout.
template <unsigned limb_count>
struct FmaMultiwordModulusCodec {
  static constexpr unsigned words = FmaMultiwordLayout<limb_count>::words;
  /// Writes the constants of q, which has at least min_modulus_bits bits, with capacity q <= 2^capacity_bits.
  static void encode(std::uint64_t* out, const MultiwordModulusConstants& q);
};

extern template struct FmaMultiwordModulusCodec<5>;
extern template struct FmaMultiwordModulusCodec<6>;
extern template struct FmaMultiwordModulusCodec<8>;
extern template struct FmaMultiwordModulusCodec<9>;
extern template struct FmaMultiwordModulusCodec<12>;

}  // namespace ringlet::arith
