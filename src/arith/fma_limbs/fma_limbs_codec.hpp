#pragma once

#include <cstddef>

#include "arith/modulus.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Codec of w in L rows of doubles. Row i holds the balanced limbs of w_i, which is w 2^(limb_bits i) mod q, centred.
/// The ratios w_i / q precede all rows.
template <unsigned limb_count>
struct FmaRowCodec {
  using Word = uint128_t;
  static constexpr unsigned words = limb_count * (limb_count + 1) / 2;  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const Modulus128& m);
};
extern template struct FmaRowCodec<2>;
extern template struct FmaRowCodec<3>;

}  // namespace ringlet::arith
