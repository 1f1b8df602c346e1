#pragma once

#include <type_traits>

#include "arith/arithmetic.hpp"
#include "arith/operation.hpp"

/// Ranges of an arithmetic's operands that its own bounds do not state.
namespace ringlet_test {

template <ringlet::arith::NttArithmetic A>
struct NttRanges {
  using Isa = typename A::Isa;
  /// Whether numbers have several limbs while they are not words of the caller.
  static constexpr bool in_limbs = std::is_class_v<typename Isa::Cell>;
  static constexpr unsigned rows = sizeof(typename A::Vec) > 8 * Isa::lanes ? sizeof(typename A::Vec) / 8 / Isa::lanes
                                                                            : 1;
  static constexpr bool is_signed = A::traits.in_doubles;
  static constexpr bool in_ranged_limbs = A::traits.limb_unit_log != 0;
  static constexpr bool two_double_limbs = in_limbs && is_signed && rows == 2;

  // ---- redundancy of limbs, in units of the next limb ----

  /// Redundancy of 52-bit limbs: docs/bounds/limbs52.md, section 13.10. In doubles: sections 14.3 and 14.4, so that the
  /// sum of three limbs of a multiplicand stays in the range of section 14.1.
  static constexpr unsigned redundancy_of_limbs() {
    if (!in_limbs) return 0;
    if (is_signed) return rows == 3 ? 300 : 6;
    return rows == 3 ? 512 : 64;
  }
  static constexpr unsigned redundancy = redundancy_of_limbs();
  /// Redundancy of reduced limbs in doubles (section 14.2).
  static constexpr unsigned redundancy_of_reduced = in_limbs && is_signed ? (rows == 3 ? 639 : 1) : redundancy;
  /// Operands of sums of two double limbs have less redundancy, so that the sum stays in range.
  static constexpr unsigned redundancy_of_sums = two_double_limbs ? 3 : redundancy;

  // ---- ranges ----

  /// `finish` of two redundant 52-bit limbs excludes the last eighth of the capacity (section 13.11).
  static constexpr Bound finish_limit =
      in_limbs && !is_signed && !in_ranged_limbs && rows == 2 ? times_q(56) : A::capacity;

  /// Returns the widest range that butterfly_ct accepts.
  static constexpr Range widest_for_ct() {
    for (const Bound low : {Bound{0}, Bound{1}, one_q, times_q(4), times_q(12)}) {
      if (!A::ct_accepts({low, low + one_q})) continue;
      Bound high = low + one_q;
      for (Bound step = A::capacity; step != 0; step /= 2) {
        if (A::ct_accepts({low, high + step})) high += step;
      }
      return {low, high};
    }
    return {};
  }

  /// Returns the range of x - y from butterfly_gs, with x and y below the bound.
  static constexpr Range difference(Bound bound) {
    if (is_signed) return {0, 2 * bound};
    // Offsets of ranged limbs are not exact (docs/bounds/full_words.md, section 22.11).
    const Bound error = in_ranged_limbs ? 1 : 0;
    return {times_q(A::gs_offset) - bound - error, times_q(A::gs_offset) + bound + error};
  }
};

}  // namespace ringlet_test
