#pragma once

#include <cstddef>

#include "arith/modulus.hpp"
#include "ringlet/types.hpp"

namespace ringlet::lab {

/// w in two rows of 64-bit limbs: row i holds the limbs of w_i = w 2^(64 i) mod q, and before the rows stand their
/// quotients, floor(w_i 2^64 / q) + 1. Where that is 2^64, 0 is stored and the row is w_i - q, modulo 2^128.
struct RowCodec64 {
  using Word = uint128_t;
  static constexpr unsigned words = 3;  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const arith::Modulus128& m);
};

}  // namespace ringlet::lab
