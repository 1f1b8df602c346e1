#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::isa {

/// Order of words in lanes: the order of memory, or any cheaper order for operations that treat all lanes alike. Loads
/// and stores use the same order.
enum class LaneOrder { of_memory, any };

/// One vector of low limbs and one of high limbs.
template <class Base>
struct DoubleLanes {
  typename Base::Vec low;
  typename Base::Vec high;
};

/// ISA policy of 128-bit words over any policy of 64-bit lanes: a vector of 128-bit lanes is one vector of low limbs
/// and one of high limbs. All arithmetic uses three primitives of the base: `mul_widening` (64 x 64 -> 128 bits),
/// `add_carry` and `sub_borrow`. Data in memory are arrays of 128-bit integers; loads and stores separate and join
/// their limbs.
///
/// Source    S. Fu, N. Zhang, F. Franchetti, "Accelerating high-precision number theoretic transforms using Intel
///           AVX-512", PACT 2024; N. Zhang, S. Fu, F. Franchetti, "Towards closing the performance gap for
///           cryptographic kernels between CPUs and specialized hardware", MICRO 2025, whose proposed instructions
///           (MQX) are these three.
template <class BaseIsa, LaneOrder order = LaneOrder::of_memory>
struct Limb64x2 {
  using Vec = DoubleLanes<BaseIsa>;
  using Base = BaseIsa;
  using Word = uint128_t;
  using Cell = Word;
  static constexpr unsigned lanes_log = Base::lanes_log;
  static constexpr unsigned lanes = Base::lanes;
  /// Products take so long that few of them are as fast as many.
  static constexpr unsigned in_flight = Base::in_flight / 4;

  RINGLET_INLINE static Vec broadcast(uint128_t x) {
    return {Base::broadcast(static_cast<std::uint64_t>(x)), Base::broadcast(static_cast<std::uint64_t>(x >> 64))};
  }

  RINGLET_INLINE static Vec load(const uint128_t* p) {
    const std::uint64_t* limbs = limbs_of(p);
    return take_apart(Base::load(limbs), Base::load(limbs + lanes));
  }
  RINGLET_INLINE static void store(uint128_t* p, Vec x) {
    std::uint64_t* limbs = limbs_of(p);
    put_together(x);
    Base::store(limbs, x.low);
    Base::store(limbs + lanes, x.high);
  }

  template <unsigned count>
  RINGLET_INLINE static Vec load_repeated(const uint128_t* p) {
    if constexpr (count == 1) {
      return broadcast(*p);
    } else if constexpr (count == lanes) {
      return load(p);
    } else {
      static_assert(order == LaneOrder::of_memory);
      const auto limbs = Base::template load_repeated<2 * count>(limbs_of(p));
      return take_apart(limbs, limbs);
    }
  }

  RINGLET_INLINE static Vec load_partial(const uint128_t* p, std::size_t count) {
    const std::uint64_t* limbs = limbs_of(p);
    if (2 * count <= lanes) return take_apart(load_limbs(limbs, 2 * count), Base::broadcast(0));
    return take_apart(Base::load(limbs), load_limbs(limbs + lanes, 2 * count - lanes));
  }
  RINGLET_INLINE static void store_partial(uint128_t* p, Vec x, std::size_t count) {
    std::uint64_t* limbs = limbs_of(p);
    put_together(x);
    if (2 * count <= lanes) return store_limbs(limbs, x.low, 2 * count);
    Base::store(limbs, x.low);
    store_limbs(limbs + lanes, x.high, 2 * count - lanes);
  }

  RINGLET_INLINE static Vec add(Vec a, Vec b) {
    typename Base::Carry carry{};
    const auto low = Base::add_carry(a.low, b.low, carry);
    return {low, Base::add_carry(a.high, b.high, carry)};
  }
  RINGLET_INLINE static Vec sub(Vec a, Vec b) {
    typename Base::Carry borrow{};
    return sub_borrow(a, b, borrow);
  }

  /// Returns x - step where x >= step, else x.
  RINGLET_INLINE static Vec subtract_once(Vec x, Vec step) {
    typename Base::Carry borrow{};
    const Vec difference = sub_borrow(x, step, borrow);
    return {Base::select(borrow, x.low, difference.low), Base::select(borrow, x.high, difference.high)};
  }

  /// Return a + b and a - b modulo q for a, b in [0, q), q <= 2^126. For element-wise operations on lanes with masks,
  /// the sign of the difference selects the result, which takes fewer instructions than its borrow. An extension with
  /// carries uses these.
  RINGLET_INLINE static Vec add_modulo(Vec a, Vec b, Vec q) {
    const Vec sum = add(a, b);
    if constexpr (adds_by_sign) {
      const Vec difference = sub(sum, q);
      return where_negative(difference.high, sum, difference);
    } else {
      return subtract_once(sum, q);
    }
  }
  RINGLET_INLINE static Vec subtract_modulo(Vec a, Vec b, Vec q) {
    if constexpr (adds_by_sign) {
      const Vec difference = sub(a, b);
      return where_negative(difference.high, add(difference, q), difference);
    } else {
      typename Base::Carry borrow{};
      const Vec difference = sub_borrow(a, b, borrow);
      const Vec lifted = add(difference, q);
      return {Base::select(borrow, lifted.low, difference.low), Base::select(borrow, lifted.high, difference.high)};
    }
  }

  /// Shifts by counts below 128.
  RINGLET_INLINE static Vec shift_left(Vec a, Vec count) {
    // Bits that pass from the low limb to the high limb. One of the two shifts has a count beyond the limb.
    const auto halved = Base::shift_right_any(a.low, Base::broadcast(1));
    const auto up_to_63 = Base::shift_right_any(halved, Base::sub(Base::broadcast(63), count.low));
    const auto from_64 = Base::shift_left_any(a.low, Base::sub(count.low, Base::broadcast(64)));
    const auto passed = Base::add(up_to_63, from_64);
    return {Base::shift_left_any(a.low, count.low), Base::add(Base::shift_left_any(a.high, count.low), passed)};
  }

  /// Returns the lowest 128 bits of the product.
  RINGLET_INLINE static Vec mul_low(Vec a, Vec b) {
    Vec product;
    Base::mul_widening(a.low, b.low, product.low, product.high);
    const auto crosses = Base::add(Base::mul_low(a.low, b.high), Base::mul_low(a.high, b.low));
    return {product.low, Base::add(product.high, crosses)};
  }

  /// Returns a b - c d, modulo 2^128.
  RINGLET_INLINE static Vec mul_low_difference(Vec a, Vec b, Vec c, Vec d) { return sub(mul_low(a, b), mul_low(c, d)); }

  /// Returns the highest 128 bits of the product, by the schoolbook method.
  RINGLET_INLINE static Vec mul_high(Vec a, Vec b) {
    Vec lows, cross, other, highs;
    Base::mul_widening(a.low, b.low, lows.low, lows.high);
    Base::mul_widening(a.high, b.low, cross.low, cross.high);
    Base::mul_widening(a.low, b.high, other.low, other.high);
    Base::mul_widening(a.high, b.high, highs.low, highs.high);
    // Column 1 gives two carries into column 2, and the sum there gives the carries into column 3.
    typename Base::Carry first{};
    typename Base::Carry second{};
    const auto column1 = Base::add_carry(cross.low, other.low, first);
    (void)Base::add_carry(column1, lows.high, second);
    const Vec partial = add_limb(highs, cross.high, first);
    return add_limb(partial, other.high, second);
  }

  /// Returns the highest 128 bits without the product of the low limbs and the carries out of column 1, at most 2 less
  /// than mul_high.
  RINGLET_INLINE static Vec mul_high_truncated(Vec a, Vec b) {
    Vec highs;
    Base::mul_widening(a.high, b.high, highs.low, highs.high);
    const Vec partial = add_limb(highs, Base::mul_high(a.high, b.low), typename Base::Carry{});
    return add_limb(partial, Base::mul_high(a.low, b.high), typename Base::Carry{});
  }

  /// Shuffle 128-bit lanes perfectly, as the base does.
  RINGLET_INLINE static void interleave(Vec& a, Vec& b) {
    Base::interleave(a.low, b.low);
    Base::interleave(a.high, b.high);
  }
  RINGLET_INLINE static void deinterleave(Vec& a, Vec& b) {
    Base::deinterleave(a.low, b.low);
    Base::deinterleave(a.high, b.high);
  }

 private:
  RINGLET_INLINE static const std::uint64_t* limbs_of(const uint128_t* p) {
    return static_cast<const std::uint64_t*>(static_cast<const void*>(p));
  }
  RINGLET_INLINE static std::uint64_t* limbs_of(uint128_t* p) {
    return static_cast<std::uint64_t*>(static_cast<void*>(p));
  }

  static constexpr bool adds_by_sign =
      order == LaneOrder::any && requires(typename Base::Vec v) { Base::add_if(Base::is_negative(v), v, v); };
  static constexpr bool transposes_pairs =
      order == LaneOrder::any && requires(typename Base::Vec& v) { Base::transpose_pairs(v, v); };

  /// Separates low and high limbs, which alternate in memory.
  RINGLET_INLINE static Vec take_apart(typename Base::Vec first, typename Base::Vec second) {
    if constexpr (transposes_pairs) {
      Base::transpose_pairs(first, second);
    } else {
      Base::deinterleave(first, second);
    }
    return {first, second};
  }
  RINGLET_INLINE static void put_together(Vec& x) {
    if constexpr (transposes_pairs) {
      Base::transpose_pairs(x.low, x.high);  // which is its own inverse
    } else {
      Base::interleave(x.low, x.high);
    }
  }

  /// Loads `count` limbs; load_partial does not accept a whole vector.
  RINGLET_INLINE static typename Base::Vec load_limbs(const std::uint64_t* limbs, std::size_t count) {
    return count == lanes ? Base::load(limbs) : Base::load_partial(limbs, count);
  }
  RINGLET_INLINE static void store_limbs(std::uint64_t* limbs, typename Base::Vec x, std::size_t count) {
    if (count == lanes) {
      Base::store(limbs, x);
    } else {
      Base::store_partial(limbs, x, count);
    }
  }

  RINGLET_INLINE static Vec where_negative(typename Base::Vec signs, Vec a, Vec b) {
    const auto negative = Base::is_negative(signs);
    return {Base::select(negative, a.low, b.low), Base::select(negative, a.high, b.high)};
  }

  RINGLET_INLINE static Vec sub_borrow(Vec a, Vec b, typename Base::Carry& borrow) {
    const auto low = Base::sub_borrow(a.low, b.low, borrow);
    return {low, Base::sub_borrow(a.high, b.high, borrow)};
  }

  /// Returns a + b + carry, b of one limb.
  RINGLET_INLINE static Vec add_limb(Vec a, typename Base::Vec b, typename Base::Carry carry) {
    const auto low = Base::add_carry(a.low, b, carry);
    return {low, Base::add_carry(a.high, Base::broadcast(0), carry)};
  }
};

}  // namespace ringlet::isa
