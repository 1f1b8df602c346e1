#pragma once

#include <cstddef>

#include "arith/modulus.hpp"
#include "ringlet/types.hpp"

namespace ringlet::lab {

/// Writes w as two rows of 64-bit limbs: row i holds the limbs of w_i = w 2^(64 i) mod q. Before the rows stand their
/// quotients, floor(w_i 2^64 / q) + 1. If that is 2^64, the quotient is stored as 0 and the row is w_i - q, modulo
/// 2^128.
struct RowCodec64 {
  using Word = uint128_t;
  static constexpr unsigned words = 3;  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const arith::Modulus128& m);
};

}  // namespace ringlet::lab
