#pragma once

#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Products on limbs in doubles: sums of x_i w_i over rows of w, minus the rounded sum of x_i w_i / q times q, as
/// FmaLimbs describes them. All columns are exact. Proofs: docs/bounds, sections 14.1 and 19.2.
template <class Isa>
struct DoubleRows {
  using Base = typename Isa::Base;
  using Vec = typename Isa::Vec;
  using Limb = typename Isa::Limb;
  static constexpr unsigned limb_count = Isa::limb_count;

  /// Doubles near it are the multiples of 2^limb_bits.
  static constexpr double column_start = Isa::rounder * Isa::radix;  // proof 14.1

  /// Columns of a sum of products: `sum` rounded to multiples of 2^limb_bits, and `rest` for the rounding errors.
  struct Columns {
    Limb sum[limb_count];
    Limb rest[limb_count];
  };

  /// Starts the columns with x times a row, whose limb j is row(j).
  template <class Row>
  RINGLET_INLINE static void start(Columns& columns, Limb x, const Row& row) {
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < limb_count; ++j) {
      const Limb digit = row(j);
      const Limb next = Base::double_mul_add(x, digit, Isa::broadcast(column_start));
      // The first remainder of a column excludes the share of `column_start` that the column below adds later.
      const Limb before = Isa::broadcast(j > 0 ? column_start - Isa::rounder : column_start);
      columns.rest[j] = Base::double_mul_add(x, digit, Base::double_sub(before, next));
      columns.sum[j] = next;
    }
  }

  template <class Row>
  RINGLET_INLINE static void add(Columns& columns, Limb x, const Row& row) {
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < limb_count; ++j) {
      const Limb digit = row(j);
      const Limb next = Base::double_mul_add(x, digit, columns.sum[j]);
      const Limb remainder = Base::double_mul_add(x, digit, Base::double_sub(columns.sum[j], next));
      columns.rest[j] = Base::double_add(columns.rest[j], remainder);
      columns.sum[j] = next;
    }
  }

  /// Returns the number in the columns minus `quotient` q, with q(j) being limb j of q.
  template <class Q>
  RINGLET_INLINE static Vec without(const Columns& columns, Limb quotient, const Q& q) {
    Vec product;
    Limb below;  // the running sum of the column below
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < limb_count; ++j) {
      // The top column is small after its last product, so that it needs no rounded part.
      const bool top = j + 1 == limb_count;
      const Limb next = top ? Isa::broadcast(column_start) : Base::double_sub_mul(columns.sum[j], quotient, q(j));
      const Limb remainder = Base::double_sub_mul(Base::double_sub(columns.sum[j], next), quotient, q(j));
      const Limb all = Base::double_add(columns.rest[j], remainder);
      product.limb[j] = j == 0 ? all : Base::double_mul_add(below, Isa::broadcast(1 / Isa::radix), all);
      below = next;
    }
    return product;
  }
};

}  // namespace ringlet::arith
