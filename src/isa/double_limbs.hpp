#pragma once

#include <cstdint>

#include "isa/compiler.hpp"
#include "isa/limb_memory.hpp"

namespace ringlet::isa {

/// Number of bits of each of `count` limbs in doubles: as many as 128-bit words of 98 or 124 bits need; for longer
/// numbers, as many as leave room for sums.
template <unsigned count>
inline constexpr unsigned double_limb_bits = count == 2   ? 50
                                             : count == 3 ? 42
                                                          : 43;  // proof 14.1, 19.1

/// ISA policy of numbers of several limbs in doubles, over a policy with the fused multiply-add of doubles. A number is
/// the sum of limb[i] 2^(limb_bits i). Limbs are integers of either sign, below 2^53 in magnitude, and so redundant. A
/// *carried* limb is at most 2^(limb_bits - 1) in magnitude; the excess has been added to the next limb. In cells, the
/// limb below the top is carried. Rounds to nearest (isa/rounding.hpp).
template <class BaseIsa, unsigned count>
struct DoubleLimbs : LimbMemory<BaseIsa, count> {
  using Memory = LimbMemory<BaseIsa, count>;
  using Memory::limb_count;
  using Memory::store;
  using typename Memory::Base;
  using typename Memory::Cell;
  using typename Memory::Limb;
  using typename Memory::Vec;
  using typename Memory::WordIsa;
  static constexpr unsigned limb_bits = double_limb_bits<count>;
  /// Number of vectors to work on at once. It is more than the registers hold, because waiting for a chain costs more
  /// than spilling.
  static constexpr unsigned in_flight = 8;

  /// Doubles near it are integers: adding an integer of magnitude below 2^51 puts that into its low bits.
  static constexpr double rounder = 0x1.8p52;                                          // proof 14.1
  static constexpr double radix = static_cast<double>(std::uint64_t{1} << limb_bits);  // proof 14.1

  RINGLET_INLINE static constexpr std::uint64_t bits_of(double x) { return __builtin_bit_cast(std::uint64_t, x); }
  RINGLET_INLINE static Limb broadcast(double x) { return Base::broadcast(bits_of(x)); }

  RINGLET_INLINE static void store(Cell* p, Vec x) { Memory::store(p, carried<limb_count - 2>(x)); }

  /// Keeps the compiler from moving earlier work past here: sixteen registers have no room for two products at once.
  template <class T>
  RINGLET_INLINE static void forget(const T*& p) {
    __asm__ volatile("" : "+r"(p) : : "memory");
  }

  // ---- limbs ----

  RINGLET_INLINE static Vec add(Vec x, Vec y) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) x.limb[i] = Base::double_add(x.limb[i], y.limb[i]);
    return x;
  }
  RINGLET_INLINE static Vec sub(Vec x, Vec y) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) x.limb[i] = Base::double_sub(x.limb[i], y.limb[i]);
    return x;
  }

  /// Returns the same number with its limbs from `first` on carried, except the top one.
  template <unsigned first = 0>
  RINGLET_INLINE static Vec carried(Vec x) {
    const Limb offset = broadcast(rounder * radix);
    RINGLET_UNROLL_FULLY
    for (unsigned i = first; i + 1 < limb_count; ++i) {
      const Limb carry = Base::double_sub(Base::double_add(x.limb[i], offset), offset);
      x.limb[i] = Base::double_sub(x.limb[i], carry);
      x.limb[i + 1] = Base::double_mul_add(carry, broadcast(1 / radix), x.limb[i + 1]);
    }
    return x;
  }

  // ---- 128-bit integers ----

  /// Splits integers below 2^126 into three limbs, or below 2^100 into two, all in [0, 2^limb_bits).
  RINGLET_INLINE static Vec from_words(typename WordIsa::Vec x) {
    const Limb mask = Base::broadcast(limb_mask);
    Vec digits;
    digits.limb[0] = Base::bit_and(x.low, mask);
    digits.limb[1] = Base::bit_or(Base::template shift_right<limb_bits>(x.low),
                                  Base::shift_left(x.high, Base::broadcast(64 - limb_bits)));
    if constexpr (limb_count == 3) {
      digits.limb[1] = Base::bit_and(digits.limb[1], mask);
      digits.limb[2] = Base::template shift_right<2 * limb_bits - 64>(x.high);
    }
    // With the exponent of 2^52 above them, digits are doubles 2^52 + x.
    const Limb offset = broadcast(0x1p52);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) {
      digits.limb[i] = Base::double_sub(Base::bit_or(digits.limb[i], offset), offset);
    }
    return digits;
  }

  /// Returns the two's complement of a number of magnitude below 2^127. Limbs are below 2^51 in magnitude.
  RINGLET_INLINE static typename WordIsa::Vec to_words(Vec x) {
    // Carry that the bits of rounder add to the bits of a limb; it is subtracted from the next limb in advance.
    constexpr std::uint64_t excess = bits_of(rounder) >> limb_bits;  // proof 14.7
    Limb digit[limb_count];
    digit[0] = Base::double_add(x.limb[0], broadcast(rounder));
    RINGLET_UNROLL_FULLY
    for (unsigned i = 1; i < limb_count; ++i) {
      digit[i] = Base::add(Base::double_add(x.limb[i], broadcast(rounder - static_cast<double>(excess))),
                           Base::template shift_right<limb_bits>(digit[i - 1]));
    }
    const Limb mask = Base::broadcast(limb_mask);
    typename WordIsa::Vec words;
    words.low = Base::bit_or(Base::bit_and(digit[0], mask), Base::shift_left(digit[1], Base::broadcast(limb_bits)));
    constexpr unsigned in_low = 64 - limb_bits;
    if constexpr (limb_count == 3) {
      words.high = Base::bit_or(Base::template shift_right<in_low>(Base::bit_and(digit[1], mask)),
                                Base::shift_left(digit[2], Base::broadcast(2 * limb_bits - 64)));
    } else {
      words.high = Base::sub(Base::template shift_right<in_low>(digit[1]), Base::broadcast(bits_of(rounder) >> in_low));
    }
    return words;
  }

  /// Returns x + y where x is negative, else x.
  RINGLET_INLINE static typename WordIsa::Vec add_where_negative(typename WordIsa::Vec x, typename WordIsa::Vec y) {
    const auto negative = Base::is_negative(x.high);
    return WordIsa::add(x, {Base::keep_if(negative, y.low), Base::keep_if(negative, y.high)});
  }

 private:
  static constexpr std::uint64_t limb_mask = (std::uint64_t{1} << limb_bits) - 1;  // proof 14.7
};

}  // namespace ringlet::isa
