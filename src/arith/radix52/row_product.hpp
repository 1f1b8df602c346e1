#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/radix52/parameters.hpp"
#include "arith/radix52/radix52_codec.hpp"
#include "arith/row_twiddle.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Fixed multiplicands in rows of 52-bit limbs, for the digits of transforms or the narrow ones of Radix52Products.
template <class Isa, bool narrow = false>
using Radix52Twiddle = RowTwiddle<Isa, RowCodec<Isa::limb_count, narrow>>;

/// Fixed multiplicands w in their limbs and those of floor(w 2^(52 L) / q): half as much to read as rows are, for a
/// quotient of L limbs to compute.
template <class Isa>
struct LimbTwiddle {
  using Codec = LimbCodec<Isa::limb_count>;
  static constexpr unsigned words = Codec::words;

  /// `count` twiddles, repeated through the lanes: in memory first the limbs of w, from the lowest on, then those of
  /// the quotient.
  template <unsigned count>
  struct Stored {
    static constexpr bool in_rows = false;
    const uint128_t* group;

    [[nodiscard]] RINGLET_INLINE typename Isa::Limb limb(unsigned j) const {
      return Isa::template load_limb<count>(group, j);
    }
    [[nodiscard]] RINGLET_INLINE typename Isa::Limb quotient(unsigned j) const {
      return Isa::template load_limb<count>(group, Isa::limb_count + j);
    }
  };

  template <unsigned count>
  RINGLET_INLINE static Stored<count> load(const uint128_t* p) {
    return {p};
  }
};

/// Constants in 52-bit limbs, the same in all lanes.
template <class Isa>
struct LimbConstants {
  using Vec = typename Isa::Vec;

  /// -x modulo 2^(52 L), 0 < x < 2^127.
  RINGLET_INLINE static Vec negated(uint128_t x) {
    __extension__ using Signed = __int128;
    const auto value = -static_cast<Signed>(x);
    Vec limbs;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < Isa::limb_count; ++i) {
      limbs.limb[i] = Isa::broadcast_limb(static_cast<std::uint64_t>(value >> (52 * i)) & Isa::limb_mask);
    }
    return limbs;
  }

  /// factor x modulo 2^(52 L), factor < 2^64.
  RINGLET_INLINE static Vec multiple(uint128_t x, std::uint64_t factor) {
    Vec limbs;
    uint128_t carry = 0;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < Isa::limb_count; ++i) {
      const uint128_t sum = (x >> (52 * i) & Isa::limb_mask) * factor + carry;
      limbs.limb[i] = Isa::broadcast_limb(static_cast<std::uint64_t>(sum) & Isa::limb_mask);
      carry = sum >> 52;
    }
    return limbs;
  }
};

/// The multiple m of q of which a row product takes off a single-limb quotient.
template <class Isa>
inline constexpr unsigned row_multiple = Radix52Parameters<Isa::limb_count>::row_multiple;

/// A row product is off by less than this many q, on either side.
template <class Isa>
inline constexpr unsigned row_excess = row_multiple<Isa> * Isa::limb_count;  // proof 13.1

/// A product of limbs lies below this many q, and not below zero.
template <class Isa>
inline constexpr unsigned limb_excess = 2 * Isa::limb_count;  // proof 13.2

/// sum + T with T = x w mod q in (-row_excess q, row_excess q), w in rows. Input: any x in [0, 2^(52 L)). The caller
/// may start `multiples`, how often m q is taken off, for what is in its sum.
template <class Isa, class W>
RINGLET_INLINE typename Isa::Vec multiply_rows(typename Isa::Vec sum, typename Isa::Vec x, W w,
                                               const typename Isa::Vec& minus_multiple,
                                               typename Isa::Limb multiples = Isa::zero()) {
  Isa::forget(w.group);
  x = Isa::digits(x);
  RINGLET_UNROLL_FULLY
  for (unsigned i = 0; i < Isa::limb_count; ++i) multiples = Isa::madd_high(multiples, x.limb[i], w.quotient(i));
  RINGLET_UNROLL_FULLY
  for (unsigned i = 0; i < Isa::limb_count; ++i) {
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < Isa::limb_count; ++j) {
      const typename Isa::Limb digit = w.limb(i, j);
      sum.limb[j] = Isa::madd_low(sum.limb[j], x.limb[i], digit);
      if (j + 1 < Isa::limb_count) sum.limb[j + 1] = Isa::madd_high(sum.limb[j + 1], x.limb[i], digit);
    }
  }
  return Isa::multiply_add(sum, multiples, minus_multiple);
}

/// x s / 2^(52 L) in limbs, too small by less than 2 L - 1: of the products of limbs those that reach the result.
/// Input: digits of x; s: L digits.
template <class Isa, class W>
RINGLET_INLINE typename Isa::Vec multiply_high(const typename Isa::Vec& x, W w) {
  constexpr unsigned count = Isa::limb_count;
  typename Isa::Vec product{};
  RINGLET_UNROLL_FULLY
  for (unsigned j = 0; j < count; ++j) {
    const typename Isa::Limb digit = w.quotient(j);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < count; ++i) {
      const unsigned column = i + j + 1;  // of the high half
      if (column > count)
        product.limb[column - 1 - count] = Isa::madd_low(product.limb[column - 1 - count], x.limb[i], digit);
      if (column >= count)
        product.limb[column - count] = Isa::madd_high(product.limb[column - count], x.limb[i], digit);
    }
  }
  return Isa::digits(product);
}

/// sum + x y modulo 2^(52 L), y of digits `digit(j)`. Input: digits of x.
template <class Isa, class Digit>
RINGLET_INLINE typename Isa::Vec add_low_product(typename Isa::Vec sum, const typename Isa::Vec& x,
                                                 const Digit& digit) {
  constexpr unsigned count = Isa::limb_count;
  RINGLET_UNROLL_FULLY
  for (unsigned j = 0; j < count; ++j) {
    const typename Isa::Limb y = digit(j);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i + j < count; ++i) {
      sum.limb[i + j] = Isa::madd_low(sum.limb[i + j], x.limb[i], y);
      if (i + j + 1 < count) sum.limb[i + j + 1] = Isa::madd_high(sum.limb[i + j + 1], x.limb[i], y);
    }
  }
  return sum;
}

/// sum + T with T = x w mod q in [0, limb_excess q), w in limbs. Input: any x in [0, 2^(52 L)).
template <class Isa, class W>
RINGLET_INLINE typename Isa::Vec multiply_limbs(typename Isa::Vec sum, typename Isa::Vec x, W w,
                                                const typename Isa::Vec& minus_q) {
  Isa::forget(w.group);
  x = Isa::digits(x);
  const typename Isa::Vec multiples = multiply_high<Isa>(x, w);
  sum = add_low_product<Isa>(sum, x, [&](unsigned j) RINGLET_INLINE_LAMBDA { return w.limb(j); });
  return add_low_product<Isa>(sum, multiples, [&](unsigned j) RINGLET_INLINE_LAMBDA { return minus_q.limb[j]; });
}

}  // namespace ringlet::arith
