#pragma once

#include <cstdint>

#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::isa {

/// ISA policy of any CPU for 128-bit words: a "vector" of one 128-bit lane, the compiler's integer.
struct Scalar128 {
  using Vec = uint128_t;
  using Word = uint128_t;
  using Cell = Word;
  static constexpr unsigned lanes_log = 0;
  static constexpr unsigned lanes = 1;
  static constexpr unsigned in_flight = 4;

  RINGLET_INLINE static Vec broadcast(uint128_t x) { return x; }
  RINGLET_INLINE static Vec load(const uint128_t* p) { return *p; }
  RINGLET_INLINE static void store(uint128_t* p, Vec x) { *p = x; }

  template <unsigned count>
  RINGLET_INLINE static Vec load_repeated(const uint128_t* p) {
    static_assert(count == 1);
    return *p;
  }

  RINGLET_INLINE static Vec add(Vec a, Vec b) { return a + b; }
  RINGLET_INLINE static Vec sub(Vec a, Vec b) { return a - b; }
  RINGLET_INLINE static Vec shift_left(Vec a, Vec count) { return a << static_cast<unsigned>(count); }

  /// Returns the lowest 128 bits of the product.
  RINGLET_INLINE static Vec mul_low(Vec a, Vec b) {
    const std::uint64_t crosses = low(a) * high(b) + high(a) * low(b);
    return multiply(low(a), low(b)) + (static_cast<uint128_t>(crosses) << 64);
  }

  /// Returns a b - c d, modulo 2^128.
  RINGLET_INLINE static Vec mul_low_difference(Vec a, Vec b, Vec c, Vec d) { return mul_low(a, b) - mul_low(c, d); }

  /// Returns the highest 128 bits of the product. No sum overflows: (2^64-1)^2 + 2 (2^64-1) = 2^128 - 1.
  RINGLET_INLINE static Vec mul_high(Vec a, Vec b) {
    const uint128_t cross = multiply(high(a), low(b)) + high(multiply(low(a), low(b)));
    const uint128_t other = multiply(low(a), high(b)) + low(cross);
    return multiply(high(a), high(b)) + high(cross) + high(other);
  }

  /// Returns the highest 128 bits without the product of the low limbs and the carries out of the middle, at most 2
  /// less than mul_high.
  RINGLET_INLINE static Vec mul_high_truncated(Vec a, Vec b) {
    return multiply(high(a), high(b)) + high(multiply(high(a), low(b))) + high(multiply(low(a), high(b)));
  }

  /// Returns x - step if x >= step, else x.
  RINGLET_INLINE static Vec subtract_once(Vec x, Vec step) {
    const Vec difference = x - step;
    return difference + (step & mask_of(x < step));
  }

  /// Return a + b and a - b modulo q for a, b in [0, q).
  RINGLET_INLINE static Vec add_modulo(Vec a, Vec b, Vec q) { return subtract_once(a + b, q); }
  RINGLET_INLINE static Vec subtract_modulo(Vec a, Vec b, Vec q) { return a - b + (q & mask_of(a < b)); }

 private:
  RINGLET_INLINE static std::uint64_t low(uint128_t x) { return static_cast<std::uint64_t>(x); }
  RINGLET_INLINE static std::uint64_t high(uint128_t x) { return static_cast<std::uint64_t>(x >> 64); }
  RINGLET_INLINE static uint128_t multiply(std::uint64_t a, std::uint64_t b) { return static_cast<uint128_t>(a) * b; }

  /// Returns all ones or zero, hidden from the compiler, which otherwise makes a branch of it.
  RINGLET_INLINE static uint128_t mask_of(bool condition) {
    std::uint64_t half = std::uint64_t{0} - static_cast<std::uint64_t>(condition);
    __asm__("" : "+r"(half));
    return (static_cast<uint128_t>(half) << 64) | half;
  }
};

}  // namespace ringlet::isa
