#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/radix52/parameters.hpp"
#include "arith/radix52/radix52_codec.hpp"
#include "arith/row_twiddle.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Fixed multiplicands in rows of 52-bit limbs, for the digits of transforms or the narrow digits of Radix52Products.
template <class Isa, bool narrow = false>
using Radix52Twiddle = RowTwiddle<Isa, RowCodec<Isa::limb_count, narrow, typename Isa::Word>>;

/// Constants in 52-bit limbs, the same in all lanes.
template <class Isa>
struct LimbConstants {
  using Vec = typename Isa::Vec;

  /// Returns -x modulo 2^(52 L), 0 < x < 2^127.
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

  /// Returns factor x modulo 2^(52 L), factor < 2^64.
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

/// Multiple m of q: a row product subtracts m q times a single-limb quotient.
template <class Isa>
inline constexpr unsigned row_multiple = Radix52Parameters<Isa::limb_count>::row_multiple;

/// Bound, in units of q, of the error of a row product on either side.
template <class Isa>
inline constexpr unsigned row_excess = row_multiple<Isa> * Isa::limb_count;  // proof 13.1

/// Returns sum + T with T = x w mod q in (-row_excess q, row_excess q), w in rows. Input: any x in [0, 2^(52 L)).
/// `multiples` counts how often m q is subtracted; the caller may start it at a value that suits its sum.
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

}  // namespace ringlet::arith
