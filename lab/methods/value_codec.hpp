#pragma once

#include <cstddef>

#include "arith/modulus.hpp"
#include "ringlet/types.hpp"

namespace ringlet::lab {

/// Stores w alone.
struct ValueCodec {
  using Word = uint128_t;
  static constexpr unsigned words = 1;  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const arith::Modulus128& m);
};

}  // namespace ringlet::lab
