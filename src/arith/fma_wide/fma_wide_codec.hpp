#pragma once

#include <cstdint>
#include <span>

#include "arith/fma_wide/parameters.hpp"
#include "arith/wide_ntt_arithmetic.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// The constants of a modulus in the order of FmaWideLayout.
template <unsigned limb_count>
struct FmaWideModulusCodec {
  static constexpr unsigned words = FmaWideLayout<limb_count>::words;
  /// q of min_modulus_bits bits or more, capacity q <= 2^capacity_bits.
  static void encode(std::uint64_t* out, const WideModulusConstants& q);
};

extern template struct FmaWideModulusCodec<5>;
extern template struct FmaWideModulusCodec<6>;
extern template struct FmaWideModulusCodec<8>;
extern template struct FmaWideModulusCodec<9>;
extern template struct FmaWideModulusCodec<12>;

}  // namespace ringlet::arith
