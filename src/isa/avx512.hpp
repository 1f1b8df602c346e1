#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"
#include "isa/widening_product.hpp"

namespace ringlet::isa {

/// ISA policy of AVX-512 F, DQ, VL and BW: eight 64-bit lanes.
struct Avx512 {
  using Vec = __m512i;
  using Mask = __mmask8;
  using Word = std::uint64_t;
  using Cell = Word;
  static constexpr unsigned lanes_log = 3;
  static constexpr unsigned lanes = 8;
  static constexpr unsigned in_flight = 16;

  RINGLET_INLINE static Vec broadcast(std::uint64_t x) { return _mm512_set1_epi64(static_cast<long long>(x)); }
  RINGLET_INLINE static Vec load(const std::uint64_t* p) { return _mm512_loadu_si512(p); }
  RINGLET_INLINE static void store(std::uint64_t* p, Vec x) { _mm512_storeu_si512(p, x); }

  // Words of 32 bits in memory, each alone in its lane. A store keeps the low 32 bits.
  RINGLET_INLINE static Vec load(const std::uint32_t* p) {
    return _mm512_cvtepu32_epi64(_mm256_loadu_si256(static_cast<const __m256i*>(static_cast<const void*>(p))));
  }
  RINGLET_INLINE static void store(std::uint32_t* p, Vec x) {
    _mm256_storeu_si256(static_cast<__m256i*>(static_cast<void*>(p)), _mm512_cvtepi64_epi32(x));
  }

  template <unsigned count>
  RINGLET_INLINE static Vec load_repeated(const std::uint64_t* p) {
    if constexpr (count == 1) {
      return broadcast(*p);
    } else if constexpr (count == 2) {
      return _mm512_broadcast_i64x2(_mm_loadu_si128(static_cast<const __m128i*>(static_cast<const void*>(p))));
    } else if constexpr (count == 4) {
      return _mm512_broadcast_i64x4(_mm256_loadu_si256(static_cast<const __m256i*>(static_cast<const void*>(p))));
    } else {
      static_assert(count == 8);
      return load(p);
    }
  }

  RINGLET_INLINE static Vec load_partial(const std::uint64_t* p, std::size_t count) {
    return _mm512_maskz_loadu_epi64(first_lanes(count), p);
  }
  RINGLET_INLINE static void store_partial(std::uint64_t* p, Vec x, std::size_t count) {
    _mm512_mask_storeu_epi64(p, first_lanes(count), x);
  }
  RINGLET_INLINE static Vec load_partial(const std::uint32_t* p, std::size_t count) {
    return _mm512_cvtepu32_epi64(_mm256_maskz_loadu_epi32(first_lanes(count), p));
  }
  RINGLET_INLINE static void store_partial(std::uint32_t* p, Vec x, std::size_t count) {
    _mm256_mask_storeu_epi32(p, first_lanes(count), _mm512_cvtepi64_epi32(x));
  }

  /// Loads `count` <= 4 words at `low` into the low four lanes, and as many at `high` into the high four.
  template <unsigned count>
  RINGLET_INLINE static Vec load_halves(const std::uint64_t* low, const std::uint64_t* high) {
    constexpr Mask mask = (1u << count) - 1;
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_maskz_loadu_epi64(mask, low)),
                              _mm256_maskz_loadu_epi64(mask, high), 1);
  }
  template <unsigned count>
  RINGLET_INLINE static void store_halves(std::uint64_t* low, std::uint64_t* high, Vec x) {
    constexpr Mask mask = (1u << count) - 1;
    _mm256_mask_storeu_epi64(low, mask, _mm512_castsi512_si256(x));
    __m256i upper = _mm512_extracti64x4_epi64(x, 1);
    // g++ merges this and the store into a masked vextracti64x4, which faults on memory that its mask leaves out. The
    // other stores here do not.
    __asm__("" : "+v"(upper));
    _mm256_mask_storeu_epi64(high, mask, upper);
  }

  /// Stores past the caches; p is aligned to a cache line. stream_fence() must follow the last store and precede reads
  /// by other threads.
  RINGLET_INLINE static void stream(std::uint64_t* p, Vec x) {
    _mm512_stream_si512(static_cast<__m512i*>(static_cast<void*>(p)), x);
  }
  RINGLET_INLINE static void stream_fence() { _mm_sfence(); }

  RINGLET_INLINE static Vec add(Vec a, Vec b) { return _mm512_add_epi64(a, b); }
  RINGLET_INLINE static Vec sub(Vec a, Vec b) { return _mm512_sub_epi64(a, b); }
  RINGLET_INLINE static Vec min(Vec a, Vec b) { return _mm512_min_epu64(a, b); }
  RINGLET_INLINE static Vec subtract_once(Vec x, Vec step) { return min(x, sub(x, step)); }
  RINGLET_INLINE static Vec add_if_negative(Vec x, Vec step) { return min(x, add(x, step)); }
  RINGLET_INLINE static Vec add_modulo(Vec a, Vec b, Vec q) { return subtract_once(add(a, b), q); }
  RINGLET_INLINE static Vec subtract_modulo(Vec a, Vec b, Vec q) { return add_if_negative(sub(a, b), q); }
  RINGLET_INLINE static Vec bit_and(Vec a, Vec b) { return _mm512_and_si512(a, b); }
  RINGLET_INLINE static Vec bit_or(Vec a, Vec b) { return _mm512_or_si512(a, b); }
  RINGLET_INLINE static Vec shift_left(Vec a, Vec count) { return _mm512_sllv_epi64(a, count); }

  template <unsigned count>
  RINGLET_INLINE static Vec shift_right(Vec a) {
    return _mm512_srli_epi64(a, count);
  }

  template <unsigned count>
  RINGLET_INLINE static Vec shift_right_signed(Vec a) {
    return _mm512_srai_epi64(a, count);
  }

  RINGLET_INLINE static Vec shift_right_signed(Vec a, Vec count) { return _mm512_srav_epi64(a, count); }

  RINGLET_INLINE static Vec mul_low(Vec a, Vec b) { return _mm512_mullo_epi64(a, b); }
  RINGLET_INLINE static Vec mul_low_difference(Vec a, Vec b, Vec c, Vec d) { return sub(mul_low(a, b), mul_low(c, d)); }

  // Operations for WideningProduct.
  RINGLET_INLINE static Vec mul_low_halves(Vec a, Vec b) { return _mm512_mul_epu32(a, b); }
  RINGLET_INLINE static Vec high_half(Vec a) { return _mm512_srli_epi64(a, 32); }
  RINGLET_INLINE static Vec low_half(Vec a) { return bit_and(a, _mm512_set1_epi64(0xffffffff)); }
  RINGLET_INLINE static Vec join_low_halves(Vec a, Vec b) {
    return _mm512_mask_blend_epi32(0x5555, _mm512_slli_epi64(b, 32), a);
  }
  RINGLET_INLINE static Vec join_high_halves(Vec a, Vec b) { return _mm512_mask_blend_epi32(0x5555, b, high_half(a)); }

  RINGLET_INLINE static Vec mul_high(Vec a, Vec b) { return WideningProduct<Avx512>::high(a, b); }
  RINGLET_INLINE static Vec mul_high_short(Vec a, Vec b) { return WideningProduct<Avx512>::high_short(a, b); }
  RINGLET_INLINE static void mul_widening(Vec a, Vec b, Vec& low, Vec& high) {
    WideningProduct<Avx512>::multiply(a, b, low, high);
  }

  using Carry = Mask;

  RINGLET_INLINE static Vec add_carry(Vec a, Vec b, Carry& carry) {
    const Vec partial = add(a, b);
    const Vec ones = _mm512_set1_epi64(-1);
    const Mask wraps = carry & _mm512_cmpeq_epu64_mask(partial, ones);
    const Vec sum = _mm512_mask_sub_epi64(partial, carry, partial, ones);
    carry = static_cast<Carry>(_mm512_cmplt_epu64_mask(partial, a) | wraps);
    return sum;
  }
  RINGLET_INLINE static Vec sub_borrow(Vec a, Vec b, Carry& borrow) {
    const Vec partial = sub(a, b);
    const Mask wraps = borrow & _mm512_testn_epi64_mask(partial, partial);
    const Vec difference = _mm512_mask_add_epi64(partial, borrow, partial, _mm512_set1_epi64(-1));
    borrow = static_cast<Carry>(_mm512_cmplt_epu64_mask(a, b) | wraps);
    return difference;
  }
  RINGLET_INLINE static Vec select(Carry carry, Vec a, Vec b) { return _mm512_mask_blend_epi64(carry, b, a); }

  RINGLET_INLINE static Vec shift_left_any(Vec a, Vec count) { return _mm512_sllv_epi64(a, count); }
  RINGLET_INLINE static Vec shift_right_any(Vec a, Vec count) { return _mm512_srlv_epi64(a, count); }

  RINGLET_INLINE static Vec permute(Vec x, Vec order) { return _mm512_permutexvar_epi64(order, x); }
  static constexpr std::uint64_t lane_index(unsigned lane) { return lane; }

  /// Perfect shuffle of two vectors: a0 b0 a1 b1 ... | a4 b4 a5 b5 ...
  RINGLET_INLINE static void interleave(Vec& a, Vec& b) {
    const Vec low = _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0);
    const Vec high = _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4);
    const Vec a_old = a;
    a = _mm512_permutex2var_epi64(a_old, low, b);
    b = _mm512_permutex2var_epi64(a_old, high, b);
  }

  /// The inverse of `interleave`: the even elements of the pair | the odd elements.
  RINGLET_INLINE static void deinterleave(Vec& a, Vec& b) {
    const Vec even = _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0);
    const Vec odd = _mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1);
    const Vec a_old = a;
    a = _mm512_permutex2var_epi64(a_old, even, b);
    b = _mm512_permutex2var_epi64(a_old, odd, b);
  }

  /// Exchanges the odd lanes of a with the even lanes of b: a0 b0 a2 b2 ... | a1 b1 a3 b3 ...
  RINGLET_INLINE static void transpose_pairs(Vec& a, Vec& b) {
    const Vec a_old = a;
    a = _mm512_unpacklo_epi64(a_old, b);
    b = _mm512_unpackhi_epi64(a_old, b);
  }
  /// Exchanges in the same way by twos: a0 a1 b0 b1 a4 a5 b4 b5 | a2 a3 b2 b3 a6 a7 b6 b7.
  RINGLET_INLINE static void transpose_twos(Vec& a, Vec& b) {
    Mask odd = 0xcc;
    Mask even = 0x33;
    // Hides the masks, from which compilers would make vpermt2q. It reads three vectors, as multiply-adds do.
    __asm__("" : "+Yk"(odd), "+Yk"(even));
    const Vec a_old = a;
    a = _mm512_mask_permutex_epi64(a_old, odd, b, 0x4e);
    b = _mm512_mask_permutex_epi64(b, even, a_old, 0x4e);
  }
  /// Exchanges in the same way by fours: a0 a1 a2 a3 b0 b1 b2 b3 | a4 a5 a6 a7 b4 b5 b6 b7.
  RINGLET_INLINE static void transpose_fours(Vec& a, Vec& b) {
    const Vec a_old = a;
    a = _mm512_shuffle_i64x2(a_old, b, 0x44);
    b = _mm512_shuffle_i64x2(a_old, b, 0xee);
  }

  RINGLET_INLINE static Mask equal(Vec a, Vec b) { return _mm512_cmpeq_epu64_mask(a, b); }
  RINGLET_INLINE static Mask less(Vec a, Vec b) { return _mm512_cmplt_epu64_mask(a, b); }
  RINGLET_INLINE static Mask less_equal(Vec a, Vec b) { return _mm512_cmple_epu64_mask(a, b); }
  RINGLET_INLINE static Mask is_negative(Vec a) { return _mm512_movepi64_mask(a); }
  RINGLET_INLINE static Mask invert(Mask m) { return static_cast<Mask>(~m); }
  RINGLET_INLINE static Vec add_if(Mask m, Vec a, Vec b) { return _mm512_mask_add_epi64(a, m, a, b); }
  RINGLET_INLINE static Vec subtract_if(Mask m, Vec a, Vec b) { return _mm512_mask_sub_epi64(a, m, a, b); }
  RINGLET_INLINE static Vec keep_if(Mask m, Vec x) { return _mm512_maskz_mov_epi64(m, x); }

  // ---- lanes as doubles, rounded to nearest ----

  /// Converts words.
  RINGLET_INLINE static Vec double_of(Vec a) { return words(_mm512_cvtepu64_pd(a)); }
  RINGLET_INLINE static Vec double_add(Vec a, Vec b) { return words(_mm512_add_pd(doubles(a), doubles(b))); }
  RINGLET_INLINE static Vec double_sub(Vec a, Vec b) { return words(_mm512_sub_pd(doubles(a), doubles(b))); }
  RINGLET_INLINE static Vec double_mul(Vec a, Vec b) { return words(_mm512_mul_pd(doubles(a), doubles(b))); }
  RINGLET_INLINE static Vec double_mul_add(Vec a, Vec b, Vec c) {
    return words(_mm512_fmadd_pd(doubles(a), doubles(b), doubles(c)));
  }
  RINGLET_INLINE static Vec double_mul_sub(Vec a, Vec b, Vec c) {
    return words(_mm512_fmsub_pd(doubles(a), doubles(b), doubles(c)));
  }
  RINGLET_INLINE static Vec double_sub_mul(Vec c, Vec a, Vec b) {
    return words(_mm512_fnmadd_pd(doubles(a), doubles(b), doubles(c)));
  }

 protected:
  RINGLET_INLINE static __m512d doubles(Vec x) { return _mm512_castsi512_pd(x); }
  RINGLET_INLINE static Vec words(__m512d x) { return _mm512_castpd_si512(x); }

 private:
  RINGLET_INLINE static Mask first_lanes(std::size_t count) { return static_cast<Mask>((1u << count) - 1); }
};

}  // namespace ringlet::isa
