#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "arith/limbs_of_words.hpp"
#include "arith/montgomery/multiword_arithmetic.hpp"
#include "arith/montgomery52/montgomery_columns.hpp"
#include "isa/compiler.hpp"
#include "isa/transpose.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Montgomery's product of two vectors of numbers of `count` words, in limbs of 52 bits: all products of limbs first,
/// then the steps of the reduction. Between operations, numbers are columns of words. One operand is shifted when it is
/// split into limbs, so that the division by 2^(52 limbs) acts as a division by 2^(64 words).
///
/// Validity  2^124 <= q < 2^(64 count - 1)
/// Source    P. Montgomery (1985); our own. Proofs: docs/bounds/multiword.md, sections 17.4 and 17.5.
template <class IsaPolicy, unsigned count>
class Montgomery52Eltwise {
 public:
  using Isa = IsaPolicy;
  using Base = typename Isa::Base;
  using Limb = typename Isa::Limb;
  static constexpr unsigned lanes = Isa::lanes;

  // proof 17.4, 17.5
  static constexpr MultiwordTraits traits{
      .words = count, .modulus_bits = 64 * count - 1, .together = 4, .max_products = 24, .has_sums = false};

  struct Value {
    Limb word[count];
  };

  /// Columns of a number of twice as many limbs. Each is a sum of halves of products.
  struct Sum {
    Limb column[2 * Isa::limb_count];
  };

  RINGLET_INLINE explicit Montgomery52Eltwise(const MultiwordModulusConstants& m) {
    Constants& c = constants_;
    c.negative_inverse = m.negative_inverse & Isa::limb_mask;
    std::copy_n(m.square, count, c.square);
    __extension__ using Multiword = unsigned __int128;
    Multiword rest = 1;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limbs; ++i) {
      const unsigned k = 52 * i / 64, from = 52 * i % 64;
      const std::uint64_t low = k < count ? m.q[k] >> from : 0;
      const std::uint64_t high = from > 12 && k + 1 < count ? m.q[k + 1] << (64 - from) : 0;
      c.q[i] = (low | high) & Isa::limb_mask;
      rest += static_cast<Multiword>(c.q[i]) * c.negative_inverse;
      if (i > 0) c.of_digit[i - 1] = static_cast<std::uint64_t>(rest) & Isa::limb_mask;
      rest >>= 52;
    }
    c.of_digit[limbs - 1] = static_cast<std::uint64_t>(rest);
  }

  // ---- memory ----

  RINGLET_INLINE static Value load(const std::uint64_t* p) {
    Value x;
    Columns::load_in_any_order(x.word, p);
    return x;
  }
  RINGLET_INLINE static Value broadcast(const std::uint64_t* p) {
    Value x;
    RINGLET_UNROLL_FULLY
    for (unsigned k = 0; k < count; ++k) x.word[k] = Base::broadcast(p[k]);
    return x;
  }
  RINGLET_INLINE static void store(std::uint64_t* p, Value x) { Columns::store_in_any_order(p, x.word); }

  // ---- arithmetic ----

  /// Reduces from [-q, q) to [0, q).
  RINGLET_INLINE Value canonical(typename Isa::Vec x) const {
    x = Products::canonical(x, again().q);
    Value result;
    Words::put(result.word, x);
    return result;
  }

  RINGLET_INLINE Value add(const Value& x, const Value& y) const {
    return canonical(less_modulus(Isa::add(Words::limbs(x.word), Words::limbs(y.word))));
  }

  /// A product in [-q, q).
  using Product = typename Isa::Vec;
  RINGLET_INLINE Product product(const Value& x, const Value& y) const {
    Sum sum = empty_sum();
    Products::add_products(sum.column, Words::template digits<shift>(x.word), Words::digits(y.word));
    return reduced(sum);
  }
  RINGLET_INLINE Value mul(const Value& x, const Value& y) const { return canonical(product(x, y)); }

  RINGLET_INLINE static Sum empty_sum() {
    Sum sum;
    RINGLET_UNROLL_FULLY
    for (Limb& column : sum.column) column = Isa::zero();
    return sum;
  }

  RINGLET_INLINE static void add_product(Sum& sum, const Value& x, const Value& y) {
    Products::add_products(sum.column, Words::digits(x.word), Words::digits(y.word));
  }

  /// Returns the sum divided by 2^(52 limbs).
  RINGLET_INLINE Value reduce(const Sum& sum) const { return canonical(reduced(sum)); }
  /// Returns x 2^shift: a product by 2^shift and a product by R^2.
  RINGLET_INLINE Value finish_sum(const Value& x) const {
    const std::uint64_t power[count] = {std::uint64_t{1} << shift};
    return mul(mul(x, broadcast(power)), broadcast(constants_.square));
  }

 private:
  static constexpr unsigned limbs = Isa::limb_count;
  static constexpr unsigned shift = 52 * limbs - 64 * count;  // proof 17.4
  using Words = LimbsOfWords<Isa, count>;
  using Columns = isa::WordColumns<Base, count>;
  using Products = MontgomeryColumns<Isa>;

  struct Constants {
    std::uint64_t q[limbs];
    std::uint64_t of_digit[limbs];  ///< (k q + 1) / 2^52
    std::uint64_t negative_inverse;
    std::uint64_t square[count];
  };

  /// Returns the constants so that they are read again each time, which leaves the registers to numbers.
  RINGLET_INLINE const Constants& again() const {
    const Constants* c = &constants_;
    Isa::forget_again(c);
    return *c;
  }

  /// Returns a sum divided by 2^(52 limbs), minus q.
  RINGLET_INLINE typename Isa::Vec reduced(Sum sum) const {
    const Constants& c = again();
    return less_modulus(Products::reduced(sum.column, c.q, c.of_digit, c.negative_inverse));
  }

  /// Maps [0, 2q) to [-q, q).
  RINGLET_INLINE typename Isa::Vec less_modulus(typename Isa::Vec x) const {
    const Constants& c = again();
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < limbs; ++j) x.limb[j] = Base::sub(x.limb[j], Base::broadcast(c.q[j]));
    return x;
  }

  Constants constants_;
};

}  // namespace ringlet::arith
