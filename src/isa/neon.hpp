#pragma once

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"
#include "isa/widening_product.hpp"

namespace ringlet::isa {

/// ISA policy of 64-bit ARM's Advanced SIMD: two 64-bit lanes.
///
/// Every 64-bit ARM CPU has it, and compilers use it for the scalar backend, too. It speeds up arithmetic on doubles.
/// Products of 64-bit lanes take many instructions, so arithmetics of words use the CPU's scalar multiplier
/// (docs/notes/arm_2026_11.md); dot products of doubles need a single product of words for a whole row.
struct Neon {
  using Vec = uint64x2_t;
  using Word = std::uint64_t;
  using Cell = Word;
  static constexpr unsigned lanes_log = 1;
  static constexpr unsigned lanes = 2;
  /// Number of vectors to work on at once. Twice as many need more than 32 registers: twice the code, full of spills
  /// (docs/notes/arm_2026_11.md).
  static constexpr unsigned in_flight = 8;

  RINGLET_INLINE static Vec broadcast(std::uint64_t x) { return vdupq_n_u64(x); }
  RINGLET_INLINE static Vec load(const std::uint64_t* p) { return vld1q_u64(p); }
  RINGLET_INLINE static void store(std::uint64_t* p, Vec x) { vst1q_u64(p, x); }

  // Words of 32 bits in memory, each alone in its lane. A store keeps the low 32 bits.
  RINGLET_INLINE static Vec load(const std::uint32_t* p) { return vmovl_u32(vld1_u32(p)); }
  RINGLET_INLINE static void store(std::uint32_t* p, Vec x) { vst1_u32(p, vmovn_u64(x)); }

  template <unsigned count>
  RINGLET_INLINE static Vec load_repeated(const std::uint64_t* p) {
    if constexpr (count == 1) {
      return vld1q_dup_u64(p);
    } else {
      static_assert(count == 2);
      return load(p);
    }
  }

  RINGLET_INLINE static Vec load_partial(const std::uint64_t* p, std::size_t count) {
    return count == lanes ? load(p) : vcombine_u64(vld1_u64(p), vdup_n_u64(0));
  }
  RINGLET_INLINE static void store_partial(std::uint64_t* p, Vec x, std::size_t count) {
    if (count == lanes) return store(p, x);
    vst1_u64(p, vget_low_u64(x));
  }
  RINGLET_INLINE static Vec load_partial(const std::uint32_t* p, std::size_t count) {
    return count == lanes ? load(p) : vcombine_u64(vcreate_u64(*p), vcreate_u64(0));
  }
  RINGLET_INLINE static void store_partial(std::uint32_t* p, Vec x, std::size_t count) {
    if (count == lanes) return store(p, x);
    *p = static_cast<std::uint32_t>(vgetq_lane_u64(x, 0));
  }

  RINGLET_INLINE static Vec add(Vec a, Vec b) { return vaddq_u64(a, b); }
  RINGLET_INLINE static Vec sub(Vec a, Vec b) { return vsubq_u64(a, b); }
  RINGLET_INLINE static Vec min(Vec a, Vec b) { return vbslq_u64(vcgtq_u64(a, b), b, a); }
  RINGLET_INLINE static Vec subtract_once(Vec x, Vec step) { return min(x, sub(x, step)); }
  RINGLET_INLINE static Vec add_if_negative(Vec x, Vec step) { return min(x, add(x, step)); }
  RINGLET_INLINE static Vec add_modulo(Vec a, Vec b, Vec q) { return subtract_once(add(a, b), q); }
  RINGLET_INLINE static Vec subtract_modulo(Vec a, Vec b, Vec q) { return add_if_negative(sub(a, b), q); }

  RINGLET_INLINE static Vec shift_left(Vec a, Vec count) { return vshlq_u64(a, vreinterpretq_s64_u64(count)); }
  template <unsigned count>
  RINGLET_INLINE static Vec shift_right(Vec a) {
    return vshrq_n_u64(a, count);
  }

  // Operations for WideningProduct.
  RINGLET_INLINE static Vec mul_low_halves(Vec a, Vec b) { return vmull_u32(vmovn_u64(a), vmovn_u64(b)); }
  RINGLET_INLINE static Vec high_half(Vec a) { return shift_right<32>(a); }
  RINGLET_INLINE static Vec low_half(Vec a) { return vandq_u64(a, broadcast(0xffffffff)); }
  RINGLET_INLINE static Vec join_low_halves(Vec a, Vec b) { return vsliq_n_u64(a, b, 32); }

  RINGLET_INLINE static Vec mul_high(Vec a, Vec b) { return WideningProduct<Neon>::high(a, b); }

  /// Perfect shuffle of two vectors: a0 b0 | a1 b1. It is its own inverse.
  RINGLET_INLINE static void interleave(Vec& a, Vec& b) {
    const Vec a_old = a;
    a = vzip1q_u64(a_old, b);
    b = vzip2q_u64(a_old, b);
  }
  RINGLET_INLINE static void deinterleave(Vec& a, Vec& b) { interleave(a, b); }

  // ---- lanes as doubles, rounded to nearest ----

  RINGLET_INLINE static Vec double_add(Vec a, Vec b) { return words(vaddq_f64(doubles(a), doubles(b))); }
  RINGLET_INLINE static Vec double_sub(Vec a, Vec b) { return words(vsubq_f64(doubles(a), doubles(b))); }
  RINGLET_INLINE static Vec double_mul(Vec a, Vec b) { return words(vmulq_f64(doubles(a), doubles(b))); }
  RINGLET_INLINE static Vec double_mul_add(Vec a, Vec b, Vec c) {
    return words(vfmaq_f64(doubles(c), doubles(a), doubles(b)));
  }
  /// Changes the sign of c - a b, because the instructions only add to c or subtract from it. Rounding to nearest is
  /// symmetric, so the sign may change afterwards; compilers then turn an addition into a subtraction. Only zero
  /// becomes -0.
  RINGLET_INLINE static Vec double_mul_sub(Vec a, Vec b, Vec c) {
    return words(vnegq_f64(vfmsq_f64(doubles(c), doubles(a), doubles(b))));
  }
  RINGLET_INLINE static Vec double_sub_mul(Vec c, Vec a, Vec b) {
    return words(vfmsq_f64(doubles(c), doubles(a), doubles(b)));
  }

 private:
  RINGLET_INLINE static float64x2_t doubles(Vec x) { return vreinterpretq_f64_u64(x); }
  RINGLET_INLINE static Vec words(float64x2_t x) { return vreinterpretq_u64_f64(x); }
};

}  // namespace ringlet::isa
