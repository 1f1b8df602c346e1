#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/modulus.hpp"

namespace ringlet::arith {

/// Both as doubles: w centred, so that |w| <= q/2, and w/q, off by at most 2^-55.
struct Fma53Codec {
  using Word = std::uint64_t;
  static constexpr unsigned words = 2;  // no proof: memory
  /// q < 2^50
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m);
};

}  // namespace ringlet::arith
