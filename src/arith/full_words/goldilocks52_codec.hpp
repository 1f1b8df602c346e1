#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/modulus.hpp"

namespace ringlet::arith {

/// Codec of w modulo Goldilocks in four words, 16 A, 16 A', 16 B and 16 B', for w = A + 2^48 B and 2^48 w = A' + 2^48
/// B' modulo q, with A, A' < 2^32 + 2^16 and B, B' < 2^32.
struct Goldilocks52Codec {
  using Word = std::uint64_t;
  static constexpr unsigned words = 4;         // no proof: memory
  static constexpr std::uint64_t factor = 16;  // proof 22.8
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m);
};

}  // namespace ringlet::arith
