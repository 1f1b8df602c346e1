#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/bound.hpp"
#include "arith/fma_limbs/balanced_limbs.hpp"
#include "arith/fma_limbs/double_rows.hpp"
#include "arith/fma_limbs/fma_limbs_codec.hpp"
#include "arith/modulus.hpp"
#include "arith/row_twiddle.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Arithmetic on 128-bit words of L = 2 or 3 limbs in doubles, by fused multiply-add.
///
/// The product x w is the sum of x_i w_i over rows of w, minus the rounded sum of x_i w_i / q times q. All of its
/// columns are exact: a running sum near 1.5 2^(52 + limb_bits) takes the products, rounded to 2^limb_bits. A second
/// multiply-add computes the rounding error of each, and another sum adds these errors up.
///
/// Lazy values are signed: a bound b means 256 |x| < b q. Only the caller's words have the lower bound 0.
///
/// Validity  three limbs: 2^98 <= q < 2^124; two limbs: 2^60 <= q < 2^98
/// Twiddle   FmaRowCodec: L (L + 1) doubles
/// Source    our own; the exact product by FMA as in Fma53. Proofs: docs/bounds/limbs_in_doubles.md, section 14.
template <class IsaPolicy>
class FmaLimbs : public NttDefaults<FmaLimbs<IsaPolicy>> {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Limb = typename Isa::Limb;
  using WordVec = typename Isa::WordIsa::Vec;
  static constexpr unsigned limb_count = Isa::limb_count;
  using Twiddle = RowTwiddle<Isa, FmaRowCodec<limb_count>>;
  static_assert(limb_count == 2 || limb_count == 3);

  // proof 14.2
  static constexpr auto moduli = moduli_of_lengths<uint128_t>(limb_count == 3 ? 99 : 61, limb_count == 3 ? 124 : 98);
  // proof 14.2
  static constexpr Traits traits{.in_doubles = true,
                                 .forward_inputs = {4},
                                 .forward_outputs = {1},
                                 .inverse_outputs = {1},
                                 .has_long_chains = true,
                                 .reduces_leaders = true,
                                 .scales_first_products = true};

  /// Range::low of all numbers but the caller's words.
  static constexpr Bound is_signed = 1;  // no proof: a mark, no bound

  /// Bound of multiplicands; with two limbs, `max_multiplicand` is the bound.
  static constexpr Bound capacity = times_q(limb_count == 3 ? 128 : 8);  // proof 14.3, 14.4

  /// Bound of a row product, L/2 + 5/64 in magnitude: one rounding per row, and roundings of the twiddle's quotients.
  static constexpr Bound growth = one_q * limb_count / 2 + 21;  // proof 14.1

  RINGLET_INLINE explicit FmaLimbs(const BasicModulus<uint128_t>& m)
      : q_words_(Isa::WordIsa::broadcast(m.q)), top_quotient_(Isa::broadcast(top_quotient(m))), modulus_(m.q) {
    const BalancedLimbs<limb_count> q(m.q);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) q_.limb[i] = Isa::broadcast(q.limb[i]);
  }

  RINGLET_INLINE static Vec from_words(WordVec x) { return Isa::from_words(x); }

  // ---- Cooley-Tukey ----

  /// Computes (x, y) <- (x + T, x - T), T = w y.
  template <class W>
  RINGLET_INLINE void butterfly_ct(Vec& x, Vec& y, W w) const {
    const Vec product = mul_twiddle(y, w);
    y = Isa::sub(x, product);
    x = Isa::add(x, product);
  }
  static constexpr Range ct_result(Range x) { return {is_signed, x.high + growth}; }  // proof 14.5
  /// Whether x may be a summand. Words are reduced first, so that all passes leave the same range.
  // proof 14.5
  static constexpr bool ct_accepts(Range x) { return x.low == is_signed && ct_result(x).high <= capacity; }

  static constexpr unsigned max_lift = 0;  // proof 14.5

  static constexpr Range prepared(Range x, unsigned) { return {is_signed, reduced_bound(x.high)}; }  // proof 14.5
  template <Bound, unsigned>
  RINGLET_INLINE Vec prepare(Vec x) const {
    return reduce(x);
  }

  /// Bound of reduced values. All outputs of a pass are its first input, which is reduced or a product, plus or minus
  /// one product per stage, so no other input needs a reduction between passes.
  static constexpr Bound reduced = one_q * 9 / 16;       // proof 14.2
  static constexpr Range leader = {is_signed, reduced};  // proof 14.5
  RINGLET_INLINE Vec reduce_leader(Vec x) const { return reduce(x); }
  // proof 14.5
  static constexpr Range between_passes(unsigned) { return {is_signed, growth + max_row_stages * growth}; }

  /// In a pass of two limbs, limb 0 of a summand grows by 3 2^49 per stage and must stay within 2^53.
  static_assert(limb_count == 3 || 1 + 3 * (max_row_stages + Isa::lanes_log) <= 16);  // proof 14.3

  // ---- Gentleman-Sande ----

  static constexpr unsigned gs_offset = capacity / 2 / one_q;  // proof 14.6
  /// Returns the bound above which sums at the end of a pass are reduced; with two limbs, all sums except sums of two
  /// reduced values.
  // proof 14.6
  static constexpr Bound between_inverse_passes() { return limb_count == 3 ? times_q(8) : 2 * reduced; }
  /// Returns the bound of multiplicands: with two limbs, the greatest for which products have room.
  // proof 14.6
  static constexpr Bound max_multiplicand() { return limb_count == 3 ? capacity : times_q(7); }

  RINGLET_INLINE void butterfly_gs(Vec& x, Vec& y) const {
    const Vec difference = Isa::sub(x, y);
    x = Isa::add(x, y);
    if constexpr (limb_count == 2) x = Isa::carried(x);
    y = difference;
  }

  /// Returns x w mod q. Input: |x| < max_multiplicand. Output: below `growth`.
  template <class W>
  RINGLET_INLINE Vec mul_twiddle(Vec x, W w) const {
    Isa::forget(w.group);
    if constexpr (limb_count == 2) x = Isa::carried(x);
    // Row by row, so that neighbouring instructions belong to different chains.
    Limb quotient = Isa::broadcast(Isa::rounder);
    typename Rows::Columns columns;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) {
      quotient = Base::double_mul_add(x.limb[i], w.quotient(i), quotient);
      const auto row = [&](unsigned j) RINGLET_INLINE_LAMBDA { return w.limb(i, j); };
      if (i == 0) {
        Rows::start(columns, x.limb[i], row);
      } else {
        Rows::add(columns, x.limb[i], row);
      }
    }
    quotient = Base::double_sub(quotient, Isa::broadcast(Isa::rounder));
    return Rows::without(columns, quotient, [this](unsigned j) RINGLET_INLINE_LAMBDA { return q_.limb[j]; });
  }
  static constexpr Bound product_bound(Bound) { return growth; }
  static constexpr Range product_range() { return {is_signed, growth}; }  // proof 14.5

  /// Returns x - round(x / q) q, at most 9/16 q in magnitude, carried.
  RINGLET_INLINE Vec reduce(Vec x) const { return Isa::carried(remainder(x)); }
  static constexpr Bound reduced_bound(Bound b) { return b < reduced ? b : reduced; }  // proof 14.2

  /// Reduces to canonical 128-bit integers; the factor is ignored.
  template <unsigned, Bound from>
  RINGLET_INLINE WordVec finish(Vec x) const {
    static_assert(from <= capacity);
    // With two limbs, limb 0 may have no room for the subtraction, and then words have no room for limb 0.
    x = limb_count == 2 ? reduce(Isa::carried(x)) : remainder(x);
    return Isa::add_where_negative(Isa::to_words(x), q_words_);
  }

#ifdef RINGLET_CHECKED
  [[nodiscard]] uint128_t modulus() const { return modulus_; }
#endif

 private:
  using Base = typename Isa::Base;
  using Rows = DoubleRows<Isa>;

  /// Returns the remainder of x by q; limbs are not carried.
  RINGLET_INLINE Vec remainder(Vec x) const {
    const Limb offset = Isa::broadcast(Isa::rounder);
    const Limb multiples =
        Base::double_sub(Base::double_mul_add(x.limb[limb_count - 1], top_quotient_, offset), offset);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) x.limb[i] = Base::double_sub_mul(x.limb[i], multiples, q_.limb[i]);
    return x;
  }

  /// Returns 2^(limb_bits (L - 1)) / q, from floor(2^(bits + 126) / q) in [2^126, 2^127).
  RINGLET_INLINE static double top_quotient(const BasicModulus<uint128_t>& m) {
    const auto leading = static_cast<double>(static_cast<std::int64_t>(m.product_quotient >> 64));
    const std::uint64_t exponent = 1023 + Isa::limb_bits * (limb_count - 1) + 64 - 126 - m.bits;  // proof 14.2
    return leading * __builtin_bit_cast(double, exponent << 52);
  }

  Vec q_;
  WordVec q_words_;
  Limb top_quotient_;
  uint128_t modulus_;
};

}  // namespace ringlet::arith
