#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/limbs_of_words.hpp"
#include "arith/montgomery52/montgomery52_codec.hpp"
#include "arith/montgomery52/montgomery_columns.hpp"
#include "arith/montgomery52/parameters.hpp"
#include "arith/multiword_cells.hpp"
#include "arith/multiword_ntt_arithmetic.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Arithmetic on numbers of L limbs of 52 bits by Montgomery's reduction. Sums are not carried; multiplicands are
/// carried when they are used. The top limb counts modulo 2^52, the other limbs are signed.
///
/// Validity  q odd of at least 52 (L - 1) - 8 bits, capacity q <= 2^(52 L); fewer than 2^7 sums from one product to the
///           next
/// Source    P. Montgomery (1985); our own. Proofs: docs/bounds/multiword.md, section 18.
template <class IsaPolicy, unsigned word_count>
class Montgomery52 : public MultiwordCells<IsaPolicy, word_count> {
  using Cells = MultiwordCells<IsaPolicy, word_count>;

 public:
  using Cells::lanes;
  using Cells::limbs;
  using Cells::words;
  using typename Cells::Base;
  using typename Cells::Isa;
  using typename Cells::Limb;
  using typename Cells::Value;
  static constexpr unsigned together = 1;               // no proof: one product fills the registers
  static constexpr bool has_long_products = limbs > 8;  // no proof: the fastest
  using Parameters = Montgomery52Parameters<limbs>;
  static constexpr Bound capacity = Parameters::capacity;
  static constexpr unsigned capacity_bits = 52 * limbs;  // proof 18.1
  static constexpr unsigned min_modulus_bits = Parameters::min_modulus_bits;
  using Ranges = Montgomery52Ranges<limbs>;
  using ModulusCodec = Montgomery52ModulusCodec<limbs>;
  static constexpr MultiwordFormat twiddle_format{.limb_bits = 52, .limbs = limbs, .rows = limbs};

  RINGLET_INLINE Montgomery52(const MultiwordModulusConstants& /*q*/, const std::uint64_t* constants)
      : constants_(constants) {}

  // ---- memory ----

  RINGLET_INLINE Value from_words(const std::uint64_t* p, std::size_t stride) const {
    Limb word[words];
    Columns::load(word, p, stride);
    return LimbsOfWords<Isa, words>::limbs(word);
  }

  /// Stores numbers that `canonical` has returned.
  RINGLET_INLINE void to_words(std::uint64_t* p, std::size_t stride, const Value& x) const {
    Limb word[words];
    LimbsOfWords<Isa, words>::put(word, x);
    Columns::store(p, stride, word);
  }
  RINGLET_INLINE void stream_words(std::uint64_t* p, const Value& x) const {
    Limb word[words];
    LimbsOfWords<Isa, words>::put(word, x);
    Cells::stream_columns(p, word);
  }

  // ---- arithmetic ----

  RINGLET_INLINE Value add(const Value& x, const Value& y) const { return Isa::add(x, y); }
  RINGLET_INLINE Value sub(const Value& x, const Value& y) const { return Isa::sub(x, y); }

  template <unsigned factor>
  RINGLET_INLINE Value lifted(Value x) const {
    static_assert(factor < Layout::multiple_count);
    const std::uint64_t* const c = again();
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limbs; ++i)
      x.limb[i] = Base::add(x.limb[i], at(c, Layout::multiples + factor * limbs + i));
    return x;
  }

  /// Returns x w in [-row_shift q, (L + 1 - row_shift) q), w in rows that all lanes share.
  RINGLET_INLINE Value mul_twiddle(const Value& x, const std::uint64_t* w) const {
    Isa::forget_again(w);
    return mul_rows<true>(x, [w](unsigned i) RINGLET_INLINE_LAMBDA { return at(w, i); });
  }
  /// Returns x w in [0, (L + x / 2^(52 L)) q), with rows of w for each lane.
  RINGLET_INLINE Value mul_lanes(const Value& x, const std::uint64_t* w) const {
    Isa::forget_again(w);
    return mul_rows<false>(x, [w](unsigned i) RINGLET_INLINE_LAMBDA { return Base::load(w + i * lanes); });
  }

  /// Computes Montgomery's product x y / 2^(52 L) mod q in place of x, below x y / 2^(52 L) + q (1 + 2^-51).
  RINGLET_INLINE void mul(Value (&x)[together], const Value (&y)[together]) const {
    Limb columns[2 * limbs];
    RINGLET_UNROLL_FULLY
    for (Limb& column : columns) column = Isa::zero();
    Products::add_products(columns, Isa::digits(x[0]), Isa::digits(y[0]));
    const std::uint64_t* const c = again();
    x[0] = Products::reduced(columns, c + Layout::q, c + Layout::friendly, c[Layout::negative_inverse]);
  }

  /// Reduces from [q, (capacity - 1) q) to [0, q (1 + 2^-8)), without carries.
  RINGLET_INLINE Value reduced(const Value& x) const { return less_multiples(x, ~std::uint64_t{0}, 0); }
  /// Reduces in the same way and carries.
  RINGLET_INLINE Value kept(const Value& x) const { return Isa::carried(reduced(x)); }

  /// Reduces from [q, (capacity - 1) q) to [0, q), all limbs below 2^52.
  RINGLET_INLINE Value canonical(const Value& x) const {
    const Value r = less_multiples(x, ~std::uint64_t{0}, 1);  // in [-q, q 2^-8)
    return Products::canonical(r, again() + Layout::q);
  }

 private:
  using Layout = Montgomery52Layout<limbs>;
  using typename Cells::Columns;
  using Products = MontgomeryColumns<Isa>;

  /// Returns the constants so that they are read again each time, which leaves the registers to vectors.
  RINGLET_INLINE const std::uint64_t* again() const {
    const std::uint64_t* p = constants_;
    Isa::forget_again(p);
    return p;
  }
  RINGLET_INLINE static Limb at(const std::uint64_t* p, unsigned i) { return Base::template load_repeated<1>(p + i); }

  /// Sums all rows, then computes one step of the reduction. moved: starts from -row_shift q.
  template <bool moved, class Rows>
  RINGLET_INLINE Value mul_rows(Value x, const Rows& w) const {
    x = Isa::digits(x);
    const std::uint64_t* const c = again();
    Limb sum[limbs + 1];
    sum[0] = Isa::zero();
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < limbs; ++j) sum[j + 1] = moved ? at(c, Layout::start + j) : Isa::zero();
    // The lowest column comes first, since the reduction waits for it.
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limbs; ++i) sum[0] = Isa::madd_low(sum[0], x.limb[i], w(i * limbs));
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limbs; ++i) {
      RINGLET_UNROLL_FULLY
      for (unsigned j = 0; j < limbs; ++j) {
        const Limb digit = w(i * limbs + j);
        if (j > 0) sum[j] = Isa::madd_low(sum[j], x.limb[i], digit);
        sum[j + 1] = Isa::madd_high(sum[j + 1], x.limb[i], digit);
      }
    }
    Products::clear_lowest(sum, c + Layout::q, c[Layout::negative_inverse]);
    return Products::number(sum + 1);
  }

  /// Returns x - (t + more) q with t = floor(x / q), or one less. The quotient comes from the two top limbs as if they
  /// had been carried; `correction` is added to their digit.
  RINGLET_INLINE Value less_multiples(Value x, std::uint64_t correction, std::uint64_t more) const {
    const std::uint64_t* const c = again();
    const Limb top = Base::shift_left_any(x.limb[limbs - 1], at(c, Layout::top_shift));
    const Limb below = Base::shift_right_signed(x.limb[limbs - 2], at(c, Layout::below_shift));
    Limb digit = Base::shift_right_any(Base::add(top, below), at(c, Layout::digit_shift));
    digit = Base::add(digit, Base::broadcast(correction));
    const Limb multiples = Isa::madd_high(Base::broadcast(more), digit, at(c, Layout::quotient));
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < limbs; ++j) {
      const Limb minus_q = at(c, Layout::minus_q + j);
      x.limb[j] = Isa::madd_low(x.limb[j], multiples, minus_q);
      if (j + 1 < limbs) x.limb[j + 1] = Isa::madd_high(x.limb[j + 1], multiples, minus_q);
    }
    return x;
  }

  const std::uint64_t* constants_;
};

}  // namespace ringlet::arith
