#pragma once

#include "isa/compiler.hpp"

/// Numbers as columns of 64-bit words, one vector for each word of eight numbers, to and from limbs of 52 bits.
namespace ringlet::arith {

template <class Isa, unsigned words>
struct WordColumns52 {
  using Base = typename Isa::Base;
  using Limb = typename Isa::Limb;
  using Limbs = typename Isa::Vec;

  /// Limb i is floor(x 2^shift / 2^(52 i)) modulo 2^64: a multiplicand, of which only the low 52 bits count.
  template <unsigned shift = 0>
  RINGLET_INLINE static Limbs digits(const Limb (&word)[words]) {
    static_assert(shift < 52);
    Limbs x;
    x.limb[0] = Base::shift_left(word[0], Base::broadcast(shift));
    RINGLET_UNROLL_FULLY
    for (unsigned i = 1; i < Isa::limb_count; ++i) {
      const unsigned from = 52 * i - shift, k = from / 64, skipped = from % 64;
      if (k >= words) {
        x.limb[i] = Isa::zero();
        continue;
      }
      x.limb[i] = Base::shift_right_any(word[k], Base::broadcast(skipped));
      if (skipped > 12 && k + 1 < words) {
        x.limb[i] = Base::bit_or(x.limb[i], Base::shift_left(word[k + 1], Base::broadcast(64 - skipped)));
      }
    }
    return x;
  }

  /// The number in limbs below 2^52.
  RINGLET_INLINE static Limbs limbs(const Limb (&word)[words]) {
    Limbs x = digits(word);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < Isa::limb_count; ++i) x.limb[i] = Isa::low_digit(x.limb[i]);
    return x;
  }

  /// Of limbs below 2^52.
  RINGLET_INLINE static void put(Limb (&word)[words], const Limbs& x) {
    RINGLET_UNROLL_FULLY
    for (unsigned k = 0; k < words; ++k) {
      word[k] = Isa::zero();
      RINGLET_UNROLL_FULLY
      for (unsigned i = 0; i < Isa::limb_count; ++i) {
        if (52 * i + 52 <= 64 * k || 52 * i >= 64 * (k + 1)) continue;
        const Limb part = 52 * i >= 64 * k ? Base::shift_left(x.limb[i], Base::broadcast(52 * i - 64 * k))
                                           : Base::shift_right_any(x.limb[i], Base::broadcast(64 * k - 52 * i));
        word[k] = Base::bit_or(word[k], part);
      }
    }
  }
};

}  // namespace ringlet::arith
