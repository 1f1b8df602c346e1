#pragma once

#include <cstdint>

#include "arith/bound.hpp"
#include "arith/modulus.hpp"
#include "arith/radix52/parameters.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Quotients of a number x of 52-bit limbs by q, each a single limb: the product of a digit t = floor(x / 2^weight) and
/// floor(2^(52 + weight) / q).
template <class Isa, bool top_limb_is_digit = Radix52Parameters<Isa::limb_count>::top_limb_is_digit>
class Radix52Quotient;

/// Quotient from the top limb as the digit.
///
/// Validity  q above 2^8 times the weight of the top limb
/// Source    our own. Proof: docs/bounds/limbs52.md, section 13.11.
template <class Isa>
class Radix52Quotient<Isa, true> {
  using Vec = typename Isa::Vec;
  using Limb = typename Isa::Limb;
  static constexpr unsigned top = Isa::limb_count - 1;  // no proof: an index

 public:
  /// Bound of x for which x - rounded_up(x) q lies in [-q, q).
  static constexpr Bound finished = times_q(56);  // proof 13.11
  /// Returns the bound of x - rounded_down(x) q for x below the capacity.
  static constexpr Bound rest(Bound) { return times_q(2) + 1; }  // proof 13.11
  static constexpr bool needs_carries = true;

  RINGLET_INLINE explicit Radix52Quotient(const Modulus128& m)
      : factor_(Isa::broadcast_limb(static_cast<std::uint64_t>(m.word_quotient >> 24))) {}  // proof 13.11
  RINGLET_INLINE explicit Radix52Quotient(const WordModulus& m) : factor_(Isa::broadcast_limb(factor_of(m))) {}

  /// Returns floor(x / q), or one less. Input: digits.
  RINGLET_INLINE Limb rounded_down(Vec x) const { return Isa::madd_high(Isa::zero(), x.limb[top], factor_); }

  /// Returns floor(x / q), or one more.
  RINGLET_INLINE Limb rounded_up(Vec x) const {
    return Isa::madd_high(Isa::broadcast_limb(1), Isa::digits(x).limb[top], factor_);
  }

 private:
  /// Returns floor(2^104 / q) for a long q.
  RINGLET_INLINE static std::uint64_t factor_of(const WordModulus& m) {
    const std::uint64_t factor = m.product_quotient >> (m.bits - 42);  // proof 13.11
    return factor;
  }

  Limb factor_;
};

/// Quotient from a digit in the top two limbs, at the place that the length of q gives: its weight is 2^(bits - 20).
///
/// Validity  q has at least 20 bits above the third limb from the top
/// Source    our own. Proofs: docs/bounds/limbs52.md, sections 13.11 and 13.12.
template <class Isa>
class Radix52Quotient<Isa, false> {
  using Vec = typename Isa::Vec;
  using Limb = typename Isa::Limb;
  static constexpr unsigned limb_count = Isa::limb_count;
  static constexpr unsigned top = limb_count - 1;  // no proof: an index

 public:
  static constexpr Bound finished = Radix52Parameters<limb_count>::capacity;
  static constexpr Bound rest(Bound x) { return one_q + (x >> 32) + 2; }  // proof 13.11
  static constexpr bool needs_carries = false;

  RINGLET_INLINE explicit Radix52Quotient(const Modulus128& m)
      : shift_(Isa::broadcast_limb(52 * limb_count - 32 - m.bits)),                          // proof 13.11
        one_(Isa::broadcast_limb(std::uint64_t{1} << (52 * limb_count - 32 - m.bits))),      // proof 13.11
        factor_(Isa::broadcast_limb(static_cast<std::uint64_t>(m.product_quotient >> 94))),  // proof 13.11
        right_shift_(Isa::broadcast_limb(m.bits + 84 - 52 * limb_count)),                    // proof 13.12
        // proof 13.12
        raised_factor_(Isa::broadcast_limb(static_cast<std::uint64_t>(m.product_quotient >> 94) + 1)) {}

  RINGLET_INLINE Limb rounded_down(Vec x) const {
    const Limb digit = Isa::madd_high(Isa::shift_left(x.limb[top], shift_), x.limb[top - 1], one_);
    return Isa::madd_high(Isa::zero(), digit, factor_);
  }

  RINGLET_INLINE Limb rounded_up(Vec x) const {
    return Isa::madd_high(Isa::zero(), uncarried_digit(x, raised), raised_factor_);
  }

  /// Returns at most floor(x / q) for x >= q, without carries: x minus that many q is below 13/10 q.
  RINGLET_INLINE Limb rounded_down_uncarried(Vec x) const {
    return Isa::madd_high(Isa::zero(), uncarried_digit(x, lowered), factor_);
  }

 private:
  /// Returns the digit plus `correction`, with an error of one for the carry from below the two limbs.
  RINGLET_INLINE Limb uncarried_digit(Vec x, std::uint64_t correction) const {
    const Limb digit =
        Isa::add(Isa::shift_left(x.limb[top], shift_), Isa::shift_right_signed(x.limb[top - 1], right_shift_));
    return Isa::add(digit, Isa::broadcast_limb(correction));
  }

  /// Corrections of a digit without carries.
  static constexpr std::uint64_t raised = 2;                   // proof 13.12
  static constexpr std::uint64_t lowered = ~std::uint64_t{0};  // proof 13.12

  Limb shift_;
  Limb one_;
  Limb factor_;
  Limb right_shift_;
  Limb raised_factor_;
};

}  // namespace ringlet::arith
