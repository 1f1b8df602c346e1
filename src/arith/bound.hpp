#pragma once

#include <cstdint>

#include "isa/compiler.hpp"

namespace ringlet::arith {

/// A compile-time bound of a lazy value, in units of q/256. Upper bounds are rounded upwards and exclusive: a value x
/// with bound b satisfies 256 x < b q. The schedules add bounds up and require a reduction only where one would exceed
/// the capacity.
using Bound = std::uint64_t;

/// The bound of canonical numbers: x < q.
inline constexpr Bound one_q = 256;  // no proof: the unit of bounds

RINGLET_INLINE constexpr Bound times_q(Bound factor) { return factor * one_q; }  // no proof: it counts units

/// Returns the logarithm of a power of two, for example of a capacity.
RINGLET_INLINE constexpr unsigned log2_of(unsigned power) { return power <= 1 ? 0 : 1 + log2_of(power / 2); }

/// Range of lazy values x: low q <= 256 x < high q.
struct Range {
  Bound low;
  Bound high;
};

/// Bounds that all Shoup arithmetics share. For words of W bits, `Capacity` is a power of two with Capacity * q <= 2^W,
/// so that a lazy value below Capacity * q fits a word.
template <unsigned Capacity>
struct ShoupBounds {
  static_assert(Capacity >= 4 && (Capacity & (Capacity - 1)) == 0);
  static constexpr Bound capacity = times_q(Capacity);  // proof 1.2

  /// Bound of a lazy Shoup product. With w' = floor(w 2^W / q) and Q = floor(x w' / 2^W):
  /// x w - Q q < q (1 + x / 2^W) (Harvey 2014, lemma 1), and x / 2^W < (bound / 256) / Capacity.
  // proof 4.1
  static constexpr Bound product_bound(Bound operand) { return one_q + (operand + Capacity - 1) / Capacity; }

  /// Multiple of q in the difference X - Y + gs_offset q of a Gentleman-Sande butterfly. Its operands stay below
  /// gs_offset q, half the capacity.
  static constexpr unsigned gs_offset = Capacity / 2;  // proof 6.1
};

}  // namespace ringlet::arith
