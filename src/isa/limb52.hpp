#pragma once

#include <cstdint>
#include <utility>

#include "isa/compiler.hpp"
#include "isa/limb_memory.hpp"

namespace ringlet::isa {

/// ISA policy of numbers of several 52-bit limbs, over a policy with the 52-bit multiply-add, with one vector of 64-bit
/// lanes per limb. A number is the sum of limb[i] 2^(52 i), modulo 2^(52 limb_count). Its limbs are redundant:
///
///   below the top  signed sums, never masked, whose carries have not moved up
///   top            counts modulo 2^52 only
template <class Base, unsigned count, class WordPolicy = Limb64x2<Base>>
struct Limb52 : LimbMemory<Base, count, WordPolicy> {
  using Memory = LimbMemory<Base, count, WordPolicy>;
  using Memory::limb_count;
  using typename Memory::Limb;
  using typename Memory::Vec;
  using typename Memory::WordIsa;
  static constexpr unsigned limb_bits = Base::multiplier_bits;
  static constexpr std::uint64_t limb_mask = (std::uint64_t{1} << limb_bits) - 1;

  RINGLET_INLINE static Limb zero() { return Base::broadcast(0); }
  RINGLET_INLINE static Limb broadcast_limb(std::uint64_t x) { return Base::broadcast(x); }

  // ---- limbs ----

  RINGLET_INLINE static Vec add(Vec x, Vec y) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) x.limb[i] = Base::add(x.limb[i], y.limb[i]);
    return x;
  }
  RINGLET_INLINE static Vec sub(Vec x, Vec y) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) x.limb[i] = Base::sub(x.limb[i], y.limb[i]);
    return x;
  }

  /// Returns the carry of a limb into the next limb.
  RINGLET_INLINE static Limb carry(Limb x) { return Base::template shift_right_signed<Base::multiplier_bits>(x); }

  /// Returns a limb without its carry.
  RINGLET_INLINE static Limb low_digit(Limb x) { return Base::bit_and(x, broadcast_limb(limb_mask)); }

  /// Returns digits: limbs whose low 52 bits are right. The bits above them have been added to the next limb, so the
  /// result is only valid as a multiplicand.
  RINGLET_INLINE static Vec digits(Vec x) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i + 1 < limb_count; ++i) {
      x.limb[i + 1] = Base::add(x.limb[i + 1], carry(x.limb[i]));
    }
    return x;
  }

  /// Returns the same number with all limbs but the top one below 2^52.
  RINGLET_INLINE static Vec carried(Vec x) {
    x = digits(x);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i + 1 < limb_count; ++i) x.limb[i] = low_digit(x.limb[i]);
    return x;
  }

  RINGLET_INLINE static Limb add(Limb x, Limb y) { return Base::add(x, y); }
  RINGLET_INLINE static Limb shift_left(Limb x, Limb bits) { return Base::shift_left(x, bits); }
  RINGLET_INLINE static Limb shift_right_signed(Limb x, Limb bits) { return Base::shift_right_signed(x, bits); }
  RINGLET_INLINE static Limb madd_low(Limb sum, Limb x, Limb y) { return Base::madd52_low(sum, x, y); }
  RINGLET_INLINE static Limb madd_high(Limb sum, Limb x, Limb y) { return Base::madd52_high(sum, x, y); }

  /// Returns sum + x y for one digit x and a number y in digits; carries out of the top are lost.
  RINGLET_INLINE static Vec multiply_add(Vec sum, Limb x, const Vec& y) {
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < limb_count; ++j) {
      sum.limb[j] = madd_low(sum.limb[j], x, y.limb[j]);
      if (j + 1 < limb_count) sum.limb[j + 1] = madd_high(sum.limb[j + 1], x, y.limb[j]);
    }
    return sum;
  }

  // ---- 128-bit integers ----

  /// Counts of the shifts between words and digits that are shifted left by `by`.
  struct Shift {
    Limb by;
    Limb below_1;  ///< 52 - by
    Limb above_1;  ///< 12 + by
    Limb below_2;  ///< 40 - by
  };

  /// Returns floor(x / 2^from) modulo 2^64.
  template <unsigned from>
  RINGLET_INLINE static Limb digit_of_words(typename WordIsa::Vec x) {
    if constexpr (from == 0) {
      return x.low;
    } else if constexpr (from < 64) {
      return Base::bit_or(Base::template shift_right<from>(x.low), Base::shift_left(x.high, broadcast_limb(64 - from)));
    } else {
      return Base::template shift_right<from - 64>(x.high);
    }
  }

  /// Returns limbs floor(x / 2^(size i - below)) modulo 2^64 for i > 0, and the low word as limb 0.
  template <unsigned size, unsigned below>
  RINGLET_INLINE static Vec limbs_of_words(typename WordIsa::Vec x) {
    return limbs_at<size, below>(x, std::make_integer_sequence<unsigned, limb_count>{});
  }

  /// Returns digits for multiplicands: their bits above 52 do not count.
  RINGLET_INLINE static Vec digits_of_words(typename WordIsa::Vec x) { return limbs_of_words<52, 0>(x); }

  /// Returns digits of the product of x and 2^by, by <= 40 for three limbs, 52 for two.
  RINGLET_INLINE static Vec digits_of_words(typename WordIsa::Vec x, const Shift& shift) {
    Vec digits;
    digits.limb[0] = Base::shift_left(x.low, shift.by);
    digits.limb[1] = Base::bit_or(Base::shift_right_any(x.low, shift.below_1), Base::shift_left(x.high, shift.above_1));
    if constexpr (limb_count == 3) digits.limb[2] = Base::shift_right_any(x.high, shift.below_2);
    return digits;
  }

  /// Splits integers below 2^(52 limb_count) into limbs below 2^52.
  RINGLET_INLINE static Vec from_words(typename WordIsa::Vec x) {
    Vec limbs = digits_of_words(x);
    limbs.limb[0] = Base::bit_and(limbs.limb[0], broadcast_limb(limb_mask));
    limbs.limb[1] = Base::bit_and(limbs.limb[1], broadcast_limb(limb_mask));
    return limbs;
  }

  /// Returns a value in [-2^(52 limb_count - 1), 2^(52 limb_count - 1)) as a two's complement modulo 2^128.
  RINGLET_INLINE static typename WordIsa::Vec to_words(Vec x) {
    typename WordIsa::Vec words;
    words.low = Base::add(x.limb[0], Base::shift_left(x.limb[1], broadcast_limb(52)));
    const Limb middle = Base::add(x.limb[1], carry(x.limb[0]));
    if constexpr (limb_count == 3) {
      const Limb top = Base::shift_left(x.limb[2], broadcast_limb(40));
      words.high = Base::add(Base::template shift_right_signed<12>(middle), top);
    } else {
      words.high = Base::template shift_right_signed<24>(Base::shift_left(middle, broadcast_limb(12)));
    }
    return words;
  }

  /// Returns a value in the same range, a multiple of 2^by, divided by 2^by, as a two's complement modulo 2^128. Input:
  /// no limb is negative.
  RINGLET_INLINE static typename WordIsa::Vec to_words(Vec x, const Shift& shift) {
    typename WordIsa::Vec words;
    const Limb low = Base::shift_right_any(x.limb[0], shift.by);
    const Limb middle = Base::add(x.limb[1], carry(x.limb[0]));
    if constexpr (limb_count == 3) {
      words.low = Base::add(low, Base::shift_left(x.limb[1], shift.below_1));
      words.high = Base::add(Base::shift_right_any(middle, shift.above_1), Base::shift_left(x.limb[2], shift.below_2));
    } else {
      const Limb top = Base::template shift_right_signed<12>(Base::shift_left(middle, broadcast_limb(12)));
      const Limb mask = Base::shift_right_any(broadcast_limb(limb_mask), shift.by);
      words.low = Base::bit_or(Base::bit_and(low, mask), Base::shift_left(top, shift.below_1));
      words.high = Base::shift_right_signed(top, shift.above_1);
    }
    return words;
  }

  /// Returns a value in [-q, q) plus q where it is negative, as words.
  RINGLET_INLINE static typename WordIsa::Vec to_residues(Vec x, typename WordIsa::Vec q) {
    return add_where_negative(to_words(x), q);
  }

  /// Returns x + y where x is negative, else x.
  RINGLET_INLINE static typename WordIsa::Vec add_where_negative(typename WordIsa::Vec x, typename WordIsa::Vec y) {
    const auto negative = Base::is_negative(x.high);
    const Limb low = Base::add_if(negative, x.low, y.low);
    const Limb high = Base::add_if(negative, x.high, y.high);
    return {low, Base::subtract_if(Base::less(low, x.low), high, broadcast_limb(~std::uint64_t{0}))};
  }

 private:
  template <unsigned size, unsigned below, unsigned... i>
  RINGLET_INLINE static Vec limbs_at(typename WordIsa::Vec x, std::integer_sequence<unsigned, i...>) {
    return {{digit_of_words<(i == 0 ? 0 : size * i - below)>(x)...}};
  }
};

}  // namespace ringlet::isa
