#pragma once

#include <cstdint>

#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Columns of products of numbers of L limbs of 52 bits, eight numbers at a time, and their reduction by Montgomery's
/// method. Column i has weight 2^(52 i) and is a sum of halves of products. Constants are words that all lanes share.
/// Source    P. Montgomery (1985); our own. Proofs: docs/bounds/multiword.md, sections 17.4, 17.5, 18.1 and 18.2.
template <class Isa>
struct MontgomeryColumns {
  using Base = typename Isa::Base;
  using Limb = typename Isa::Limb;
  using Vec = typename Isa::Vec;
  static constexpr unsigned limbs = Isa::limb_count;

  RINGLET_INLINE static void add_product(Limb* columns, Limb x, Limb y) {
    columns[0] = Isa::madd_low(columns[0], x, y);
    columns[1] = Isa::madd_high(columns[1], x, y);
  }

  /// Adds x y to 2 L columns. Both consist of digits.
  RINGLET_INLINE static void add_products(Limb* columns, const Vec& x, const Vec& y) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limbs; ++i) {
      RINGLET_UNROLL_FULLY
      for (unsigned j = 0; j < limbs; ++j) add_product(columns + i + j, x.limb[i], y.limb[j]);
    }
  }

  /// Adds the multiple of q, of L limbs, that makes columns[0] zero modulo 2^52, and adds the carry, columns[0] / 2^52
  /// rounded up, to columns[1]. k: -1/q mod 2^52.
  RINGLET_INLINE static void clear_lowest(Limb* columns, const std::uint64_t* q, std::uint64_t k) {
    const Limb multiple = Isa::madd_low(Isa::zero(), columns[0], Base::broadcast(k));
    const Limb raised = Base::add(columns[0], Base::broadcast(Isa::limb_mask));
    columns[1] = Base::add(columns[1], Base::template shift_right<52>(raised));
    columns[1] = Isa::madd_high(columns[1], multiple, Base::broadcast(q[0]));
    RINGLET_UNROLL_FULLY
    for (unsigned j = 1; j < limbs; ++j) add_product(columns + j, multiple, Base::broadcast(q[j]));
  }

  /// Returns 2 L columns divided by 2^(52 L) modulo q, without carries. All steps but the last two clear a digit by a
  /// multiple of k q, with of_digit = (k q + 1) / 2^52. The multiple is the digit itself, which shortens the chain by
  /// one multiplication.
  RINGLET_INLINE static Vec reduced(Limb* columns, const std::uint64_t* q, const std::uint64_t* of_digit,
                                    std::uint64_t k) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i + 2 < limbs; ++i) {
      const Limb digit = columns[i];
      columns[i + 1] = Base::add(columns[i + 1], Base::template shift_right<52>(digit));
      RINGLET_UNROLL_FULLY
      for (unsigned j = 0; j < limbs; ++j) add_product(columns + i + j + 1, digit, Base::broadcast(of_digit[j]));
    }
    RINGLET_UNROLL_FULLY
    for (unsigned i = limbs - 2; i < limbs; ++i) clear_lowest(columns + i, q, k);
    return number(columns + limbs);
  }

  /// Reduces from [-q, q) to [0, q), all limbs below 2^52.
  RINGLET_INLINE static Vec canonical(Vec x, const std::uint64_t* q) {
    x = Isa::carried(x);
    const Limb sign = Base::template shift_right_signed<63>(Base::shift_left(x.limb[limbs - 1], Base::broadcast(12)));
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < limbs; ++j) x.limb[j] = Base::add(x.limb[j], Base::bit_and(sign, Base::broadcast(q[j])));
    x = Isa::carried(x);
    x.limb[limbs - 1] = Isa::low_digit(x.limb[limbs - 1]);
    return x;
  }

  /// Returns L columns as a number.
  RINGLET_INLINE static Vec number(const Limb* columns) {
    Vec x;
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < limbs; ++j) x.limb[j] = columns[j];
    return x;
  }
};

}  // namespace ringlet::arith
