#pragma once

#include <cstdint>

#include "isa/compiler.hpp"

/// Conversions between columns of 64-bit words and limbs of limb_bits bits. Columns have one vector for each word of as
/// many numbers as there are lanes.
namespace ringlet::arith {

template <class Isa, unsigned words>
struct LimbsOfWords {
  using Base = typename Isa::Base;
  using Limb = typename Isa::Limb;
  using Limbs = typename Isa::Vec;
  static constexpr unsigned bits = Isa::limb_bits;

  /// Returns limbs floor(x 2^shift / 2^(bits i)) modulo 2^64, for a multiplicand of which only the low bits count.
  template <unsigned shift = 0>
  RINGLET_INLINE static Limbs digits(const Limb (&word)[words]) {
    static_assert(shift < bits);
    Limbs x;
    x.limb[0] = Base::shift_left(word[0], Base::broadcast(shift));
    RINGLET_UNROLL_FULLY
    for (unsigned i = 1; i < Isa::limb_count; ++i) {
      const unsigned from = bits * i - shift, k = from / 64, skipped = from % 64;
      if (k >= words) {
        x.limb[i] = Base::broadcast(0);
        continue;
      }
      x.limb[i] = Base::shift_right_any(word[k], Base::broadcast(skipped));
      if (skipped + bits > 64 && k + 1 < words) {
        x.limb[i] = Base::bit_or(x.limb[i], Base::shift_left(word[k + 1], Base::broadcast(64 - skipped)));
      }
    }
    return x;
  }

  /// Returns the number in limbs below 2^bits.
  RINGLET_INLINE static Limbs limbs(const Limb (&word)[words]) {
    Limbs x = digits(word);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < Isa::limb_count; ++i) x.limb[i] = Base::bit_and(x.limb[i], Base::broadcast(mask));
    return x;
  }

  /// Converts limbs below 2^bits to words.
  RINGLET_INLINE static void put(Limb (&word)[words], const Limbs& x) {
    RINGLET_UNROLL_FULLY
    for (unsigned k = 0; k < words; ++k) {
      word[k] = Base::broadcast(0);
      RINGLET_UNROLL_FULLY
      for (unsigned i = 0; i < Isa::limb_count; ++i) {
        if (bits * (i + 1) <= 64 * k || bits * i >= 64 * (k + 1)) continue;
        const Limb part = bits * i >= 64 * k ? Base::shift_left(x.limb[i], Base::broadcast(bits * i - 64 * k))
                                             : Base::shift_right_any(x.limb[i], Base::broadcast(64 * k - bits * i));
        word[k] = Base::bit_or(word[k], part);
      }
    }
  }

 private:
  static constexpr std::uint64_t mask = (std::uint64_t{1} << bits) - 1;  // no proof: the low bits
};

}  // namespace ringlet::arith
