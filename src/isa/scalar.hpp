#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"

namespace ringlet::isa {

/// ISA policy of any CPU: a "vector" of one 64-bit lane.
///
/// Every policy offers these operations on vectors of unsigned 64-bit lanes; see docs/adding_an_isa.md.
struct Scalar {
  using Vec = std::uint64_t;
  using Mask = std::uint64_t;  // all ones or zero
  using Word = std::uint64_t;
  using Cell = Word;
  static constexpr unsigned lanes_log = 0;
  static constexpr unsigned lanes = 1;
  static constexpr unsigned in_flight = 8;

  RINGLET_INLINE static Vec broadcast(std::uint64_t x) { return x; }
  RINGLET_INLINE static Vec load(const std::uint64_t* p) { return *p; }
  RINGLET_INLINE static void store(std::uint64_t* p, Vec x) { *p = x; }

  // Words of 32 bits in memory, each alone in its lane. A store keeps the low 32 bits.
  RINGLET_INLINE static Vec load(const std::uint32_t* p) { return *p; }
  RINGLET_INLINE static void store(std::uint32_t* p, Vec x) { *p = static_cast<std::uint32_t>(x); }

  /// Loads the `count` values at p, repeated through the lanes; count is a power of two up to `lanes`.
  template <unsigned count>
  RINGLET_INLINE static Vec load_repeated(const std::uint64_t* p) {
    static_assert(count == 1);
    return *p;
  }

  /// Load and store the first `count` < lanes elements; never called with a single lane.
  RINGLET_INLINE static Vec load_partial(const std::uint64_t*, std::size_t) { return 0; }
  RINGLET_INLINE static void store_partial(std::uint64_t*, Vec, std::size_t) {}
  RINGLET_INLINE static Vec load_partial(const std::uint32_t*, std::size_t) { return 0; }
  RINGLET_INLINE static void store_partial(std::uint32_t*, Vec, std::size_t) {}

  RINGLET_INLINE static Vec add(Vec a, Vec b) { return a + b; }
  RINGLET_INLINE static Vec sub(Vec a, Vec b) { return a - b; }
  RINGLET_INLINE static Vec min(Vec a, Vec b) { return a < b ? a : b; }

  /// Returns x - step where x >= step, else x. Input: x < 2 step <= 2^64.
  RINGLET_INLINE static Vec subtract_once(Vec x, Vec step) { return min(x, sub(x, step)); }

  /// Returns x + step where x, as a signed word, is negative, else x. Input: -step <= x < 2^63, step < 2^63.
  RINGLET_INLINE static Vec add_if_negative(Vec x, Vec step) { return min(x, add(x, step)); }

  /// Return a + b and a - b modulo q for a, b in [0, q).
  RINGLET_INLINE static Vec add_modulo(Vec a, Vec b, Vec q) { return subtract_once(add(a, b), q); }
  RINGLET_INLINE static Vec subtract_modulo(Vec a, Vec b, Vec q) { return add_if_negative(sub(a, b), q); }

  RINGLET_INLINE static Vec bit_and(Vec a, Vec b) { return a & b; }
  RINGLET_INLINE static Vec shift_left(Vec a, Vec count) { return a << count; }
  template <unsigned count>
  RINGLET_INLINE static Vec shift_right(Vec a) {
    return a >> count;
  }

  /// Return the low 64 bits of a b, the low 64 bits of a b - c d, and the high 64 bits of a b.
  RINGLET_INLINE static Vec mul_low(Vec a, Vec b) { return a * b; }
  RINGLET_INLINE static Vec mul_low_difference(Vec a, Vec b, Vec c, Vec d) { return a * b - c * d; }
  RINGLET_INLINE static Vec mul_high(Vec a, Vec b) {
    __extension__ using Product = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Product>(a) * b) >> 64);
  }

  /// Carries, for the primitives of arithmetic on several limbs, on which `Limb64x2` is built.
  using Carry = std::uint64_t;  // 0 or 1; {} is no carry in every policy

  /// Computes the 128-bit products.
  RINGLET_INLINE static void mul_widening(Vec a, Vec b, Vec& low, Vec& high) {
    low = mul_low(a, b);
    high = mul_high(a, b);
  }

  /// Computes a b + c + d, which fits two words, and returns the low word.
  RINGLET_INLINE static Vec mul_add_widening(Vec a, Vec b, Vec c, Vec d, Vec& high) {
    __extension__ using Product = unsigned __int128;
    const Product sum = static_cast<Product>(a) * b + c + d;
    high = static_cast<std::uint64_t>(sum >> 64);
    return static_cast<std::uint64_t>(sum);
  }

  /// Return a + b + carry and a - b - borrow; the resulting carry or borrow replaces the input.
  RINGLET_INLINE static Vec add_carry(Vec a, Vec b, Carry& carry) {
    const Vec partial = a + b;
    const Vec sum = partial + carry;
    carry = static_cast<Carry>(partial < a) | static_cast<Carry>(sum < partial);
    return sum;
  }
  RINGLET_INLINE static Vec sub_borrow(Vec a, Vec b, Carry& borrow) {
    const Vec partial = a - b;
    const Vec difference = partial - borrow;
    borrow = static_cast<Carry>(a < b) | static_cast<Carry>(partial < borrow);
    return difference;
  }

  /// Returns a where the carry is set, else b.
  RINGLET_INLINE static Vec select(Carry carry, Vec a, Vec b) { return b ^ ((a ^ b) & mask_of(carry != 0)); }

  /// Do nothing, since one lane needs no shuffle.
  RINGLET_INLINE static void interleave(Vec&, Vec&) {}
  RINGLET_INLINE static void deinterleave(Vec&, Vec&) {}

  /// Returns the lanes of x in another order: `order` has a lane_index for each lane.
  RINGLET_INLINE static Vec permute(Vec x, Vec /*order*/) { return x; }
  static constexpr std::uint64_t lane_index(unsigned lane) { return lane; }

  /// Shift by any count, without a branch; counts of 64 or more give zero.
  RINGLET_INLINE static Vec shift_left_any(Vec a, Vec count) { return (a << (count & 63)) & mask_of(count < 64); }
  RINGLET_INLINE static Vec shift_right_any(Vec a, Vec count) { return (a >> (count & 63)) & mask_of(count < 64); }

  RINGLET_INLINE static Mask equal(Vec a, Vec b) { return mask_of(a == b); }
  RINGLET_INLINE static Mask less(Vec a, Vec b) { return mask_of(a < b); }
  RINGLET_INLINE static Mask less_equal(Vec a, Vec b) { return mask_of(a <= b); }
  RINGLET_INLINE static Mask invert(Mask m) { return ~m; }

  /// Returns x where m holds, else 0.
  RINGLET_INLINE static Vec keep_if(Mask m, Vec x) { return x & m; }

 private:
  /// Returns a mask and hides from the compiler that it was a condition. Otherwise clang makes a branch.
  RINGLET_INLINE static Mask mask_of(bool condition) {
    Mask m = Mask{0} - static_cast<Mask>(condition);
    __asm__("" : "+r"(m));
    return m;
  }
};

}  // namespace ringlet::isa
