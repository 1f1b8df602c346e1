#pragma once

#include <cstdint>

#include "ringlet/types.hpp"

namespace ringlet::arith {

/// A modulus with its Barrett quotients, as kernels get it. Words of W = 64 bits: 2 <= q < 2^62; of 128: 2 <= q <
/// 2^124.
template <class Word>
struct BasicModulus {
  Word q;
  Word product_quotient;  ///< floor(2^(bits+W-2) / q)
  Word word_quotient;     ///< floor(2^W / q)
  unsigned bits;          ///< 2^(bits-1) <= q < 2^bits
};

using WordModulus = BasicModulus<std::uint64_t>;
using DoubleModulus = BasicModulus<uint128_t>;

/// A multiplicand with its Shoup quotient floor(value * 2^W / q).
template <class Word>
struct BasicShoupPair {
  Word value;
  Word quotient;
};

using ShoupPair = BasicShoupPair<std::uint64_t>;

}  // namespace ringlet::arith
