#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/montgomery/multiword_arithmetic.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Montgomery's product on `count` words of 64 bits, one number at a time. For each word of y, it adds a multiple of x
/// and then the multiple of q that clears the lowest word, which is shifted out.
///
/// Validity  2^124 <= q < 2^(64 count - 1)
/// Source    C. K. Koc, T. Acar, B. Kaliski, "Analyzing and comparing Montgomery multiplication algorithms", IEEE Micro
///           16 (1996), the finely integrated variant; docs/bounds/multiword.md, section 17
template <class IsaPolicy, unsigned count>
class MontgomeryWords {
 public:
  using Isa = IsaPolicy;
  using Word = typename Isa::Vec;
  static constexpr unsigned lanes = Isa::lanes;
  static_assert(lanes == 1);

  // proof 17.2, 17.3
  static constexpr MultiwordTraits traits{
      .words = count, .modulus_bits = 64 * count - 1, .together = 1, .max_products = std::size_t{1} << 63};

  struct Value {
    Word word[count];
  };

  /// A sum of products, one word longer than a product.
  struct Sum {
    Word word[2 * count + 1];
  };

  RINGLET_INLINE explicit MontgomeryWords(const MultiwordModulusConstants& m)
      : q_(load(m.q)),
        one_(load(m.one)),
        square_(load(m.square)),
        negative_inverse_(Isa::broadcast(m.negative_inverse)) {}

  RINGLET_INLINE static Value load(const std::uint64_t* p) {
    Value x;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < count; ++i) x.word[i] = Isa::load(p + i);
    return x;
  }
  RINGLET_INLINE static Value broadcast(const std::uint64_t* p) { return load(p); }
  RINGLET_INLINE static void store(std::uint64_t* p, const Value& x) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < count; ++i) Isa::store(p + i, x.word[i]);
  }

  RINGLET_INLINE Value add(const Value& x, const Value& y) const {
    Value sum;
    typename Isa::Carry carry{};
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < count; ++i) sum.word[i] = Isa::add_carry(x.word[i], y.word[i], carry);
    return subtract_once(sum);
  }

  RINGLET_INLINE Value sub(const Value& x, const Value& y) const { return subtract(x, y); }

  /// A product below 2q. y may be any number of `count` words.
  using Product = Value;
  RINGLET_INLINE Product product(const Value& x, const Value& y) const {
    Value t{};
    RINGLET_UNROLL_OUTER_FULLY
    for (unsigned i = 0; i < count; ++i) {
      Word of_x, of_q;
      Word low = Isa::mul_add_widening(x.word[0], y.word[i], t.word[0], 0, of_x);
      const Word multiple = Isa::mul_low(low, negative_inverse_);
      Isa::mul_add_widening(multiple, q_.word[0], low, 0, of_q);
      RINGLET_UNROLL_FULLY
      for (unsigned j = 1; j < count; ++j) {
        low = Isa::mul_add_widening(x.word[j], y.word[i], t.word[j], of_x, of_x);
        t.word[j - 1] = Isa::mul_add_widening(multiple, q_.word[j], low, of_q, of_q);
      }
      t.word[count - 1] = Isa::add(of_x, of_q);
    }
    return t;
  }
  RINGLET_INLINE Value canonical(const Product& x) const { return subtract_once(x); }
  RINGLET_INLINE Value mul(const Value& x, const Value& y) const { return canonical(product(x, y)); }

  RINGLET_INLINE static Sum empty_sum() { return {}; }

  RINGLET_INLINE static void add_product(Sum& sum, const Value& x, const Value& y) {
    Word product[2 * count] = {};
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < count; ++i) {
      Word high = 0;
      RINGLET_UNROLL_FULLY
      for (unsigned j = 0; j < count; ++j) {
        product[i + j] = Isa::mul_add_widening(x.word[j], y.word[i], product[i + j], high, high);
      }
      product[i + count] = high;
    }
    typename Isa::Carry carry{};
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < 2 * count; ++i) sum.word[i] = Isa::add_carry(sum.word[i], product[i], carry);
    sum.word[2 * count] = Isa::add(sum.word[2 * count], carry);
  }

  /// Returns L / R + H + h R for a sum L + H R + h R^2: the sum divided by R.
  RINGLET_INLINE Value reduce(const Sum& sum) const {
    Value low, high, top{}, unit{};
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < count; ++i) {
      low.word[i] = sum.word[i];
      high.word[i] = sum.word[count + i];
    }
    top.word[0] = sum.word[2 * count];
    unit.word[0] = 1;
    return add(add(mul(unit, low), mul(one_, high)), mul(square_, top));
  }

  /// Returns x: reduce() has divided it by R.
  RINGLET_INLINE static Value finish_sum(const Value& x) { return x; }

 private:
  /// Returns x - y, plus q if that is negative.
  RINGLET_INLINE Value subtract(const Value& x, const Value& y) const {
    Value result;
    typename Isa::Carry borrow{}, carry{};
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < count; ++i) result.word[i] = Isa::sub_borrow(x.word[i], y.word[i], borrow);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < count; ++i) {
      result.word[i] = Isa::add_carry(result.word[i], Isa::select(borrow, q_.word[i], Isa::broadcast(0)), carry);
    }
    return result;
  }

  /// Reduces from [0, 2q) to [0, q).
  RINGLET_INLINE Value subtract_once(const Value& x) const { return subtract(x, q_); }

  Value q_;
  Value one_;
  Value square_;
  Word negative_inverse_;
};

}  // namespace ringlet::arith
