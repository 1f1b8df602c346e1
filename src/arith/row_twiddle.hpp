#pragma once

#include <cstdint>

#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Greatest number of stages of a pass in registers for which the ranges of products in rows have room.
inline constexpr unsigned max_row_stages = 3;  // proof 13.3, 14.5

/// Fixed multiplicands in L rows of L limbs, with a quotient of one limb for each row. They do not fit registers, so
/// each limb is read when it is used. The codec defines the numbers in the rows.
template <class Isa, class CodecType>
struct RowTwiddle {
  using Codec = CodecType;
  static constexpr unsigned words = Codec::words;
  using Word = typename Codec::Word;
  static_assert(words * sizeof(Word) == Isa::limb_count * (Isa::limb_count + 1) * sizeof(std::uint64_t));

  /// A reference to `count` twiddles, repeated through the lanes. Memory holds their quotients for row 0, quotients for
  /// row 1, ..., then their limbs, row by row.
  template <unsigned count>
  struct Stored {
    const Word* group;

    [[nodiscard]] RINGLET_INLINE typename Isa::Limb quotient(unsigned row) const {
      return Isa::template load_limb<count>(group, row);
    }
    [[nodiscard]] RINGLET_INLINE typename Isa::Limb limb(unsigned row, unsigned j) const {
      return Isa::template load_limb<count>(group, (row + 1) * Isa::limb_count + j);
    }
  };

  template <unsigned count>
  RINGLET_INLINE static Stored<count> load(const Word* p) {
    return {p};
  }
};

}  // namespace ringlet::arith
