#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/fma_limbs/double_rows.hpp"
#include "arith/fma_multiword/fma_multiword_codec.hpp"
#include "arith/fma_multiword/parameters.hpp"
#include "arith/integers_in_doubles.hpp"
#include "arith/limbs_of_words.hpp"
#include "arith/multiword_cells.hpp"
#include "arith/multiword_ntt_arithmetic.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Arithmetic on numbers of L limbs in doubles, by fused multiply-add. Numbers lie about zero. Sums are not carried;
/// multiplicands are carried when they are used. A fixed factor is multiplied by rows, like the 128-bit words of
/// FmaLimbs. A product of two variables takes one of them limb by limb, from the top, and subtracts a multiple of q
/// each time. Rounds to nearest (kernels/environment.hpp).
///
/// Validity  q odd of at least 43 (L - 1) + 3 bits, capacity q <= 2^(43 (L - 1) + 46)
/// Source    our own; the exact product by FMA as in Fma53. Proofs: docs/bounds/multiword.md, section 19.
template <class IsaPolicy, unsigned word_count>
class FmaMultiword : public MultiwordCells<IsaPolicy, word_count> {
  using Cells = MultiwordCells<IsaPolicy, word_count>;

 public:
  using Cells::lanes;
  using Cells::limbs;
  using Cells::words;
  using typename Cells::Base;
  using typename Cells::Isa;
  using typename Cells::Limb;
  using typename Cells::Value;
  static constexpr unsigned together = 2;                             // no proof: the fastest
  static constexpr bool has_long_products = limbs == 8 || limbs > 9;  // no proof: equally fast, and shorter
  using Parameters = FmaMultiwordParameters<limbs>;
  static constexpr Bound capacity = Parameters::capacity;
  static constexpr unsigned capacity_bits = Parameters::capacity_bits;
  static constexpr unsigned min_modulus_bits = Parameters::min_modulus_bits;
  using Ranges = FmaMultiwordRanges<limbs>;
  using ModulusCodec = FmaMultiwordModulusCodec<limbs>;
  static constexpr MultiwordFormat twiddle_format{
      .limb_bits = Isa::limb_bits, .limbs = limbs, .rows = limbs, .in_doubles = true};

  RINGLET_INLINE FmaMultiword(const MultiwordModulusConstants& /*q*/, const std::uint64_t* constants)
      : constants_(constants) {}

  // ---- memory ----

  RINGLET_INLINE Value from_words(const std::uint64_t* p, std::size_t stride) const {
    Limb word[words];
    Columns::load(word, p, stride);
    Value x = Digits::limbs(word);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limbs; ++i) x.limb[i] = Doubles::from_words(x.limb[i]);
    return x;
  }

  /// Stores numbers that `canonical` has returned.
  RINGLET_INLINE void to_words(std::uint64_t* p, std::size_t stride, const Value& x) const {
    Limb word[words];
    Digits::put(word, digits_of(x));
    Columns::store(p, stride, word);
  }
  RINGLET_INLINE void stream_words(std::uint64_t* p, const Value& x) const {
    Limb word[words];
    Digits::put(word, digits_of(x));
    Cells::stream_columns(p, word);
  }

  // ---- arithmetic ----

  RINGLET_INLINE Value add(const Value& x, const Value& y) const { return Isa::add(x, y); }
  RINGLET_INLINE Value sub(const Value& x, const Value& y) const { return Isa::sub(x, y); }
  template <unsigned factor>
  RINGLET_INLINE static Value lifted(const Value& x) {
    return x;
  }

  /// Return x w, at most 5/8 q in magnitude, with rows of w that all lanes share, or for each lane.
  RINGLET_INLINE Value mul_twiddle(const Value& x, const std::uint64_t* w) const {
    Isa::forget_again(w);
    return mul_rows(x, [w](unsigned i) RINGLET_INLINE_LAMBDA { return at(w, i); });
  }
  RINGLET_INLINE Value mul_lanes(const Value& x, const std::uint64_t* w) const {
    Isa::forget_again(w);
    return mul_rows(x, [w](unsigned i) RINGLET_INLINE_LAMBDA { return Base::load(w + i * lanes); });
  }

  /// Computes x_k y_k, at most 5/8 q in magnitude, in place of x_k. For each limb of y, from the top, the result is
  /// shifted up by a limb and x times the limb is added. A step waits for the last step, so several products are
  /// computed at once.
  template <std::size_t count>
  RINGLET_INLINE void mul(Value (&x)[count], const Value (&y)[count]) const {
    Value factor[count], result[count];
    Limb ratio[count];
    RINGLET_UNROLL_FULLY
    for (std::size_t k = 0; k < count; ++k) {
      x[k] = Isa::carried(x[k]);
      factor[k] = Isa::carried(y[k]);
      ratio[k] = ratio_to_q(x[k]);
      result[k] = first_step(x[k], factor[k].limb[limbs - 1], ratio[k]);
    }
    for (unsigned i = 1; i < limbs; ++i) {
      RINGLET_UNROLL_FULLY
      for (std::size_t k = 0; k < count; ++k) {
        result[k] = next_step(result[k], x[k], factor[k].limb[limbs - 1 - i], ratio[k]);
      }
    }
    RINGLET_UNROLL_FULLY
    for (std::size_t k = 0; k < count; ++k) x[k] = result[k];
  }

  /// Reduces from below capacity q to at most 5/8 q in magnitude, carried.
  RINGLET_INLINE Value reduced(const Value& x) const { return Isa::carried(remainder(x)); }
  RINGLET_INLINE Value kept(const Value& x) const { return reduced(x); }

  /// Reduces to [0, q), all limbs in [0, 2^44).
  RINGLET_INLINE Value canonical(Value x) const {
    x = remainder(x);
    // Carries are rounded down here, so that the top limb has the sign of the number.
    const Limb offset = Isa::broadcast(Isa::rounder * Isa::radix);
    const Limb half = Isa::broadcast((Isa::radix - 1) / 2);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i + 1 < limbs; ++i) {
      const Limb carry = Base::double_sub(Base::double_add(Base::double_sub(x.limb[i], half), offset), offset);
      x.limb[i] = Base::double_sub(x.limb[i], carry);
      x.limb[i + 1] = Base::double_mul_add(carry, Isa::broadcast(1 / Isa::radix), x.limb[i + 1]);
    }
    const auto is_negative = Base::is_negative(x.limb[limbs - 1]);
    const std::uint64_t* const q = again() + Layout::words_of_q;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limbs; ++i) {
      x.limb[i] = Base::double_add(x.limb[i], Base::keep_if(is_negative, at(q, i)));
    }
    return x;
  }

 private:
  using Layout = FmaMultiwordLayout<limbs>;
  using typename Cells::Columns;
  using Digits = LimbsOfWords<Isa, words>;
  using Doubles = IntegersInDoubles<Base>;
  using Rows = DoubleRows<Isa>;

  /// Returns the constants so that they are read again each time, which leaves the registers to vectors.
  RINGLET_INLINE const std::uint64_t* again() const {
    const std::uint64_t* p = constants_;
    Isa::forget_again(p);
    return p;
  }
  RINGLET_INLINE static Limb at(const std::uint64_t* p, unsigned i) { return Base::template load_repeated<1>(p + i); }

  /// Returns the limbs of a canonical number as integers below 2^limb_bits.
  RINGLET_INLINE static Value digits_of(Value x) {
    const Limb mask = Base::broadcast((std::uint64_t{1} << Isa::limb_bits) - 1);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limbs; ++i) {
      const Limb digit = Doubles::to_signed_words(x.limb[i]);
      x.limb[i] = i == 0 ? digit : Base::add(digit, Base::template shift_right<Isa::limb_bits>(x.limb[i - 1]));
    }
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limbs; ++i) x.limb[i] = Base::bit_and(x.limb[i], mask);
    return x;
  }

  template <class W>
  RINGLET_INLINE Value mul_rows(Value x, const W& w) const {
    x = Isa::carried(x);
    typename Rows::Columns columns;
    Limb quotient = Base::double_mul(x.limb[0], w(limbs));
    Rows::start(columns, x.limb[0], w);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 1; i < limbs; ++i) {
      const auto row = [&, first = i * (limbs + 1)](unsigned j) RINGLET_INLINE_LAMBDA { return w(first + j); };
      quotient = Base::double_mul_add(x.limb[i], row(limbs), quotient);
      Rows::add(columns, x.limb[i], row);
    }
    return less_multiple(columns, quotient);
  }

  /// Returns x y, with y being a limb.
  RINGLET_INLINE Value first_step(const Value& x, Limb y, Limb ratio) const {
    typename Rows::Columns columns;
    Rows::start(columns, y, [&x](unsigned j) RINGLET_INLINE_LAMBDA { return x.limb[j]; });
    return less_multiple(columns, Base::double_mul(ratio, y));
  }

  /// Returns result 2^limb_bits + x y, with y being a limb and ratio about x / q.
  RINGLET_INLINE Value next_step(const Value& result, const Value& x, Limb y, Limb ratio) const {
    typename Rows::Columns columns;
    Rows::start(columns, y, [&x](unsigned j) RINGLET_INLINE_LAMBDA { return x.limb[j]; });
    const Limb radix = Isa::broadcast(Isa::radix);
    columns.sum[limbs - 1] = Base::double_mul_add(result.limb[limbs - 1], radix, columns.sum[limbs - 1]);
    RINGLET_UNROLL_FULLY
    for (unsigned j = 1; j < limbs; ++j) columns.rest[j] = Base::double_add(columns.rest[j], result.limb[j - 1]);
    return less_multiple(columns, Base::double_mul_add(ratio_to_q(result), radix, Base::double_mul(ratio, y)));
  }

  /// Returns the number in columns minus the nearest multiple of q.
  RINGLET_INLINE Value less_multiple(const typename Rows::Columns& columns, Limb quotient) const {
    const Limb offset = Isa::broadcast(Isa::rounder);
    quotient = Base::double_sub(Base::double_add(quotient, offset), offset);
    const std::uint64_t* const q = again() + Layout::q;
    return Rows::without(columns, quotient, [q](unsigned j) RINGLET_INLINE_LAMBDA { return at(q, j); });
  }

  /// Returns x / q, not rounded to an integer.
  RINGLET_INLINE Limb ratio_to_q(const Value& x) const {
    const std::uint64_t* const ratios = again() + Layout::ratios;
    Limb ratio = Base::double_mul(x.limb[limbs - 1], at(ratios, 0));
    RINGLET_UNROLL_FULLY
    for (unsigned i = 1; i < Layout::ratio_count; ++i) {
      ratio = Base::double_mul_add(x.limb[limbs - 1 - i], at(ratios, i), ratio);
    }
    return ratio;
  }

  /// Returns x minus the nearest multiple of q; limbs are not carried.
  RINGLET_INLINE Value remainder(Value x) const {
    const Limb offset = Isa::broadcast(Isa::rounder);
    const Limb multiples = Base::double_sub(Base::double_add(ratio_to_q(x), offset), offset);
    const std::uint64_t* const q = again() + Layout::q;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limbs; ++i) x.limb[i] = Base::double_sub_mul(x.limb[i], multiples, at(q, i));
    return x;
  }

  const std::uint64_t* constants_;
};

}  // namespace ringlet::arith
