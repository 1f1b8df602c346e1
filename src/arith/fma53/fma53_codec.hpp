#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/modulus.hpp"

namespace ringlet::arith {

/// Codec of two doubles: w centred, so that |w| <= q/2, and w/q with an error of at most 2^-55.
struct Fma53Codec {
  using Word = std::uint64_t;
  static constexpr unsigned words = 2;  // no proof: memory
  /// Writes w and its quotient, for q < 2^50.
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m);
};

}  // namespace ringlet::arith
