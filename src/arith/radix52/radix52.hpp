#pragma once

#include <cstdint>
#include <type_traits>

#include "arith/arithmetic.hpp"
#include "arith/bound.hpp"
#include "arith/modulus.hpp"
#include "arith/radix52/parameters.hpp"
#include "arith/radix52/quotient.hpp"
#include "arith/radix52/row_product.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Ranges of a forward transform whose values have room for one pass. All outputs of a pass are its first input plus or
/// minus one product per stage, so no other input needs a reduction between passes.
template <unsigned growth, unsigned max_stages>
struct OffsetPerPass {
  static constexpr unsigned max_input = 4 * growth;        // proof 13.3
  static constexpr unsigned offset = growth * max_stages;  // proof 13.3
  static constexpr bool reduces_leaders = true;
  static constexpr Range leader = {times_q(offset), times_q(offset + 4)};  // proof 13.3
  /// Returns the range of a strided pass's results. The first pass, on values from cells that only get the offset,
  /// reduces no leaders.
  static constexpr Range between_passes(unsigned) {  // proof 13.3
    constexpr unsigned spread = max_row_stages * growth;
    return {leader.low - times_q(spread), times_q(offset + max_input + spread)};
  }
};

/// Ranges of a forward transform whose values have room for all stages of any length.
template <unsigned growth>
struct OffsetForAllPasses {
  static constexpr bool reduces_leaders = false;
  static constexpr unsigned max_stages = 64;  // proof 13.4
  /// The additional q lets evaluations be reduced before they are carried.
  static constexpr unsigned offset = growth * max_stages + 1;  // proof 13.4
  static constexpr unsigned max_input = 16 * growth;           // proof 13.4
  /// Returns the range of the input of a pass of `stages` stages other than the first.
  static constexpr Range between_passes(unsigned stages) {  // proof 13.4
    return {times_q(growth * stages + 1), times_q(max_input + 2 * offset - growth * stages)};
  }
};

template <class Isa>
using RowOffset =
    std::conditional_t<Radix52Parameters<Isa::limb_count>::has_room_for_all_stages, OffsetForAllPasses<row_excess<Isa>>,
                       OffsetPerPass<row_excess<Isa>, max_row_stages + Isa::lanes_log>>;

/// Arithmetic on words of L limbs of 52 bits, L = 2 or 3 (parameters.hpp), by the 52-bit multiply-add instructions.
///
/// A number x is held modulo 2^(52 L), its limbs as signed sums (isa/limb52.hpp). Neither additions nor products mask
/// or carry; only multiplicands are carried. The product x w is the sum of x_i w_i over rows of w. One quotient of a
/// single limb, the sum of floor(x_i w'_i / 2^52), gives all multiples of m q to subtract.
///
/// Validity  arrays of 128-bit words: three limbs: 2^98 <= q < 2^124, transforms of n <= 2^20; two limbs: 2^60 <= q <
///           2^98; arrays of 64-bit words: two limbs, 2^62 <= q < 2^64
/// Twiddle   RowCodec: L (L + 1) limbs
/// Source    our own; the quotient after V. Shoup as in D. Harvey (2014). Proofs: docs/bounds/limbs52.md, section 13.
template <class IsaPolicy>
class Radix52 : public NttDefaults<Radix52<IsaPolicy>>, public RowOffset<IsaPolicy> {
 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Limb = typename Isa::Limb;
  using Word = typename Isa::Word;
  using WordVec = typename Isa::WordIsa::Vec;
  using Twiddle = Radix52Twiddle<Isa>;
  using Constants = LimbConstants<Isa>;
  static constexpr unsigned limb_count = Isa::limb_count;
  using Parameters = Radix52Parameters<limb_count>;
  using Quotient = Radix52Quotient<Isa>;

  /// Whether arrays are of 64-bit words. Shorter moduli than those that fill them leave room for faster arithmetics.
  static constexpr bool has_full_words = sizeof(Word) == sizeof(std::uint64_t);  // no proof: the size of a type
  // no proof: from the parameters
  static constexpr auto moduli =
      moduli_of_lengths<Word>(has_full_words ? 63 : Parameters::min_modulus_bits, Parameters::modulus_bits);
  /// Eight values of three limbs are 24 registers. Input below 4q costs no more than canonical input, but full words
  /// have no room for it. All output is canonical.
  // proof 13.6, 13.11
  static constexpr Traits traits{.forward_inputs = {has_full_words ? 1U : 4U},
                                 .forward_outputs = {1},
                                 .inverse_inputs = {has_full_words ? 1U : 2U},
                                 .inverse_outputs = {1},
                                 .has_long_chains = true,
                                 .fills_registers = limb_count > 2,
                                 .reduces_leaders = RowOffset<Isa>::reduces_leaders,
                                 .scales_first_products = true,
                                 .lifts_products = Parameters::has_room_for_all_stages,
                                 .operands = {1},
                                 .fixed_operands = {1}};
  using RowOffset<Isa>::between_passes;

  /// Amount that a stage adds to a range on either side, in units of q.
  static constexpr unsigned growth = row_excess<Isa>;

  static constexpr Bound capacity = Parameters::capacity;

  RINGLET_INLINE explicit Radix52(const ModulusFor<Word>& m)
      : minus_multiple_(Constants::negated(uint128_t{row_multiple<Isa>} * m.q)),
        minus_q_(Constants::negated(m.q)),
        offset_q_(Constants::multiple(m.q, offset)),
        gs_offset_q_(Constants::multiple(m.q, gs_offset)),
        start_q_{Constants::multiple(m.q, growth), Constants::multiple(m.q, 3 * growth),
                 Constants::multiple(m.q, 7 * growth)},
        q_(Isa::WordIsa::broadcast(m.q)),
        quotient_(m),
        modulus_(m.q) {}

  RINGLET_INLINE static Vec from_words(WordVec x) { return Isa::from_words(x); }

  // ---- Cooley-Tukey ----

  /// Computes (x, y) <- (x + T, x - T) with T = w y mod q in (-growth q, growth q).
  template <class W>
  RINGLET_INLINE void butterfly_ct(Vec& x, Vec& y, W w) const {
    const Vec product = multiply_rows<Isa>(Vec{}, y, w, minus_multiple_);
    y = Isa::sub(x, product);
    x = Isa::add(x, product);
  }
  // proof 13.3, 13.4
  static constexpr Range ct_result(Range x) { return {x.low - times_q(growth), x.high + times_q(growth)}; }
  // proof 13.3, 13.4
  static constexpr bool ct_accepts(Range x) { return x.low >= times_q(growth) && x.high + times_q(growth) <= capacity; }

  using RowOffset<IsaPolicy>::offset;
  static constexpr unsigned max_lift = 0;  // proof 13.3, 13.4

  /// Prepares the input of the transform: an offset keeps the stages of its first pass above zero.
  // proof 13.3, 13.4
  static constexpr Range prepared(Range x, unsigned) { return {x.low + times_q(offset), x.high + times_q(offset)}; }
  template <Bound, unsigned>
  RINGLET_INLINE Vec prepare(Vec x) const {
    return Isa::add(x, offset_q_);
  }

  RINGLET_INLINE Vec reduce_leader(Vec x) const { return Isa::add(reduce(x), offset_q_); }

  // ---- Gentleman-Sande ----

  static constexpr unsigned gs_offset = capacity / 2 / one_q;  // proof 13.5
  /// Returns the bound above which sums at the end of a pass are reduced.
  static constexpr Bound between_inverse_passes() { return Parameters::between_inverse_passes; }

  // ---- values that stay in cells from call to call ----

  static constexpr Bound buffer_coefficients = times_q(RowOffset<Isa>::max_input);  // proof 13.7
  /// Bound of evaluations that may be factors. If quotients need no carries, these are carried.
  static constexpr Bound buffer_factors = Parameters::buffer_factors;
  static constexpr Bound buffer_evaluations = Parameters::buffer_evaluations;

  /// Reduces from [low, b) to [0, reduced_bound(b)), b <= capacity, below buffer_factors.
  template <Bound low>
  RINGLET_INLINE Vec reduce_to_factor(Vec x) const {
    if constexpr (Quotient::needs_carries) {
      return reduce(x);
    } else {
      if constexpr (low < one_q) x = Isa::add(x, offset_q_);
      return Isa::carried(Isa::multiply_add(x, quotient_.rounded_down_uncarried(x), minus_q_));
    }
  }

  RINGLET_INLINE void butterfly_gs(Vec& x, Vec& y) const {
    const Vec difference = Isa::sub(Isa::add(x, gs_offset_q_), y);
    x = Isa::add(x, y);
    y = difference;
  }
  /// Computes butterfly_gs for y <= x, which needs no offset.
  RINGLET_INLINE void butterfly_gs_in_order(Vec& x, Vec& y) const {
    const Vec difference = Isa::sub(x, y);
    x = Isa::add(x, y);
    y = difference;
  }

  /// Returns the range of a product with a lift: (2^(lift+1) - 2) q' + [0, 2 q'), q' = growth q. As first operand, it
  /// meets a product without a lift; then their sum meets a sum with a lift less by one. It is never smaller.
  static constexpr Range lifted_product(unsigned lift) {  // proof 13.6
    return {times_q(((2u << lift) - 2) * growth), times_q((2u << lift) * growth)};
  }
  template <unsigned lift = 0, class W>
  RINGLET_INLINE Vec mul_twiddle(Vec x, W w) const {
    Isa::keep_order();
    return multiply_rows<Isa>(start_q_[lift], x, w, minus_multiple_);
  }
  static constexpr Bound product_bound(Bound) { return times_q(2 * growth); }  // proof 13.5

  /// Returns x mod q. Carries its limbs first, as sums of many stages require.
  RINGLET_INLINE Vec reduce(Vec x) const {
    x = Isa::carried(x);
    return Isa::multiply_add(x, quotient_.rounded_down(x), minus_q_);
  }
  static constexpr Bound reduced_bound(Bound b) {  // proof 13.11
    const Bound reduced = Quotient::rest(b);
    return b < reduced ? b : reduced;
  }

  /// Converts a value below `from` to canonical words; the factor is ignored. A quotient that is too large
  /// by one at most leaves a number in [-q, q).
  template <unsigned, Bound from>
  RINGLET_INLINE WordVec finish(Vec x) const {
    static_assert(from <= Quotient::finished);
    return Isa::to_residues(Isa::multiply_add(x, quotient_.rounded_up(x), minus_q_), q_);
  }

#ifdef RINGLET_CHECKED
  [[nodiscard]] uint128_t modulus() const { return modulus_; }
#endif

 private:
  Vec minus_multiple_;
  Vec minus_q_;
  Vec offset_q_;
  Vec gs_offset_q_;
  Vec start_q_[max_row_stages];  ///< (2^(lift+1) - 1) growth q
  typename Isa::WordIsa::Vec q_;
  Quotient quotient_;
  uint128_t modulus_;
};

}  // namespace ringlet::arith
