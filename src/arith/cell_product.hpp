#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/bound.hpp"
#include "arith/word_modulus.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Lazy products of two numbers of L = 2 or 3 limbs of 52 bits, as `Rows`, an `Ifma52Rows`, has them between
/// transforms, in stages for kernels::map_in_stages.
///
/// The columns of the product are reduced L times by a quotient of a single limb, as in Ifma52Products; but the digits
/// that the quotients come from stand where the modulus puts them, so that neither factors nor result are shifted. The
/// first multiple of two limbs is the one next above a power of two, which leaves just as much as the second quotient
/// can take.
///
/// Validity  that of Rows
/// Source    our own. Proof: docs/bounds.md, section 13.
template <class Rows>
class CellProduct {
 public:
  using Isa = typename Rows::Isa;
  using Vec = typename Isa::Vec;
  static constexpr unsigned limb_count = Isa::limb_count;

  /// Factors lie below this.
  static constexpr Bound operand_bound = limb_count == 3 ? times_q(4) : times_q(14) / 5;
  /// Results lie in [0, bound).
  static constexpr Bound bound = limb_count == 3 ? times_q(2) : times_q(13) / 5;
  static_assert(Rows::kept_evaluations <= operand_bound);

  /// The others are short, and belong to `leave`: what waits for more stages fills the schedulers.
  static constexpr unsigned steps = 1;

  RINGLET_INLINE explicit CellProduct(const BasicModulus<uint128_t>& m) : constants_(m) {}

 private:
  using Base = typename Isa::Base;
  using Limb = typename Isa::Limb;
  __extension__ using Signed = __int128;
  static constexpr unsigned columns = limb_count + 2;

  struct Constants {
    /// A multiple of q that keeps numbers so large that carries which have not moved up cannot make them look negative.
    std::uint64_t offset[limb_count];
    /// Of each step: minus a multiple of q, the quotient by it, and how far its digit is shifted.
    std::uint64_t minus_multiple[limb_count][3];
    std::uint64_t quotient[limb_count];
    std::uint64_t shift[limb_count];
    std::uint64_t below[limb_count];  ///< 52 - shift

    RINGLET_INLINE explicit Constants(const BasicModulus<uint128_t>& m) {
      const auto q = static_cast<Signed>(m.q);
      const uint128_t barrett = m.product_quotient;  // floor(2^(bits + 126) / q)
      if constexpr (limb_count == 3) {
        put(offset, q, 31);
        put(minus_multiple[0], -q, 26);  // one column up
        put(minus_multiple[1], -q, 30);
        put(minus_multiple[2], -q, 0);
        quotient[0] = static_cast<std::uint64_t>(barrett >> 76);
        quotient[1] = quotient[0];
        quotient[2] = static_cast<std::uint64_t>(barrett >> 94);
        shift[0] = 132 - m.bits;
        shift[1] = 128 - m.bits;
        shift[2] = 124 - m.bits;
      } else {
        // The least multiple of q above 2^(bits + 49), and by how much.
        const uint128_t power = m.bits + 49 < 128 ? uint128_t{1} << (m.bits + 49) : 0;
        const uint128_t excess = ((barrett >> 77) + 1) * m.q - power;
        put(offset, q, 1);
        put(minus_multiple[0], -static_cast<Signed>(excess), 0);
        minus_multiple[0][2] = (minus_multiple[0][2] - (std::uint64_t{1} << (m.bits - 55))) & Isa::limb_mask;
        put(minus_multiple[1], -q, 0);
        quotient[0] = Isa::limb_mask - static_cast<std::uint64_t>(excess >> (m.bits - 3));
        quotient[1] = static_cast<std::uint64_t>(barrett >> 75);
        shift[0] = 107 - m.bits;
        shift[1] = 105 - m.bits;
      }
      for (unsigned i = 0; i < limb_count; ++i) below[i] = 52 - shift[i];
    }

    /// The limbs of x 2^bits modulo a power of 2^52, bits < 52.
    template <std::size_t count>
    RINGLET_INLINE static void put(std::uint64_t (&limbs)[count], Signed x, unsigned bits) {
      for (unsigned i = 0; i < count; ++i) {
        limbs[i] = (i == 0 ? static_cast<std::uint64_t>(x) << bits : static_cast<std::uint64_t>(x >> (52 * i - bits))) &
                   Isa::limb_mask;
      }
    }
  };

 public:
  struct Columns {
    Limb limb[columns];
  };

  /// x y
  RINGLET_INLINE Columns enter(Vec x, Vec y) const {
    const Constants& c = constants();
    Vec start;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) start.limb[i] = broadcast(c.offset[i]);
    return multiply_add(start, x, y);
  }

  /// x y + z, z below Rows::kept_evaluations.
  RINGLET_INLINE Columns enter(Vec x, Vec y, Vec z) const {
    const Constants& c = constants();
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) z.limb[i] = Isa::add(z.limb[i], broadcast(c.offset[i]));
    z = Isa::carried(z);
    z.limb[limb_count - 1] = Isa::low_digit(z.limb[limb_count - 1]);
    return multiply_add(z, x, y);
  }

  template <unsigned>
  RINGLET_INLINE Columns advance(const Columns& x) const {
    return reduced<1>(x);
  }

  RINGLET_INLINE Vec leave(Columns x) const {
    x = reduced<2>(x);
    if constexpr (limb_count == 3) x = reduced<3>(x);
    Vec remainder;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) remainder.limb[i] = x.limb[i];
    return remainder;
  }

 private:
  /// The constants, from memory in each stage anew.
  RINGLET_INLINE const Constants& constants() const {
    const Constants* p = &constants_;
    Isa::forget_again(p);
    return *p;
  }
  RINGLET_INLINE static Limb broadcast(const std::uint64_t& constant) {
    return Base::template load_repeated<1>(&constant);
  }

  RINGLET_INLINE static Columns multiply_add(const Vec& start, Vec x, Vec y) {
    Columns sum{};
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) sum.limb[i] = start.limb[i];
    x = Isa::digits(x);
    y = Isa::digits(y);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) {
      RINGLET_UNROLL_FULLY
      for (unsigned j = 0; j < limb_count; ++j) {
        sum.limb[i + j] = Isa::madd_low(sum.limb[i + j], x.limb[i], y.limb[j]);
        // Of three limbs, the product of the top ones has no high half.
        if (i + j + 1 < columns) sum.limb[i + j + 1] = Isa::madd_high(sum.limb[i + j + 1], x.limb[i], y.limb[j]);
      }
    }
    return sum;
  }

  /// Step number `step`: takes off the multiples that the two highest columns left show.
  template <unsigned step>
  RINGLET_INLINE Columns reduced(Columns x) const {
    const Constants& c = constants();
    constexpr unsigned top = columns - step;
    constexpr unsigned first = limb_count == 3 && step == 1 ? 1 : 0;
    constexpr unsigned count = limb_count == 2 && step == 2 ? 2 : 3;
    const Limb upper = Isa::shift_left(x.limb[top], broadcast(c.shift[step - 1]));
    const Limb digit = Isa::add(upper, Base::shift_right_any(x.limb[top - 1], broadcast(c.below[step - 1])));
    constexpr std::uint64_t correction = limb_count == 3 && step == 2 ? ~std::uint64_t{0} : 0;
    const Limb multiples = Isa::madd_high(Isa::broadcast_limb(correction), digit, broadcast(c.quotient[step - 1]));
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < count; ++j) {
      const Limb limb = broadcast(c.minus_multiple[step - 1][j]);
      x.limb[first + j] = Isa::madd_low(x.limb[first + j], multiples, limb);
      if (j + 1 < count) x.limb[first + j + 1] = Isa::madd_high(x.limb[first + j + 1], multiples, limb);
    }
    return x;
  }

  Constants constants_;
};

}  // namespace ringlet::arith
