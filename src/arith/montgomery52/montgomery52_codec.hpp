#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/montgomery52/parameters.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Codec of the constants of a modulus, in the order of Montgomery52Layout.
template <unsigned limb_count>
struct Montgomery52ModulusCodec {
  static constexpr unsigned words = Montgomery52Layout<limb_count>::words;
  /// Writes the constants of q, which has at least min_modulus_bits bits, with capacity q <= 2^(52 L).
  static void encode(std::uint64_t* out, const MultiwordModulusConstants& q);
};

extern template struct Montgomery52ModulusCodec<3>;
extern template struct Montgomery52ModulusCodec<4>;
extern template struct Montgomery52ModulusCodec<5>;
extern template struct Montgomery52ModulusCodec<6>;
extern template struct Montgomery52ModulusCodec<7>;
extern template struct Montgomery52ModulusCodec<8>;
extern template struct Montgomery52ModulusCodec<9>;
extern template struct Montgomery52ModulusCodec<10>;

}  // namespace ringlet::arith
