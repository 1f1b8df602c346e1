#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include "arith/bound.hpp"
#include "arith/canonical.hpp"
#include "arith/codec.hpp"
#include "arith/modulus.hpp"
#include "arith/word_traits.hpp"
#include "isa/compiler.hpp"

/// Contracts between arithmetics and kernels: kernels are constrained by the concepts below. An arithmetic is a class
/// template over an instruction set. It is constructed from a modulus, and its member functions work on vectors. Bounds
/// are in units of q/256 (bound.hpp).
namespace ringlet::arith {

/// Factors f of lazy values, which lie below f q: powers of two, ascending, then zeros. `any_word` stands for all
/// words. Kernels have a variant for each factor of an arithmetic, and take other operands by the variant of the next
/// larger factor.
struct Factors {
  static constexpr unsigned any_word = ~0U;  // no proof: a mark, no bound

  unsigned factor[3];

  [[nodiscard]] constexpr unsigned count() const { return factor[1] == 0 ? 1 : factor[2] == 0 ? 2 : 3; }
  [[nodiscard]] constexpr unsigned most() const { return factor[count() - 1]; }
  /// Returns the factor whose variant accepts operands below f q: the least factor that is at least f, or else most().
  [[nodiscard]] constexpr unsigned serving(unsigned f) const {
    for (const unsigned each : factor) {
      if (f <= each) return each;
    }
    return most();
  }
  /// Returns whether values of each factor fit a word of an array for the modulus q.
  template <class Word>
  [[nodiscard]] constexpr bool fit(TwiddleWord<Word> q) const {
    for (const unsigned each : factor) {
      if (each != 0 && each != any_word && !fits<Word>(each, q)) return false;
    }
    return true;
  }
};

/// Properties of an arithmetic besides its moduli, functions and bounds. Each arithmetic states both, for example as
///
///   static constexpr auto moduli = moduli_of_lengths<Word>(2, 50);
///   static constexpr Traits traits{.in_doubles = true};
struct Traits {
  // ---- values ----

  /// Whether values are doubles, or limbs in doubles. Kernels then round to nearest; range checks compare magnitudes.
  bool in_doubles = false;
  /// Number of low bits that make up a value in a word, while the other bits may be anything; 0 for all bits.
  unsigned significant_bits = 0;
  /// Logarithm of the unit of ranges that hold for each limb of a value; 0 if ranges are those of numbers, in q/256.
  unsigned limb_unit_log = 0;

  // ---- transforms ----

  Factors forward_inputs = {1, 4};  // proof 5.3
  Factors forward_outputs = {1, 4};
  Factors inverse_inputs = {2};  // proof 6.1
  Factors inverse_outputs = {1, 2};
  /// Whether a product is so long a dependency chain that a change of passes costs as much as some butterflies. Its
  /// table is then so large that large transforms of 128-bit words twist values, too (kernels/ntt_pass.hpp).
  bool has_long_chains = false;
  /// Whether a register block fills the registers. It is then processed in halves: each value is loaded before its
  /// first use and stored after its last use.
  bool fills_registers = false;
  /// Whether only the first value of each register block is reduced, once per pass. Requires `leader` and
  /// `reduce_leader`.
  bool reduces_leaders = false;
  /// Whether, in the inverse, 1/n is part of the products of pass 0 instead of the products of stage 0. Each value gets
  /// the factor with its first product of the pass, in the first butterfly of a group. Only the sum of all values has
  /// no product and needs an extra one.
  bool scales_first_products = false;
  /// Whether products can be lifted in the inverse: if a product or its sum is the first operand of a butterfly, the
  /// difference needs no offset. There is room for the sum of all values of a transform, so that passes need not reduce
  /// it and only propagate its carries. Requires `lifted_product`, `butterfly_gs_in_order` and `mul_twiddle<lift>`.
  bool lifts_products = false;

  // ---- element-wise operations ----

  /// Factors of the operands of products of two vectors, and of products by fixed multiplicands. Operands below 2q
  /// count as below 4q, because few callers have them.
  Factors operands = {1, 4};
  Factors fixed_operands = {1, 4, 8};
  /// Whether products come in stages, for kernels::map_in_stages, because their chain is longer than a CPU looks ahead.
  bool in_stages = false;

  /// Returns whether lazy values of all factors above fit a word of an array for the modulus q. Operands of
  /// element-wise operations need not if the word has no lazy values: they are below the factor times q and fit the
  /// word.
  template <class Word>
  [[nodiscard]] constexpr bool have_room(TwiddleWord<Word> q) const {
    const bool transforms = forward_inputs.fit<Word>(q) && forward_outputs.fit<Word>(q) &&
                            inverse_inputs.fit<Word>(q) && inverse_outputs.fit<Word>(q);
    return transforms && (!WordTraits<Word>::has_lazy_values || (operands.fit<Word>(q) && fixed_operands.fit<Word>(q)));
  }
};

/// Returns `factors` for transforms of arrays of a word with lazy values, else 1 alone.
template <class Word>
constexpr Factors factors_for(Factors factors) {
  return WordTraits<Word>::has_lazy_values ? factors : Factors{1};
}

/// A type of fixed multiplicands in registers, or of references to them. `load<count>` returns `count` of them,
/// repeated through the lanes, from memory that `Codec` has written.
template <class T, class Word>
concept Multiplicand = requires(const Word* p) {
  requires std::same_as<typename T::Codec::Word, Word>;
  { T::words } -> std::convertible_to<unsigned>;
  { T::Codec::encode } -> std::convertible_to<decltype(TwiddleCodec<Word>::encode)>;
  T::template load<1>(p);
};

/// Requirements on all arithmetics.
template <class A>
concept Arithmetic = requires {
  typename A::Isa;
  typename A::Isa::Word;
  /// A value in memory between passes: a word, or the instruction set's own representation.
  typename A::Isa::Cell;
  typename A::Vec;
  requires std::same_as<decltype(A::traits), const Traits>;
  requires std::same_as<decltype(A::moduli), const ModulusRange<TwiddleWord<typename A::Isa::Word>>>;
  requires A::moduli.least >= 2 && A::moduli.least <= A::moduli.greatest;
  requires A::traits.template have_room<typename A::Isa::Word>(A::moduli.greatest);
  requires std::constructible_from<A, const ModulusFor<typename A::Isa::Word>&>;
};

/// Whether residue number systems have moduli of the arithmetic.
template <class A>
inline constexpr bool serves_rns =
    has_rns<typename A::Isa::Word> && A::moduli.least >> WordTraits<typename A::Isa::Word>::max_rns_bits == 0;

/// Defaults of members that an arithmetic of transforms may leave out: A derives from it.
template <class A>
struct NttDefaults {
  /// Returns the range of values that enter a pass of `stages` stages other than the first of a forward transform: the
  /// results of a preparation in the last stage of the pass before, or any value below the capacity.
  static constexpr Range between_passes([[maybe_unused]] unsigned stages) {  // proof 5.3
    if constexpr (A::max_lift == 0) {
      return {0, A::capacity};
    } else {
      return A::ct_result(A::prepared({0, A::capacity}, A::max_lift));
    }
  }

  /// Returns the bound of values that a pass of the inverse leaves to the next. It is twice the bound of a product if
  /// reductions reach below that, so that sums have room to grow, else half the capacity.
  static constexpr Bound between_inverse_passes() {  // proof 6.1
    constexpr Bound half = A::capacity / 2;
    constexpr Bound products = 2 * A::product_bound(A::capacity);
    return A::reduced_bound(A::capacity) <= products && products <= half ? products : half;
  }

  /// Returns the bound of mul_twiddle's operands in the inverse. The schedules check it against all differences and
  /// sums that they multiply, whatever the signs of the operands.
  static constexpr Bound max_multiplicand() { return A::capacity; }

  /// Returns the range of a product of any value, if it enters a pass of a forward transform.
  static constexpr Range product_range() { return {0, A::product_bound(A::capacity)}; }  // proof 5.3
};

/// An arithmetic of transforms, on lazy values.
template <class A>
concept NttArithmetic =
    Arithmetic<A> && Multiplicand<typename A::Twiddle, TwiddleWord<typename A::Isa::Word>> &&
    requires(const A a, typename A::Vec x, typename A::Vec y, const typename A::Isa::Word* p,
             const TwiddleWord<typename A::Isa::Word>* t, Range r, Bound b) {
      /// Converts the caller's words to lazy values, once in the first pass.
      { A::from_words(A::Isa::load(p)) } -> std::same_as<typename A::Vec>;
      /// Returns x w mod q, below product_bound(x).
      { a.mul_twiddle(x, A::Twiddle::template load<1>(t)) } -> std::same_as<typename A::Vec>;
      /// Computes a Cooley-Tukey butterfly (x, y) <- (x + w y, x - w y) up to multiples of q, in ct_result(range of x).
      /// Requires ct_accepts(range of x); y may be any value below the capacity.
      a.butterfly_ct(x, y, A::Twiddle::template load<1>(t));
      /// Brings x, below `high`, to a range that butterfly_ct accepts: prepared(range, lift), 0 <= lift <= max_lift.
      { a.template prepare<one_q, 0>(x) } -> std::same_as<typename A::Vec>;
      /// Computes a Gentleman-Sande butterfly (x, y) <- (x + y, x - y + gs_offset q), both inputs below half the
      /// capacity. The caller multiplies y.
      a.butterfly_gs(x, y);
      /// Reduces x to below reduced_bound.
      { a.reduce(x) } -> std::same_as<typename A::Vec>;
      /// Converts values below a bound to the caller's words below Factor q, once in the last pass.
      a.template finish<1, one_q>(x);

      { A::capacity } -> std::convertible_to<Bound>;
      { A::max_lift } -> std::convertible_to<unsigned>;
      { A::gs_offset } -> std::convertible_to<unsigned>;
      { A::ct_accepts(r) } -> std::same_as<bool>;
      { A::ct_result(r) } -> std::same_as<Range>;
      { A::prepared(r, 0U) } -> std::same_as<Range>;
      { A::product_bound(b) } -> std::same_as<Bound>;
      { A::reduced_bound(b) } -> std::same_as<Bound>;

      // NttDefaults has these.
      { A::between_passes(1U) } -> std::same_as<Range>;
      { A::between_inverse_passes() } -> std::same_as<Bound>;
      { A::max_multiplicand() } -> std::same_as<Bound>;
      { A::product_range() } -> std::same_as<Range>;
    } &&
    (!A::traits.reduces_leaders ||
     requires(const A a, typename A::Vec x) {
       /// Returns the first value of a register block, reduced to the range `leader`. All outputs of a pass are that
       /// value plus or minus one product per stage.
       { a.reduce_leader(x) } -> std::same_as<typename A::Vec>;
       { A::leader } -> std::convertible_to<Range>;
     }) &&
    (!A::traits.lifts_products || requires(const A a, typename A::Vec x, const TwiddleWord<typename A::Isa::Word>* t) {
      /// Returns x w mod q in lifted_product(lift).
      { a.template mul_twiddle<1>(x, A::Twiddle::template load<1>(t)) } -> std::same_as<typename A::Vec>;
      { A::lifted_product(1U) } -> std::same_as<Range>;
      /// Computes butterfly_gs for y <= x, without an offset.
      a.butterfly_gs_in_order(x, x);
    });

/// An arithmetic of transforms whose values may stay in cells between calls. Coefficients lie below
/// buffer_coefficients, evaluations below buffer_evaluations, evaluations that may be factors of products below
/// buffer_factors.
template <class A>
concept BufferArithmetic = NttArithmetic<A> && requires(const A a, typename A::Vec x) {
  { A::buffer_coefficients } -> std::convertible_to<Bound>;
  { A::buffer_evaluations } -> std::convertible_to<Bound>;
  { A::buffer_factors } -> std::convertible_to<Bound>;
  /// Reduces from [low, b), b at most the capacity, to below reduced_bound(b), in the form of factors.
  { a.template reduce_to_factor<Bound{0}>(x) } -> std::same_as<typename A::Vec>;
};

/// Defaults of members that an element-wise arithmetic may leave out, for lanes with room for 8 q. A derives from it
/// and has q() and, as a word, modulus().
template <class A, class Isa>
struct EltwiseDefaults {
  using Vec = typename Isa::Vec;

  RINGLET_INLINE Vec add(Vec x, Vec y) const { return Isa::add_modulo(x, y, derived().q()); }
  RINGLET_INLINE Vec sub(Vec x, Vec y) const { return Isa::subtract_modulo(x, y, derived().q()); }
  /// Returns -x mod q. It subtracts q once, because q - 0 = q is not reduced.
  RINGLET_INLINE Vec neg(Vec x) const { return Isa::subtract_once(Isa::sub(derived().q(), x), derived().q()); }
  template <unsigned From, unsigned To = 1>
  RINGLET_INLINE Vec lower(Vec x) const {
    return canonical_word<From / To, Isa>(x, To * derived().modulus());
  }
  RINGLET_INLINE Vec mul_sums(Vec a0, Vec a1, Vec b0, Vec b1) const {
    return derived().template mul<2>(Isa::add(a0, a1), Isa::add(b0, b1));
  }

 private:
  [[nodiscard]] RINGLET_INLINE const A& derived() const { return static_cast<const A&>(*this); }
};

/// An arithmetic of element-wise operations, on words.
template <class A>
concept EltwiseArithmetic =
    Arithmetic<A> && Multiplicand<typename A::ShoupOperand, TwiddleWord<typename A::Isa::Word>> &&
    requires(const A a, typename A::Vec x) {
      // EltwiseDefaults has these.
      /// Return x + y, x - y and -x mod q, all in [0, q).
      { a.add(x, x) } -> std::same_as<typename A::Vec>;
      { a.sub(x, x) } -> std::same_as<typename A::Vec>;
      { a.neg(x) } -> std::same_as<typename A::Vec>;
      /// Reduces from [0, From q) to [0, To q); To is 1 by default.
      { a.template lower<2, 2>(x) } -> std::same_as<typename A::Vec>;
    } && ((A::traits.in_stages && requires(const A a) {
            /// Products of two vectors, and by Shoup operands without and with a summand, each with `enter`,
            /// `advance<1>` ... `advance<steps>` and `leave`.
            a.template product<1>();
            a.template row_product<1, false>();
            a.template row_product<1, true>();
          }) || requires(const A a, typename A::Vec x, const TwiddleWord<typename A::Isa::Word>* t) {
      /// Return x y mod q and x w mod q in [0, q), for operands below Factor q. If there is a `product_factor(f, q)`,
      /// it is the Factor for two operands below f q.
      { a.template mul<1>(x, x) } -> std::same_as<typename A::Vec>;
      { a.template mul_shoup<1>(x, A::ShoupOperand::template load<1>(t)) } -> std::same_as<typename A::Vec>;
      /// Returns (a0 + a1) (b0 + b1) mod q, all in [0, q). EltwiseDefaults has it.
      { a.mul_sums(x, x, x, x) } -> std::same_as<typename A::Vec>;
    });

/// An element-wise arithmetic that also reduces any word to below Factor q, in {1, 2}.
template <class A>
concept WordReducingArithmetic = EltwiseArithmetic<A> && requires(const A a, typename A::Vec x) {
  { a.template reduce_word<1>(x) } -> std::same_as<typename A::Vec>;
};

}  // namespace ringlet::arith
