#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/modulus.hpp"
#include "arith/radix52/parameters.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Codec of w in L rows of 52-bit limbs. Row i holds the limbs of w_i = w 2^(D i) mod q. The quotients of all
/// rows, floor(w_i 2^52 / (m q)) + 1, precede the rows, with D = 52 and m = row_multiple. `narrow`: for digits of
/// D = 52 - fraction_bits bits, with quotients floor(w_i 2^52 / q); multiplicands of a group are in the order of
/// isa::LaneOrder::any. WordType: the word of the table, 64 bits if q has at most as many.
template <unsigned limb_count, bool narrow, class WordType = uint128_t>
struct RowCodec {
  using Word = WordType;
  static constexpr unsigned words =
      limb_count * (limb_count + 1) * sizeof(std::uint64_t) / sizeof(Word);  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const BasicModulus<Word>& m);
};
extern template struct RowCodec<2, false, std::uint64_t>;
extern template struct RowCodec<2, false>;
extern template struct RowCodec<3, false>;
extern template struct RowCodec<2, true>;
extern template struct RowCodec<3, true>;

}  // namespace ringlet::arith
