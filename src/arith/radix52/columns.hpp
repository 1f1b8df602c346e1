#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// The columns of a product of two numbers of L limbs of 52 bits, with the functions that reduce them. A column is a
/// sum of halves of products of limbs in lanes of 64 bits, from which carries have not moved up. The product fills
/// L + 2 columns; the two highest are one digit of a quotient.
template <class Isa>
struct LimbColumns {
  using Vec = typename Isa::Vec;
  using Limb = typename Isa::Limb;
  using Base = typename Isa::Base;
  __extension__ using Signed = __int128;
  static constexpr unsigned limb_count = Isa::limb_count;
  static constexpr unsigned count = limb_count + 2;  // no proof: the columns of a product

  Limb limb[count];

  // ---- constants, which stay in memory to leave the registers to vectors ----

  /// Stores the limbs of x 2^bits modulo a power of 2^52, bits < 52.
  template <std::size_t size>
  RINGLET_INLINE static void put(std::uint64_t (&limbs)[size], Signed x, unsigned bits) {
    for (unsigned i = 0; i < size; ++i) {
      limbs[i] = (i == 0 ? static_cast<std::uint64_t>(x) << bits : static_cast<std::uint64_t>(x >> (52 * i - bits))) &
                 Isa::limb_mask;
    }
  }

  /// Returns the constants so that each stage reads them again.
  template <class Constants>
  RINGLET_INLINE static const Constants& again(const Constants& constants) {
    const Constants* p = &constants;
    Isa::forget_again(p);
    return *p;
  }
  RINGLET_INLINE static Limb broadcast(const std::uint64_t& constant) {
    return Base::template load_repeated<1>(&constant);
  }

  /// A reduction by multiples of m, itself a multiple of q. Its quotient comes from the digit
  /// v_j 2^shift + floor(v_(j-1) / 2^below).
  template <std::size_t size>
  struct Step {
    std::uint64_t minus_multiple[size];
    std::uint64_t quotient;  ///< at most 2^(52 + w) / m, w being the weight of the digit in bits
    std::uint64_t shift;
    std::uint64_t below;  ///< 52 - shift
  };

  // ---- products ----

  RINGLET_INLINE static LimbColumns of(const Vec& x) {
    LimbColumns columns{};
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) columns.limb[i] = x.limb[i];
    return columns;
  }
  RINGLET_INLINE static LimbColumns of(const std::uint64_t (&x)[limb_count]) {
    LimbColumns columns{};
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) columns.limb[i] = broadcast(x[i]);
    return columns;
  }
  RINGLET_INLINE Vec lowest() const {
    Vec x;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) x.limb[i] = limb[i];
    return x;
  }

  /// Adds x y. Input: digits; for L = 3, the product of the top digits is below 2^52.
  RINGLET_INLINE void add_product(const Vec& x, const Vec& y) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) {
      RINGLET_UNROLL_FULLY
      for (unsigned j = 0; j < limb_count; ++j) {
        limb[i + j] = Isa::madd_low(limb[i + j], x.limb[i], y.limb[j]);
        if (i + j + 1 < count) limb[i + j + 1] = Isa::madd_high(limb[i + j + 1], x.limb[i], y.limb[j]);
      }
    }
  }

  /// Returns floor(value / 2^(52 top - shift)), read from two columns without the carries into them; below = 52 -
  /// shift.
  RINGLET_INLINE Limb digit(unsigned top, Limb shift, Limb below) const {
    return Isa::add(Isa::shift_left(limb[top], shift), Base::shift_right_any(limb[top - 1], below));
  }

  /// Returns the number without the multiples that a step finds from the columns `top` and top - 1.
  template <unsigned top, std::size_t size>
  RINGLET_INLINE static LimbColumns reduced(LimbColumns x, const Step<size>& step) {
    const Limb multiples = Isa::madd_high(Isa::zero(), x.digit(top, broadcast(step.shift), broadcast(step.below)),
                                          broadcast(step.quotient));
    x.add_multiple(0, multiples, step.minus_multiple);
    return x;
  }

  /// Returns digit() for a shift that is known at compile time.
  template <unsigned top, unsigned shift>
  RINGLET_INLINE Limb digit() const {
    return Isa::add(Isa::shift_left(limb[top], Isa::broadcast_limb(shift)),
                    Base::template shift_right<52 - shift>(limb[top - 1]));
  }

  /// Adds x y 2^(52 first), `whole` or modulo 2^(52 (first + size)).
  template <bool whole = false, std::size_t size>
  RINGLET_INLINE void add_multiple(unsigned first, Limb x, const std::uint64_t (&y)[size]) {
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < size; ++j) {
      const Limb digit = broadcast(y[j]);
      limb[first + j] = Isa::madd_low(limb[first + j], x, digit);
      if (whole || j + 1 < size) limb[first + j + 1] = Isa::madd_high(limb[first + j + 1], x, digit);
    }
  }
};

}  // namespace ringlet::arith
