#pragma once

#include <cstdint>

#include "arith/bound.hpp"
#include "arith/row_product.hpp"
#include "arith/word_modulus.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Lazy products of two numbers of L = 2 or 3 limbs of 52 bits, as `Rows`, an `Ifma52Rows`, has them between
/// transforms. The columns of the product from 2^104 on are a number of L limbs, whose weight, 2^104 mod q, is a fixed
/// multiplicand in rows. What is below is two limbs, from which the same single-limb quotient takes multiples of m q.
///
/// Validity  that of Rows
/// Source    our own. Proof: docs/bounds.md, section 13.
template <class Rows>
class RowPairProduct {
 public:
  using Isa = typename Rows::Isa;
  using Vec = typename Isa::Vec;
  using Limb = typename Isa::Limb;
  static constexpr unsigned limb_count = Isa::limb_count;
  static constexpr unsigned weight_log = 104;

  /// weight: 2^104 mod q in rows.
  RINGLET_INLINE RowPairProduct(const BasicModulus<uint128_t>& m, const uint128_t* weight)
      : minus_multiple_(Constants::negated(row_multiple<Isa> * m.q)),
        excess_q_(Constants::multiple(m.q, row_excess<Isa>)),
        low_quotient_(Isa::broadcast_limb(low_quotient(m))),
        weight_(RowTwiddle<Isa>::template load<1>(weight)) {}

  /// x y mod q. Input: below Rows::kept_evaluations. Output: below `bound`.
  RINGLET_INLINE Vec mul(Vec x, Vec y) const {
    x = Isa::digits(x);
    y = Isa::digits(y);
    Limb column[columns] = {};
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) {
      RINGLET_UNROLL_FULLY
      for (unsigned j = 0; j < limb_count; ++j) {
        column[i + j] = Isa::madd_low(column[i + j], x.limb[i], y.limb[j]);
        // Of three limbs, the product of the top ones has no high half.
        if (i + j + 1 < columns) column[i + j + 1] = Isa::madd_high(column[i + j + 1], x.limb[i], y.limb[j]);
      }
    }
    const Limb multiples = Isa::madd_high(Isa::zero(), column[1], low_quotient_);
    Vec low = excess_q_;
    low.limb[0] = Isa::add(low.limb[0], column[0]);
    low.limb[1] = Isa::add(low.limb[1], Isa::low_digit(column[1]));
    Vec high;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) high.limb[i] = column[2 + i];
    high.limb[0] = Isa::add(high.limb[0], Isa::carry(column[1]));
    return multiply_rows<Isa>(low, high, weight_, minus_multiple_, multiples);
  }
  static constexpr Bound bound = row_pair_bound<Isa>;

 private:
  using Constants = LimbConstants<Isa>;
  static constexpr unsigned columns = limb_count + 2;

  /// floor(2^104 / (m q)), m = 4 or 2.
  RINGLET_INLINE static std::uint64_t low_quotient(const BasicModulus<uint128_t>& m) {
    return static_cast<std::uint64_t>(m.word_quotient >> 24) / row_multiple<Isa>;
  }

  Vec minus_multiple_;
  Vec excess_q_;
  Limb low_quotient_;
  typename RowTwiddle<Isa>::template Stored<1> weight_;
};

}  // namespace ringlet::arith
