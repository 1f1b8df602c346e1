#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/modulus.hpp"

namespace ringlet::arith {

/// Codec of w 2^64 mod q and of -floor(w 2^64 / q) modulo 2^64.
struct FullWordsCodec {
  using Word = std::uint64_t;
  static constexpr unsigned words = 2;  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m);
};

}  // namespace ringlet::arith
