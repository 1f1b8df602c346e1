#pragma once

#include <cstdint>

#include "arith/bound.hpp"
#include "arith/modulus.hpp"
#include "arith/radix52/columns.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Lazy products, in stages for kernels::map_in_stages, of two numbers of L = 2 or 3 limbs of 52 bits, as `Rows`, a
/// `Radix52`, holds them between transforms. Quotients use the digits at the place that the modulus gives, so that
/// neither factors nor result are shifted.
///
/// Factors  below Rows::buffer_factors; three limbs: carried
/// Results  [0, bound), not carried
/// Validity that of Rows
/// Source   our own. Proof: docs/bounds/limbs52.md, section 13.
template <class Rows, unsigned limb_count = Rows::Isa::limb_count>
class CellProduct;

/// Product of three limbs. The part above 2^(bits + 73) is replaced by its residue, which leaves little more than
/// 2^(bits + 73). Then one quotient of a single limb removes the multiples of 2^23 q. Results are small enough for the
/// transform, but not for another product.
template <class Rows>
class CellProduct<Rows, 3> {
  using Columns = LimbColumns<typename Rows::Isa>;

 public:
  using Isa = typename Rows::Isa;
  using Vec = typename Isa::Vec;

  static constexpr Bound bound = times_q(3 << 23);        // proof 13.9
  static_assert(Rows::buffer_factors <= times_q(4) / 3);  // proof 13.9

  static constexpr unsigned steps = 1;  // no proof: the number of steps

  RINGLET_INLINE explicit CellProduct(const BasicModulus<uint128_t>& m) : constants_(m) {}

  /// Returns the columns of x y.
  RINGLET_INLINE Columns enter(const Vec& x, const Vec& y) const {
    Columns columns{};
    columns.add_product(x, y);
    return columns;
  }

  /// Returns the columns of x y + z, z below Rows::buffer_evaluations.
  RINGLET_INLINE Columns enter(const Vec& x, const Vec& y, Vec z) const {
    z = Isa::carried(z);
    z.limb[2] = Isa::low_digit(z.limb[2]);
    Columns columns = Columns::of(z);
    columns.add_product(x, y);
    return columns;
  }

  template <unsigned>
  RINGLET_INLINE Columns advance(Columns x) const {
    const Constants& c = Columns::again(constants_);
    const auto above = x.digit(4, Columns::broadcast(c.fold_shift), Columns::broadcast(c.fold_below));
    x.limb[3] = Isa::Base::bit_and(x.limb[3], Columns::broadcast(c.fold_mask));
    x.template add_multiple<true>(0, above, c.folded);
    return x;
  }

  RINGLET_INLINE Vec leave(const Columns& x) const {
    return Columns::template reduced<3>(x, Columns::again(constants_).last).lowest();
  }

 private:
  struct Constants {
    std::uint64_t folded[3];  ///< 2^(bits + 73) mod q
    std::uint64_t fold_shift;
    std::uint64_t fold_below;
    std::uint64_t fold_mask;
    typename Columns::template Step<3> last;  ///< reduction by multiples of 2^23 q

    RINGLET_INLINE explicit Constants(const BasicModulus<uint128_t>& m)
        : fold_shift(135 - m.bits),                             // proof 13.9
          fold_below(m.bits - 83),                              // proof 13.9
          fold_mask((std::uint64_t{1} << (m.bits - 83)) - 1) {  // proof 13.9
      // The residue is computed modulo 2^128, which divides 2^(bits + 73).
      const uint128_t residue = -(m.product_quotient >> 53) * m.q;                         // proof 13.9
      Columns::put(folded, static_cast<typename Columns::Signed>(residue), 0);             // proof 13.9
      Columns::put(last.minus_multiple, -static_cast<typename Columns::Signed>(m.q), 23);  // proof 13.9
      last.quotient = static_cast<std::uint64_t>(m.product_quotient >> 75);                // proof 13.9
      last.shift = 134 - m.bits;                                                           // proof 13.9
      last.below = m.bits - 82;                                                            // proof 13.9
    }
  };

  Constants constants_;
};

/// Product of two limbs. The columns are reduced twice by a quotient of a single limb. The first multiple is the least
/// one above a power of two, which leaves just as much as the second quotient can reduce.
template <class Rows>
class CellProduct<Rows, 2> {
  using Columns = LimbColumns<typename Rows::Isa>;

 public:
  using Isa = typename Rows::Isa;
  using Vec = typename Isa::Vec;

  static constexpr Bound bound = times_q(13) / 5;                                           // proof 13.8
  static_assert(Rows::buffer_factors <= times_q(14) / 5 && bound <= Rows::buffer_factors);  // proof 13.8

  static constexpr unsigned steps = 1;  // no proof: the number of steps

  RINGLET_INLINE explicit CellProduct(const BasicModulus<uint128_t>& m) : constants_(m) {}

  /// Returns the columns of x y.
  RINGLET_INLINE Columns enter(const Vec& x, const Vec& y) const {
    Columns columns = Columns::of(Columns::again(constants_).offset);
    columns.add_product(Isa::digits(x), Isa::digits(y));
    return columns;
  }

  /// Returns the columns of x y + z, z below Rows::buffer_evaluations.
  RINGLET_INLINE Columns enter(const Vec& x, const Vec& y, Vec z) const {
    z = Isa::carried(Isa::add(z, Columns::of(Columns::again(constants_).offset).lowest()));
    z.limb[1] = Isa::low_digit(z.limb[1]);
    Columns columns = Columns::of(z);
    columns.add_product(Isa::digits(x), Isa::digits(y));
    return columns;
  }

  template <unsigned>
  RINGLET_INLINE Columns advance(const Columns& x) const {
    return Columns::template reduced<3>(x, Columns::again(constants_).first);
  }

  RINGLET_INLINE Vec leave(const Columns& x) const {
    return Columns::template reduced<2>(x, Columns::again(constants_).second).lowest();
  }

 private:
  struct Constants {
    /// 2q: keeps numbers so large that missing carries cannot make them look negative.
    std::uint64_t offset[2];
    typename Columns::template Step<3> first;
    typename Columns::template Step<2> second;

    RINGLET_INLINE explicit Constants(const BasicModulus<uint128_t>& m) {
      using Signed = typename Columns::Signed;
      const uint128_t barrett = m.product_quotient;  // floor(2^(bits + 126) / q)
      // The least multiple of q above 2^(bits + 49), and its excess over that.
      const uint128_t power = m.bits + 49 < 128 ? uint128_t{1} << (m.bits + 49) : 0;
      const uint128_t excess = ((barrett >> 77) + 1) * m.q - power;  // proof 13.8
      const auto q = static_cast<Signed>(m.q);
      Columns::put(offset, q, 1);                                           // proof 13.8
      Columns::put(first.minus_multiple, -static_cast<Signed>(excess), 0);  // proof 13.8
      // proof 13.8
      first.minus_multiple[2] = (first.minus_multiple[2] - (std::uint64_t{1} << (m.bits - 55))) & Isa::limb_mask;
      first.quotient = Isa::limb_mask - static_cast<std::uint64_t>(excess >> (m.bits - 3));  // proof 13.8
      first.shift = 107 - m.bits;                                                            // proof 13.8
      first.below = m.bits - 55;                                                             // proof 13.8
      Columns::put(second.minus_multiple, -q, 0);                                            // proof 13.8
      second.quotient = static_cast<std::uint64_t>(barrett >> 75);                           // proof 13.8
      second.shift = 105 - m.bits;                                                           // proof 13.8
      second.below = m.bits - 53;                                                            // proof 13.8
    }
  };

  Constants constants_;
};

}  // namespace ringlet::arith
