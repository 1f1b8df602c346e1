#pragma once

#include <cstdint>

#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Excess of a sum of fractions, in units of 2^-64: more than it can lack.
inline constexpr std::uint64_t fraction_excess = std::uint64_t{1} << 53;  // proof 23.2

/// Sum of products of integers below 2^50 and fractions f / 2^64: its integer part, and whether its fractional part is
/// below 1/4. At most four products. Products of words are exact here.
/// Source    docs/bounds/products.md, section 23.2
template <class Isa>
class FractionSum {
 public:
  using Vec = typename Isa::Vec;

  RINGLET_INLINE FractionSum(std::uint64_t integer, std::uint64_t fraction)
      : integer_(Isa::broadcast(integer)), fraction_(Isa::broadcast(fraction)) {}

  /// Adds v f / 2^64.
  RINGLET_INLINE void add(Vec v, std::uint64_t f) {
    Vec low, high;
    Isa::mul_widening(v, Isa::broadcast(f), low, high);
    typename Isa::Carry carry{};
    fraction_ = Isa::add_carry(fraction_, low, carry);
    integer_ = Isa::add_carry(integer_, high, carry);
  }

  [[nodiscard]] RINGLET_INLINE Vec integer() const { return integer_; }
  /// Returns x in lanes with a fractional part below 1/4, else 0.
  [[nodiscard]] RINGLET_INLINE Vec keep_if_small(Vec x) const {
    return Isa::keep_if(Isa::less(fraction_, Isa::broadcast(quarter)), x);
  }

 private:
  static constexpr std::uint64_t quarter = std::uint64_t{1} << 62;  // proof 23.2

  Vec integer_;
  Vec fraction_;
};

/// The same sum by 52-bit multiply-adds. Fractions are two limbs; the low halves of the products by the lower limb are
/// left out.
template <class Isa>
  requires requires(typename Isa::Vec x) { Isa::madd52_low(x, x, x); }
class FractionSum<Isa> {
 public:
  using Vec = typename Isa::Vec;

  RINGLET_INLINE FractionSum(std::uint64_t integer, std::uint64_t fraction)
      : integer_(Isa::broadcast(integer)), fraction_(Isa::broadcast(fraction >> low_bits)) {}

  RINGLET_INLINE void add(Vec v, std::uint64_t f) {
    const Vec upper = Isa::broadcast(f >> low_bits);
    const Vec lower = Isa::broadcast((f << (limb_bits - low_bits)) & ((std::uint64_t{1} << limb_bits) - 1));
    integer_ = Isa::madd52_high(integer_, v, upper);
    fraction_ = Isa::madd52_low(fraction_, v, upper);
    fraction_ = Isa::madd52_high(fraction_, v, lower);
  }

  [[nodiscard]] RINGLET_INLINE Vec integer() const {
    return Isa::add(integer_, Isa::template shift_right<limb_bits>(fraction_));
  }
  [[nodiscard]] RINGLET_INLINE Vec keep_if_small(Vec x) const {
    const Vec fraction = Isa::bit_and(fraction_, Isa::broadcast((std::uint64_t{1} << limb_bits) - 1));
    return Isa::keep_if(Isa::less(fraction, Isa::broadcast(limb_quarter)), x);
  }

 private:
  static constexpr unsigned limb_bits = 52;                                           // no proof: the CPU's
  static constexpr unsigned low_bits = 64 - limb_bits;                                // no proof: the rest
  static constexpr std::uint64_t limb_quarter = std::uint64_t{1} << (limb_bits - 2);  // proof 23.2

  Vec integer_;
  /// In units of 2^-52, with carries.
  Vec fraction_;
};

}  // namespace ringlet::arith
