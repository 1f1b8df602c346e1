#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/modulus.hpp"
#include "arith/shoup/pair.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Codec of w and floor(w 2^52 / q).
struct Ifma52Codec {
  using Word = std::uint64_t;
  static constexpr unsigned words = 2;  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m);
  RINGLET_INLINE static void encode_inline(Word* group, std::size_t index, std::size_t count, Word w,
                                           const WordModulus& m) {
    group[index] = w;
    // The 52-bit quotient is the 64-bit quotient without its low bits.
    group[count + index] = make_shoup_pair(w, m).quotient >> 12;  // proof 1.1
  }
};

}  // namespace ringlet::arith
