#pragma once

#include "arith/bound.hpp"
#include "kernels/ntt_pass.hpp"

/// Ranges of the values along the inverse transform, at compile time (docs/bounds, sections 6 and 13).
namespace ringlet::kernels {

/// Ranges of the values along K stages across 2^K vectors. Sums grow and products do not, so each position has its own
/// range. Every operand of a butterfly stays below half the capacity: a sum that would exceed it is reduced at once.
template <NttArithmetic A, unsigned K, Bound entry, PassOutput output>
struct InverseBounds {
  /// Whether the pass is the last pass, which has the factor 1/n.
  static constexpr bool scaled = output != PassOutput::cells;
  static constexpr Bound limit = A::capacity / 2;  // proof 6.1
  static_assert(entry <= limit);

  /// Returns the number of following steps in which the product of `step` at `position` is part of the first operand.
  static constexpr unsigned lift(unsigned step, unsigned position) {
    unsigned count = 0;
    while (step + 1 + count < K && (position >> (step + 1 + count) & 1) == 0) ++count;
    return count;
  }
  static constexpr Range product(Bound x, unsigned lift) {
    if constexpr (A::traits.lifts_products) return A::lifted_product(lift);
    return {0, A::product_bound(x + arith::times_q(A::gs_offset))};
  }

  static constexpr Bound output_limit() {
    if constexpr (output == PassOutput::buffer_cells) return A::buffer_coefficients;
    return writes_words(output) ? limit : A::between_inverse_passes();
  }
  static constexpr bool reduces(Bound sum, unsigned step) { return sum > (step + 1 == K ? output_limit() : limit); }
  /// Whether butterfly i of a group propagates the carries of its sum instead of reducing it. This sum is that of all
  /// values of a register block.
  static constexpr bool carries(unsigned step, unsigned i) {
    return A::traits.lifts_products && entry <= A::between_inverse_passes() && !scaled && step + 1 == K && i == 0;
  }
  /// Whether butterfly i of a group multiplies its sum by 1/n.
  static constexpr bool scales(unsigned step, unsigned i) {
    return scaled && step + 1 == K && (i == 0 || !A::traits.scales_first_products);
  }
  static constexpr Range sum(Range x, Range y, unsigned step, unsigned i) {
    const Range sum = {x.low + y.low, x.high + y.high};
    if (scales(step, i)) return product(sum.high, 0);
    if (carries(step, i)) return {0, sum.high < A::between_inverse_passes() ? sum.high : A::between_inverse_passes()};
    return reduces(sum.high, step) ? Range{0, A::reduced_bound(sum.high)} : sum;
  }

  struct Table {
    Range before[K + 1][1u << K];
  };
  static constexpr Table make() {
    Table ranges{};
    for (Range& range : ranges.before[0]) range = {0, entry};
    for (unsigned step = 0; step < K; ++step) {
      const unsigned half = 1u << step;
      for (unsigned i = 0; i < (1u << K); ++i) {
        if ((i & half) != 0) continue;
        const Range* now = ranges.before[step];
        ranges.before[step + 1][i] = sum(now[i], now[i + half], step, i % half);
        ranges.before[step + 1][i + half] = product(now[i].high, lift(step, i + half));
      }
    }
    return ranges;
  }
  static constexpr Table table = make();

  /// Returns the largest sum of the bounds of a butterfly's two operands. It bounds their difference if they have
  /// either sign.
  static constexpr Bound widest_difference() {
    Bound widest = 0;
    for (unsigned step = 0; step < K; ++step) {
      for (unsigned i = 0; i < (1u << K); ++i) {
        const Bound both = table.before[step][i].high + table.before[step][i ^ (1u << step)].high;
        if (both > widest) widest = both;
      }
    }
    return widest;
  }
  static_assert(widest_difference() <= A::max_multiplicand());

  /// Whether the first operand of the butterfly at `position` is never smaller than the second operand.
  static constexpr bool in_order(unsigned step, unsigned position) {
    const Range* now = table.before[step];
    return A::traits.lifts_products && now[position].low >= now[position + (1u << step)].high;
  }
};

/// Returns the bound of what the first pass reads: the caller's words, or evaluations in cells.
template <class A, bool from_words>
constexpr Bound inverse_input() {  // proof 6.1
  if constexpr (from_words) {
    return arith::times_q(A::traits.inverse_inputs.most());
  } else {
    return A::buffer_evaluations;
  }
}

/// Returns the bound of the cells that a strided pass reads.
template <class A, PassInput input>
constexpr Bound inverse_cells() {  // proof 6.1
  if constexpr (input == PassInput::twisted_cells) {
    return A::product_bound(A::capacity);
  } else {
    return A::between_inverse_passes();
  }
}

/// Bounds of the stages inside a vector. A shuffle follows each stage, so all positions share one bound.
template <NttArithmetic A>
struct InverseLaneBounds {
  static constexpr bool reduces(Bound sum) { return sum > A::capacity / 2; }
  static constexpr Bound after(Bound before) {
    const Bound sum = reduces(2 * before) ? A::reduced_bound(2 * before) : 2 * before;
    const Bound product = A::product_bound(before + arith::times_q(A::gs_offset));
    return sum > product ? sum : product;
  }
  static constexpr Bound after(Bound before, unsigned stages) {
    return stages == 0 ? before : after(after(before), stages - 1);
  }

  /// Returns a bound of the difference of two operands in `stages` stages on values from -`negative` to `before`.
  static constexpr Bound widest_difference(Bound negative, Bound before, unsigned stages) {
    if (stages == 0) return 0;
    const Bound here = negative + before;
    const Bound product = A::product_bound(before + arith::times_q(A::gs_offset));
    const Bound sum = reduces(2 * before) ? A::reduced_bound(2 * before) : 2 * negative;
    const Bound later = widest_difference(sum > product ? sum : product, after(before), stages - 1);
    return here > later ? here : later;
  }
};

}  // namespace ringlet::kernels
