#pragma once

#include <cstddef>

#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// For the schedule of transforms by products in rows: their chains are so long that a change of passes costs as much
/// as some butterflies, and their tables soon outgrow a second-level cache.
struct RowSchedule {
  static constexpr std::size_t breadth = std::size_t{1} << 14;
  static constexpr std::size_t near_table = std::size_t{1} << 19;
  /// The most stages of a pass, in the registers and inside vectors.
  static constexpr unsigned max_strided_stages = 3;
};

/// Fixed multiplicands in L rows of L limbs, with a quotient of one limb for each row. They are too many for registers,
/// so that each limb is read where it is used. The codec says which numbers they are.
template <class Isa, class CodecType>
struct RowTwiddle {
  using Codec = CodecType;
  static constexpr unsigned words = Codec::words;
  static_assert(2 * words == Isa::limb_count * (Isa::limb_count + 1));

  /// `count` twiddles, repeated through the lanes: in memory first their quotients for row 0, then those for row 1,
  /// ..., then their limbs, row by row.
  template <unsigned count>
  struct Stored {
    const uint128_t* group;

    [[nodiscard]] RINGLET_INLINE typename Isa::Limb quotient(unsigned row) const {
      return Isa::template load_limb<count>(group, row);
    }
    [[nodiscard]] RINGLET_INLINE typename Isa::Limb limb(unsigned row, unsigned j) const {
      return Isa::template load_limb<count>(group, (row + 1) * Isa::limb_count + j);
    }
  };

  template <unsigned count>
  RINGLET_INLINE static Stored<count> load(const uint128_t* p) {
    return {p};
  }
};

}  // namespace ringlet::arith
