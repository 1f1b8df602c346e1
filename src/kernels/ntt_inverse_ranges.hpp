#pragma once

#include "arith/bound.hpp"
#include "kernels/ntt_pass.hpp"

/// Ranges of the values along the inverse transform, at compile time (docs/bounds.md, sections 6 and 13).
namespace ringlet::kernels {

/// What a pass may leave to the next one: as little as two products where reductions reach below that, so that sums
/// have room to grow, else half the capacity.
template <class A>
constexpr Bound inverse_entry() {
  if constexpr (requires { A::gs_entry; }) return A::gs_entry;
  constexpr Bound half = A::capacity / 2;
  constexpr Bound products = 2 * A::product_bound(A::capacity);
  return A::reduced_bound(A::capacity) <= products && products <= half ? products : half;
}

/// Whether 1/n is a factor of the products of pass 0 rather than of those of stage 0. Each value then gets it with its
/// first product of the pass, which is that of a group's first butterfly, and only the value that has none takes one
/// more: the sum of all.
template <class A>
inline constexpr bool scales_first_products = requires { A::scales_first_products; };

/// Whether products by the twiddles of a register block can be lifted for nothing, so that where they or their sums
/// meet the first operand of a butterfly is never the smaller one, and its difference needs no offset.
template <class A>
inline constexpr bool lifts_products = requires { requires A::lifts_products; };

/// Whether the sum of all values of a transform is below gs_entry, so that sums never need a reduction between passes.
template <class A>
inline constexpr bool has_room_for_totals = requires { requires A::has_room_for_totals; };

/// Ranges of the values along K stages across 2^K vectors. Sums grow and products do not, so each position has its own.
/// Every operand of a butterfly stays below half the capacity: a sum that would pass it is reduced at once.
template <class A, unsigned K, Bound entry, unsigned output_factor>
struct InverseBounds {
  static constexpr bool scaled = output_factor != 0;
  static constexpr bool finishes = scaled && output_factor != kept;
  static constexpr Bound limit = A::capacity / 2;
  static_assert(entry <= limit);

  /// Of the product in `step` at `position`: in so many of the next steps it is, or is in, the first operand.
  static constexpr unsigned lift(unsigned step, unsigned position) {
    unsigned count = 0;
    while (step + 1 + count < K && (position >> (step + 1 + count) & 1) == 0) ++count;
    return count;
  }
  static constexpr Range product(Bound x, unsigned lift) {
    if constexpr (lifts_products<A>) return A::lifted_product(lift);
    return {0, A::product_bound(x + arith::times_q(A::gs_offset))};
  }

  static constexpr Bound output_limit() {
    if constexpr (output_factor == kept) return A::kept_coefficients;
    return finishes ? limit : inverse_entry<A>();
  }
  static constexpr bool reduces(Bound sum, unsigned step) { return sum > (step + 1 == K ? output_limit() : limit); }
  /// Whether butterfly i of a group only carries its sum, that of all values of a register block.
  static constexpr bool carries(unsigned step, unsigned i) {
    return has_room_for_totals<A> && entry <= inverse_entry<A>() && !scaled && step + 1 == K && i == 0;
  }
  /// Whether butterfly i of a group multiplies its sum by 1/n.
  static constexpr bool scales(unsigned step, unsigned i) {
    return scaled && step + 1 == K && (i == 0 || !scales_first_products<A>);
  }
  static constexpr Range sum(Range x, Range y, unsigned step, unsigned i) {
    const Range sum = {x.low + y.low, x.high + y.high};
    if (scales(step, i)) return product(sum.high, 0);
    if (carries(step, i)) return {0, sum.high < inverse_entry<A>() ? sum.high : inverse_entry<A>()};
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

  /// Whether the first operand of the butterfly at `position` is never the smaller one.
  static constexpr bool in_order(unsigned step, unsigned position) {
    const Range* now = table.before[step];
    return lifts_products<A> && now[position].low >= now[position + (1u << step)].high;
  }
};

/// The bound of what the first pass reads: the caller's words, or evaluations that are in cells.
template <class A, bool from_words>
constexpr Bound inverse_input() {
  if constexpr (from_words) {
    return arith::times_q(2);
  } else {
    return A::kept_evaluations;
  }
}

/// Bound of a product by the twiddle of a stage inside a vector.
template <class A>
constexpr Bound lane_product_bound(Bound x) {
  if constexpr (requires { A::lane_product_bound(x); }) {
    return A::lane_product_bound(x);
  } else {
    return A::product_bound(x);
  }
}

/// Bounds of the stages inside a vector: a shuffle follows each, so that all positions share one bound.
template <class A>
struct InverseLaneBounds {
  static constexpr bool reduces(Bound sum) { return sum > A::capacity / 2; }
  static constexpr Bound after(Bound before) {
    const Bound sum = reduces(2 * before) ? A::reduced_bound(2 * before) : 2 * before;
    const Bound product = lane_product_bound<A>(before + arith::times_q(A::gs_offset));
    return sum > product ? sum : product;
  }
  static constexpr Bound after(Bound before, unsigned stages) {
    return stages == 0 ? before : after(after(before), stages - 1);
  }
};

}  // namespace ringlet::kernels
