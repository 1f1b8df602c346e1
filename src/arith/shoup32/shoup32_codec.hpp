#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/modulus.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Codec of w and floor(w 2^32 / q) in the 32-bit halves of one word. A group is first all values, then all quotients,
/// each of 32 bits.
struct Shoup32Codec {
  using Word = std::uint64_t;
  static constexpr unsigned words = 1;  // no proof: memory
  /// Writes w, for q < 2^32.
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m);
};

}  // namespace ringlet::arith
