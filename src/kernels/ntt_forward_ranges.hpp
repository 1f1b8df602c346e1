#pragma once

#include "arith/bound.hpp"
#include "isa/compiler.hpp"
#include "kernels/ntt_pass.hpp"

/// Ranges of the values along the forward transform, at compile time (docs/bounds, sections 5 and 13).
namespace ringlet::kernels {

/// Ranges of the values along the forward transform. They are the same for all positions.
///
/// A butterfly may need its operand x prepared: reduced or, in some arithmetics, lifted. Arithmetics that lift also
/// prepare x in the last stage of every pass: in the middle of the transform with the greatest lift, so that the first
/// stages of the next pass need no preparation, at its end with the least lift, to keep the range narrow.
template <NttArithmetic A>
struct ForwardRanges {
  static constexpr bool prepares(Range before, unsigned remaining) {  // proof 5.3
    return !A::ct_accepts(before) || (remaining == 1 && A::max_lift > 0);
  }
  /// Returns the lift of a preparation in a stage with `remaining` stages left in the pass, itself included.
  static constexpr unsigned lift(unsigned remaining, bool final) {  // proof 5.3
    const unsigned wanted = remaining == 1 && !final ? A::max_lift : (remaining > 1 ? remaining - 1 : 1);
    return wanted < A::max_lift ? wanted : A::max_lift;
  }
  static constexpr Range after_stage(Range before, unsigned remaining, bool final) {  // proof 5.3
    return A::ct_result(prepares(before, remaining) ? A::prepared(before, lift(remaining, final)) : before);
  }
  /// Returns the range after `stages` stages, with `later` more to come in the pass.
  static constexpr Range after_stages(Range before, unsigned stages, unsigned later, bool final) {
    return stages == 0 ? before : after_stages(after_stage(before, stages + later, final), stages - 1, later, final);
  }

  /// Returns the range after `stages` stages across the vectors of the last pass, with `later` more in its lanes.
  static constexpr Range across_last_pass(PassInput input, Range before, unsigned stages, unsigned later) {
    if constexpr (A::traits.reduces_leaders) {
      if (input == PassInput::cells) before = A::leader;
    }
    return after_stages(before, stages, later, true);
  }

  /// Increase of the upper bound in a stage, and whether it is so small that passes without preparation deserve
  /// functions of their own.
  static constexpr Bound growth = A::ct_result({0, 0}).high;  // proof 10.5
  // proof 10.5
  static constexpr bool grows_slowly = A::max_lift == 0 && growth < arith::one_q && A::capacity >= arith::times_q(8);
  /// Returns the range of what a pass of `stages` stages, including those in lanes, reads.
  static constexpr Range entry(PassInput input, unsigned stages) {  // proof 5.3
    if (input == PassInput::canonical_words) return {0, arith::one_q};
    if (input == PassInput::lazy_words) return {0, arith::times_q(A::traits.forward_inputs.most())};
    if (input == PassInput::roomy_cells) return {0, room(stages)};
    if (input == PassInput::twisted_cells) return A::product_range();
    if constexpr (arith::BufferArithmetic<A>) {
      if (input == PassInput::buffer_cells) return {0, A::buffer_coefficients};
    }
    return A::between_passes(stages);
  }

  /// Returns the bound up to which values may enter a pass that prepares nothing and leaves half a q for `finish`.
  // proof 10.5
  static constexpr Bound room(unsigned stages) { return A::capacity - arith::one_q / 2 - stages * growth; }
  /// Returns a bound of the results of a strided pass on values below `before`.
  RINGLET_INLINE static constexpr Bound after_pass(Bound before, unsigned stages) {  // proof 10.5
    if (!grows_slowly) return A::capacity;
    return (before <= room(stages) ? before : A::reduced_bound(A::capacity)) + stages * growth;
  }
};

}  // namespace ringlet::kernels
