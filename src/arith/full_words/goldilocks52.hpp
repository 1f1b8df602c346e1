#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/bound.hpp"
#include "arith/full_words/goldilocks.hpp"
#include "arith/full_words/goldilocks52_codec.hpp"
#include "arith/modulus.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// A vector of multiplicands w of Goldilocks52, in limbs: 16 w, and 16 z w.
template <class Isa>
struct Goldilocks52Twiddle {
  using Codec = Goldilocks52Codec;
  static constexpr unsigned words = Codec::words;

  typename Isa::Limb a, za;  ///< limbs 0
  typename Isa::Limb b, zb;  ///< limbs 1

  /// Loads `count` twiddles, repeated through the lanes. Memory holds all first words, then all second words, ...
  template <unsigned count>
  RINGLET_INLINE static Goldilocks52Twiddle load(const Codec::Word* p) {
    const auto limb = [p](unsigned i)
                          RINGLET_INLINE_LAMBDA { return Isa::Base::template load_repeated<count>(p + i * count); };
    return {limb(0), limb(1), limb(2), limb(3)};
  }
};

/// Transforms modulo Goldilocks, q = 2^64 - 2^32 + 1, by the 52-bit multiply-adds.
///
/// A value is A + z B with z = 2^48, whose square is -1 modulo q. Its limbs A and B are lazy integers of at most 52
/// bits. A product with a multiplicand whose limbs have 33 bits needs no quotient: the multiplicand is stored times 16,
/// so that each product of limbs is L + 2^52 H with 16 (value) = L + 16 z H, and z H belongs to the other limb.
///
/// Ranges are those of both limbs, in units of 2^48 / 256. Offsets are multiples of a number that is 0 modulo q.
///
/// Twiddle   Goldilocks52Codec: four words
/// Source    our own; 2^48 as a square root of -1 is well known. Proofs: docs/bounds/full_words.md.
template <class IsaPolicy>
class Goldilocks52 : public NttDefaults<Goldilocks52<IsaPolicy>> {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Limb = typename Isa::Limb;
  using Twiddle = Goldilocks52Twiddle<Isa>;

  static constexpr ModulusRange<std::uint64_t> moduli = Goldilocks<typename Isa::Base>::moduli;
  // proof 22.8
  static constexpr Traits traits{.limb_unit_log = 40,
                                 .forward_inputs = {1},
                                 .forward_outputs = {1},
                                 .inverse_inputs = {1},
                                 .inverse_outputs = {1},
                                 .reduces_leaders = true,
                                 .operands = {1},
                                 .fixed_operands = {1}};

  /// A multiplicand's limbs lie below 16 units of 2^48. Differences of the inverse need one of them for their offset.
  static constexpr Bound capacity = times_q(15);  // proof 22.8

  RINGLET_INLINE explicit Goldilocks52(const WordModulus& m)
      : start_(Isa::sub(Vec{}, zero_times(Twiddle::Codec::factor * one_unit))),
        lifted_start_(zero_times(Twiddle::Codec::factor * product_lift)),
        offset_(zero_times(offset_multiple)),
        gs_offset_(zero_times(gs_multiple)),
        least_(zero_times(1)),
        q_(Isa::broadcast_limb(m.q)) {}

  /// Splits words at bit 48.
  RINGLET_INLINE static Vec from_words(Limb x) { return {{low_48(x), Base::template shift_right<48>(x)}}; }

  // ---- Cooley-Tukey ----

  /// Computes (x, y) <- (x + T, x - T) with T = w y mod q, whose limbs lie in (-growth, growth).
  RINGLET_INLINE void butterfly_ct(Vec& x, Vec& y, const Twiddle& w) const {
    const Vec product = multiply(y, w, start_);
    y = Isa::sub(x, product);
    x = Isa::add(x, product);
  }
  static constexpr Range ct_result(Range x) { return {x.low - growth, x.high + growth}; }  // proof 22.9
  // proof 22.9
  static constexpr bool ct_accepts(Range x) { return x.low >= growth && x.high + growth <= capacity; }

  /// Adds the offset that keeps all stages of a pass above zero.
  static constexpr unsigned max_lift = 0;  // proof 22.9
  // proof 22.9
  static constexpr Range prepared(Range x, unsigned) { return {x.low + offset.low, x.high + offset.high}; }
  template <Bound, unsigned>
  RINGLET_INLINE Vec prepare(Vec x) const {
    return Isa::add(x, offset_);
  }
  RINGLET_INLINE Vec reduce_leader(Vec x) const { return Isa::add(folded(x), offset_); }
  static constexpr Range leader = {1567, 1825};                            // proof 22.9
  static constexpr Range between_passes(unsigned) { return {796, 2853}; }  // proof 22.9

  // ---- Gentleman-Sande ----

  static constexpr unsigned gs_offset = 8;  // proof 22.10
  RINGLET_INLINE void butterfly_gs(Vec& x, Vec& y) const {
    const Vec difference = Isa::sub(Isa::add(x, gs_offset_), y);
    x = Isa::add(x, y);
    y = difference;
  }
  RINGLET_INLINE Vec mul_twiddle(Vec x, const Twiddle& w) const { return multiply(x, w, lifted_start_); }
  static constexpr Bound product_bound(Bound) { return 513; }          // proof 22.8
  static constexpr Bound between_inverse_passes() { return 2 * 514; }  // proof 22.10
  RINGLET_INLINE Vec reduce(Vec x) const { return Isa::add(folded(x), least_); }
  static constexpr Bound reduced_bound(Bound) { return 257; }  // proof 22.8

  /// Converts to words below q; the factor is ignored.
  template <unsigned, Bound from>
  RINGLET_INLINE Limb finish(Vec x) const {
    static_assert(from <= times_q(16));
    const Limb top_a = Base::template shift_right<48>(x.limb[0]);
    const Limb top_b = Base::template shift_right<48>(x.limb[1]);
    const Limb b = Base::add(low_48(x.limb[1]), top_a);
    // 2^48 b is (b mod 2^16) 2^48 + high 2^64, and 2^64 is 2^32 - 1.
    const Limb high = Base::template shift_right<16>(b);
    const Limb multiple = Base::sub(Base::shift_left(high, Isa::broadcast_limb(32)), high);
    const Limb low = Base::add(low_48(x.limb[0]), Base::shift_left(b, Isa::broadcast_limb(48)));
    Limb sum = Base::add(low, multiple);
    sum = Base::subtract_if(Base::less(sum, multiple), sum, q_);
    sum = Base::subtract_once(sum, q_);
    return Base::add_if(Base::less(sum, top_b), Base::sub(sum, top_b), q_);
  }

#ifdef RINGLET_CHECKED
  [[nodiscard]] static std::uint64_t modulus() { return moduli.least; }
#endif

 private:
  using Base = typename Isa::Base;

  static constexpr Bound growth = 257;  // proof 22.8
  /// Limbs of a number that is 0 modulo q.
  static constexpr std::uint64_t zero_a = 0x10000ffff;  // proof 22.8
  static constexpr std::uint64_t zero_b = 0xfffeffff;   // proof 22.8
  /// Multiple of zero that is nearly one unit in either limb.
  static constexpr std::uint64_t one_unit = 1 << 16;  // proof 22.8
  /// Multiples of zero that are added: to lifted products, to leaders, to differences of the inverse.
  static constexpr std::uint64_t product_lift = 64;           // proof 22.8
  static constexpr std::uint64_t offset_multiple = 401408;    // proof 22.9
  static constexpr std::uint64_t gs_multiple = 8 * one_unit;  // proof 22.10
  static constexpr Range offset = {1567, 1569};               // proof 22.9

  RINGLET_INLINE static Vec zero_times(std::uint64_t multiple) {
    return {{Isa::broadcast_limb(multiple * zero_a), Isa::broadcast_limb(multiple * zero_b)}};
  }

  RINGLET_INLINE static Limb low_48(Limb x) {
    return Base::bit_and(x, Isa::broadcast_limb((std::uint64_t{1} << 48) - 1));
  }

  /// Moves the bits from 48 on to the other limb. Input: [0, 2^52). Output: (-16, 2^48 + 16).
  RINGLET_INLINE static Vec folded(Vec x) {
    const Limb top_a = Base::template shift_right<48>(x.limb[0]);
    const Limb top_b = Base::template shift_right<48>(x.limb[1]);
    return {{Base::sub(low_48(x.limb[0]), top_b), Base::add(low_48(x.limb[1]), top_a)}};
  }

  /// Returns x w mod q plus start / 16. Input: [0, 2^52).
  RINGLET_INLINE static Vec multiply(Vec x, const Twiddle& w, const Vec& start) {
    const auto low = [&](Limb sum, Limb v, Limb zv) RINGLET_INLINE_LAMBDA {
      return Base::template shift_right_signed<4>(Isa::madd_low(Isa::madd_low(sum, x.limb[0], v), x.limb[1], zv));
    };
    const auto high = [&](Limb v, Limb zv) RINGLET_INLINE_LAMBDA {
      return Isa::madd_high(Isa::madd_high(Isa::zero(), x.limb[0], v), x.limb[1], zv);
    };
    return {{Base::sub(low(start.limb[0], w.a, w.za), high(w.b, w.zb)),
             Base::add(low(start.limb[1], w.b, w.zb), high(w.a, w.za))}};
  }

  Vec start_;
  Vec lifted_start_;
  Vec offset_;
  Vec gs_offset_;
  Vec least_;
  Limb q_;
};

}  // namespace ringlet::arith
