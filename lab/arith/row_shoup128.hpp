#pragma once

#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/bound.hpp"
#include "arith/modulus.hpp"
#include "arith/row_twiddle.hpp"
#include "arith/shoup/product.hpp"
#include "arith/shoup/shoup.hpp"
#include "isa/compiler.hpp"
#include "lab/arith/row_codec64.hpp"
#include "ringlet/types.hpp"

namespace ringlet::lab {

/// Fixed multiplicands in two rows of 64-bit limbs.
template <class Isa>
struct RowTwiddle64 {
  using Codec = RowCodec64;
  static constexpr unsigned words = Codec::words;

  using Base = typename Isa::Base;
  using Limb = typename Base::Vec;

  /// Holds `count` twiddles, repeated through the lanes. In memory, the quotients for row 0 come first, then those for
  /// row 1, then the limbs, row by row. Kernels load them at each use: six limbs are too many for registers.
  template <unsigned count>
  struct Stored {
    const std::uint64_t* limbs;

    [[nodiscard]] RINGLET_INLINE Limb quotient(unsigned row) const { return load_limb(row); }
    [[nodiscard]] RINGLET_INLINE Limb limb(unsigned row, unsigned j) const { return load_limb(2 * (row + 1) + j); }

   private:
    [[nodiscard]] RINGLET_INLINE Limb load_limb(unsigned index) const {
      return Base::template load_repeated<count>(limbs + index * count);
    }
  };

  template <unsigned count>
  RINGLET_INLINE static Stored<count> load(const uint128_t* p) {
    return {static_cast<const std::uint64_t*>(static_cast<const void*>(p))};
  }
};

/// Arithmetic on 128-bit words with the interface of `Shoup` and the quotient of the library's kernels in 52-bit limbs
/// (`arith::Radix52`). The product x w is the sum of x_i w_i over rows of w. One quotient, the sum of
/// floor(x_i w'_i / 2^64), removes the multiples of q at once. This takes eight products of 64-bit words instead of
/// nine.
///
/// Two limbs of 64 bits leave 4 bits above a modulus of 124 bits; limbs of 52 bits leave 6 or 32. So the quotient
/// counts q itself and not a multiple of it. It is one limb and a bit, the carry of its sum; the bit costs one more
/// subtraction.
///
/// Validity  q < 2^124
/// Twiddle   RowTwiddle64: six limbs
/// Source    our own; the quotient follows V. Shoup, as in D. Harvey (2014). Proofs:
///           docs/bounds/word128.md, section 15.
template <class IsaPolicy>
class RowShoup128 : public arith::Shoup<IsaPolicy, 16, arith::TruncatedProduct<IsaPolicy>>,
                    public arith::NttDefaults<RowShoup128<IsaPolicy>> {
  using Plain = arith::Shoup<IsaPolicy, 16, arith::TruncatedProduct<IsaPolicy>>;
  using Base = typename IsaPolicy::Base;
  using Limb = typename Base::Vec;

 public:
  using Isa = IsaPolicy;
  using Vec = typename Isa::Vec;
  using Twiddle = RowTwiddle64<Isa>;
  using Range = arith::Range;
  using Bound = arith::Bound;

  static constexpr auto moduli = arith::moduli_of_lengths<uint128_t>(2, 124);  // proof 15.1
  /// Input below 4q costs no more than canonical input, and all output is canonical.
  // no proof: the ranges of passes have their own
  static constexpr arith::Traits traits{
      .forward_inputs = {4}, .forward_outputs = {1}, .inverse_outputs = {1}, .has_long_chains = true};
  using Defaults = arith::NttDefaults<RowShoup128<IsaPolicy>>;
  using Defaults::between_inverse_passes;
  using Defaults::between_passes;
  using Defaults::max_multiplicand;
  using Defaults::product_range;

  RINGLET_INLINE explicit RowShoup128(const arith::BasicModulus<uint128_t>& m)
      : Plain(m), growth_q_(Isa::broadcast(growth * m.q)), lift_q_(Isa::broadcast(lift * m.q)) {}

  /// Bound, in multiples of q, for the error of products on either side.
  static constexpr unsigned growth = 2;  // proof 15.1

  // ---- Cooley-Tukey ----

  /// (x, y) <- (x + T, x - T) with T = w y mod q in (-growth q, growth q).
  template <class W>
  RINGLET_INLINE void butterfly_ct(Vec& x, Vec& y, W w) const {
    const Vec product = multiply(y, w);
    y = Isa::sub(x, product);
    x = Isa::add(x, product);
  }
  static constexpr Range ct_result(Range x) {  // proof 15.2
    return {x.low - arith::times_q(growth), x.high + arith::times_q(growth)};
  }
  static constexpr bool ct_accepts(Range x) {  // proof 15.2
    return x.low >= arith::times_q(growth) && x.high + arith::times_q(growth) <= Plain::capacity;
  }

  /// Keeps values below half the capacity and above zero, for two stages.
  static constexpr unsigned lift = 2 * growth;          // proof 15.2
  static constexpr Range prepared(Range x, unsigned) {  // proof 15.2
    return {arith::times_q(lift), Plain::reduced_bound(x.high) + arith::times_q(lift)};
  }
  template <Bound high, unsigned>
  RINGLET_INLINE Vec prepare(Vec x) const {
    if constexpr (high > Plain::capacity / 2) x = Plain::reduce(x);
    return Isa::add(x, lift_q_);
  }

  // ---- Gentleman-Sande ----

  /// x w mod q. Input: any word x. Output: below product_bound.
  template <class W>
  RINGLET_INLINE Vec mul_twiddle(Vec x, W w) const {
    return Isa::add(multiply(x, w), growth_q_);
  }
  static constexpr Bound product_bound(Bound) { return arith::times_q(2 * growth); }  // proof 15.3

 private:
  /// T = x w mod q in (-growth q, growth q), modulo 2^128. Input: any word x.
  template <class W>
  RINGLET_INLINE Vec multiply(Vec x, W w) const {
    const Vec q = this->q();
    typename Base::Carry carry{};
    const Limb quotient =
        Base::add_carry(Base::mul_high(x.low, w.quotient(0)), Base::mul_high(x.high, w.quotient(1)), carry);
    Vec low_row, high_row, multiple;
    Base::mul_widening(x.low, w.limb(0, 0), low_row.low, low_row.high);
    Base::mul_widening(x.high, w.limb(1, 0), high_row.low, high_row.high);
    Base::mul_widening(quotient, q.low, multiple.low, multiple.high);
    const Limb upper = Base::sub(Base::add(Base::mul_low(x.low, w.limb(0, 1)), Base::mul_low(x.high, w.limb(1, 1))),
                                 Base::mul_low(quotient, q.high));
    Vec product = Isa::sub(Isa::add(low_row, high_row), multiple);
    product.high = Base::add(product.high, upper);
    // A carry of the quotient counts 2^64 q.
    product.high = Base::select(carry, Base::sub(product.high, q.low), product.high);
    return product;
  }

  Vec growth_q_;
  Vec lift_q_;
};

}  // namespace ringlet::lab
