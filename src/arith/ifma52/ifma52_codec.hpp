#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/modulus.hpp"

namespace ringlet::arith {

/// w and floor(w 2^52 / q).
struct Ifma52Codec {
  using Word = std::uint64_t;
  static constexpr unsigned words = 2;  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m);
};

}  // namespace ringlet::arith
