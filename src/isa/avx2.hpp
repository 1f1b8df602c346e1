#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"
#include "isa/widening_product.hpp"

namespace ringlet::isa {

/// ISA policy of AVX2 and FMA: four 64-bit lanes.
///
/// AVX2 only compares signed words and only multiplies 32-bit halves; other operations are composed of several
/// instructions.
struct Avx2 {
  using Vec = __m256i;
  using Mask = __m256i;  // all ones or zero in each lane
  using Word = std::uint64_t;
  using Cell = Word;
  static constexpr unsigned lanes_log = 2;
  static constexpr unsigned lanes = 4;
  static constexpr unsigned in_flight = 16;

  RINGLET_INLINE static Vec broadcast(std::uint64_t x) { return _mm256_set1_epi64x(static_cast<long long>(x)); }
  RINGLET_INLINE static Vec load(const std::uint64_t* p) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(static_cast<const void*>(p)));
  }
  RINGLET_INLINE static void store(std::uint64_t* p, Vec x) {
    _mm256_storeu_si256(static_cast<__m256i*>(static_cast<void*>(p)), x);
  }

  // Words of 32 bits in memory, each alone in its lane. A store keeps the low 32 bits.
  RINGLET_INLINE static Vec load(const std::uint32_t* p) {
    return _mm256_cvtepu32_epi64(_mm_loadu_si128(static_cast<const __m128i*>(static_cast<const void*>(p))));
  }
  RINGLET_INLINE static void store(std::uint32_t* p, Vec x) {
    _mm_storeu_si128(static_cast<__m128i*>(static_cast<void*>(p)), low_halves(x));
  }

  template <unsigned count>
  RINGLET_INLINE static Vec load_repeated(const std::uint64_t* p) {
    if constexpr (count == 1) {
      return broadcast(*p);
    } else if constexpr (count == 2) {
      return _mm256_broadcastsi128_si256(_mm_loadu_si128(static_cast<const __m128i*>(static_cast<const void*>(p))));
    } else {
      static_assert(count == 4);
      return load(p);
    }
  }

  RINGLET_INLINE static Vec load_partial(const std::uint64_t* p, std::size_t count) {
    return _mm256_maskload_epi64(static_cast<const long long*>(static_cast<const void*>(p)), first_lanes(count));
  }
  RINGLET_INLINE static void store_partial(std::uint64_t* p, Vec x, std::size_t count) {
    _mm256_maskstore_epi64(static_cast<long long*>(static_cast<void*>(p)), first_lanes(count), x);
  }
  RINGLET_INLINE static Vec load_partial(const std::uint32_t* p, std::size_t count) {
    const __m128i mask = low_halves(first_lanes(count));
    return _mm256_cvtepu32_epi64(_mm_maskload_epi32(static_cast<const int*>(static_cast<const void*>(p)), mask));
  }
  RINGLET_INLINE static void store_partial(std::uint32_t* p, Vec x, std::size_t count) {
    const __m128i mask = low_halves(first_lanes(count));
    _mm_maskstore_epi32(static_cast<int*>(static_cast<void*>(p)), mask, low_halves(x));
  }

  /// Stores past the caches; p is aligned to half a cache line. stream_fence() must follow the last store and precede
  /// reads by other threads.
  RINGLET_INLINE static void stream(std::uint64_t* p, Vec x) {
    _mm256_stream_si256(static_cast<__m256i*>(static_cast<void*>(p)), x);
  }
  RINGLET_INLINE static void stream_fence() { _mm_sfence(); }

  RINGLET_INLINE static Vec add(Vec a, Vec b) { return _mm256_add_epi64(a, b); }
  RINGLET_INLINE static Vec sub(Vec a, Vec b) { return _mm256_sub_epi64(a, b); }
  RINGLET_INLINE static Vec min(Vec a, Vec b) { return _mm256_blendv_epi8(a, b, less(b, a)); }
  RINGLET_INLINE static Vec subtract_once(Vec x, Vec step) {
    const Vec difference = sub(x, step);
    return if_negative(difference, x, difference);
  }
  RINGLET_INLINE static Vec add_if_negative(Vec x, Vec step) { return if_negative(x, add(x, step), x); }
  RINGLET_INLINE static Vec add_modulo(Vec a, Vec b, Vec q) { return subtract_once(add(a, b), q); }
  RINGLET_INLINE static Vec subtract_modulo(Vec a, Vec b, Vec q) { return add_if_negative(sub(a, b), q); }
  RINGLET_INLINE static Vec bit_and(Vec a, Vec b) { return _mm256_and_si256(a, b); }
  RINGLET_INLINE static Vec bit_or(Vec a, Vec b) { return _mm256_or_si256(a, b); }
  RINGLET_INLINE static Vec shift_left(Vec a, Vec count) { return _mm256_sllv_epi64(a, count); }

  template <unsigned count>
  RINGLET_INLINE static Vec shift_right(Vec a) {
    return _mm256_srli_epi64(a, count);
  }

  RINGLET_INLINE static Vec mul_low(Vec a, Vec b) {
    const Vec cross = add(_mm256_mul_epu32(_mm256_srli_epi64(a, 32), b), _mm256_mul_epu32(a, _mm256_srli_epi64(b, 32)));
    return add(_mm256_mul_epu32(a, b), _mm256_slli_epi64(cross, 32));
  }

  /// Subtracts the cross products, of which 32 bits count, before it shifts them into place.
  RINGLET_INLINE static Vec mul_low_difference(Vec a, Vec b, Vec c, Vec d) {
    const Vec cross = _mm256_sub_epi32(_mm256_mullo_epi32(a, swap_halves(b)), _mm256_mullo_epi32(c, swap_halves(d)));
    const Vec high = _mm256_and_si256(add(cross, _mm256_slli_epi64(cross, 32)), broadcast(0xffffffff00000000));
    return add(high, sub(_mm256_mul_epu32(a, b), _mm256_mul_epu32(c, d)));
  }

  // Operations for WideningProduct.
  RINGLET_INLINE static Vec mul_low_halves(Vec a, Vec b) { return _mm256_mul_epu32(a, b); }
  RINGLET_INLINE static Vec high_half(Vec a) { return _mm256_srli_epi64(a, 32); }
  RINGLET_INLINE static Vec low_half(Vec a) { return _mm256_and_si256(a, _mm256_set1_epi64x(0xffffffff)); }
  RINGLET_INLINE static Vec join_low_halves(Vec a, Vec b) {
    return _mm256_blend_epi32(a, _mm256_slli_epi64(b, 32), 0xaa);
  }
  RINGLET_INLINE static Vec join_high_halves(Vec a, Vec b) { return _mm256_blend_epi32(high_half(a), b, 0xaa); }

  RINGLET_INLINE static Vec mul_high(Vec a, Vec b) { return WideningProduct<Avx2>::high(a, b); }
  RINGLET_INLINE static Vec mul_high_short(Vec a, Vec b) { return WideningProduct<Avx2>::high_short(a, b); }
  RINGLET_INLINE static void mul_widening(Vec a, Vec b, Vec& low, Vec& high) {
    WideningProduct<Avx2>::multiply(a, b, low, high);
  }

  using Carry = Mask;

  RINGLET_INLINE static Vec add_carry(Vec a, Vec b, Carry& carry) {
    const Vec partial = add(a, b);
    const Vec sum = sub(partial, carry);
    carry = _mm256_or_si256(less(partial, a), less(sum, partial));
    return sum;
  }
  RINGLET_INLINE static Vec sub_borrow(Vec a, Vec b, Carry& borrow) {
    const Vec partial = sub(a, b);
    const Vec difference = add(partial, borrow);
    borrow = _mm256_or_si256(less(a, b), less(partial, difference));
    return difference;
  }
  RINGLET_INLINE static Vec select(Carry carry, Vec a, Vec b) { return _mm256_blendv_epi8(b, a, carry); }

  RINGLET_INLINE static Vec shift_left_any(Vec a, Vec count) { return _mm256_sllv_epi64(a, count); }
  RINGLET_INLINE static Vec shift_right_any(Vec a, Vec count) { return _mm256_srlv_epi64(a, count); }

  // Permutes halves of lanes, because AVX2 permutes only these by a variable.
  RINGLET_INLINE static Vec permute(Vec x, Vec order) { return _mm256_permutevar8x32_epi32(x, order); }
  static constexpr std::uint64_t lane_index(unsigned lane) {
    return (std::uint64_t{2 * lane + 1} << 32) | std::uint64_t{2 * lane};
  }

  /// Perfect shuffle of two vectors: a0 b0 a1 b1 | a2 b2 a3 b3
  RINGLET_INLINE static void interleave(Vec& a, Vec& b) {
    const Vec low = _mm256_unpacklo_epi64(a, b);
    const Vec high = _mm256_unpackhi_epi64(a, b);
    a = _mm256_permute2x128_si256(low, high, 0x20);
    b = _mm256_permute2x128_si256(low, high, 0x31);
  }

  /// The inverse of `interleave`: the even elements of the pair | the odd elements.
  RINGLET_INLINE static void deinterleave(Vec& a, Vec& b) {
    const Vec low = _mm256_permute2x128_si256(a, b, 0x20);
    const Vec high = _mm256_permute2x128_si256(a, b, 0x31);
    a = _mm256_unpacklo_epi64(low, high);
    b = _mm256_unpackhi_epi64(low, high);
  }

  /// Exchanges the odd lanes of a with the even lanes of b: a0 b0 a2 b2 | a1 b1 a3 b3
  RINGLET_INLINE static void transpose_pairs(Vec& a, Vec& b) {
    const Vec a_old = a;
    a = _mm256_unpacklo_epi64(a_old, b);
    b = _mm256_unpackhi_epi64(a_old, b);
  }

  /// Exchanges in the same way by twos: a0 a1 b0 b1 | a2 a3 b2 b3.
  RINGLET_INLINE static void transpose_twos(Vec& a, Vec& b) {
    const Vec a_old = a;
    a = _mm256_permute2x128_si256(a_old, b, 0x20);
    b = _mm256_permute2x128_si256(a_old, b, 0x31);
  }

  RINGLET_INLINE static Mask equal(Vec a, Vec b) { return _mm256_cmpeq_epi64(a, b); }
  RINGLET_INLINE static Mask less(Vec a, Vec b) { return _mm256_cmpgt_epi64(flip_sign(b), flip_sign(a)); }
  RINGLET_INLINE static Mask less_equal(Vec a, Vec b) { return invert(less(b, a)); }
  RINGLET_INLINE static Mask is_negative(Vec a) { return _mm256_cmpgt_epi64(_mm256_setzero_si256(), a); }
  RINGLET_INLINE static Mask invert(Mask m) { return _mm256_xor_si256(m, _mm256_set1_epi64x(-1)); }
  RINGLET_INLINE static Vec keep_if(Mask m, Vec x) { return _mm256_and_si256(m, x); }

  // ---- lanes as doubles, rounded to nearest ----

  RINGLET_INLINE static Vec double_add(Vec a, Vec b) { return words(_mm256_add_pd(doubles(a), doubles(b))); }
  RINGLET_INLINE static Vec double_sub(Vec a, Vec b) { return words(_mm256_sub_pd(doubles(a), doubles(b))); }
  RINGLET_INLINE static Vec double_mul(Vec a, Vec b) { return words(_mm256_mul_pd(doubles(a), doubles(b))); }
  RINGLET_INLINE static Vec double_mul_add(Vec a, Vec b, Vec c) {
    return words(_mm256_fmadd_pd(doubles(a), doubles(b), doubles(c)));
  }
  RINGLET_INLINE static Vec double_mul_sub(Vec a, Vec b, Vec c) {
    return words(_mm256_fmsub_pd(doubles(a), doubles(b), doubles(c)));
  }
  RINGLET_INLINE static Vec double_sub_mul(Vec c, Vec a, Vec b) {
    return words(_mm256_fnmadd_pd(doubles(a), doubles(b), doubles(c)));
  }

 private:
  RINGLET_INLINE static __m256d doubles(Vec x) { return _mm256_castsi256_pd(x); }
  RINGLET_INLINE static Vec words(__m256d x) { return _mm256_castpd_si256(x); }

  /// Returns the low halves of the lanes, one after the other.
  RINGLET_INLINE static __m128i low_halves(Vec x) {
    return _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(x, _mm256_set_epi32(7, 5, 3, 1, 6, 4, 2, 0)));
  }
  RINGLET_INLINE static Vec swap_halves(Vec x) { return _mm256_shuffle_epi32(x, 0xb1); }

  /// Returns x where the sign bit of `sign` is set, else y. The blend reads no other bit of its mask.
  RINGLET_INLINE static Vec if_negative(Vec sign, Vec x, Vec y) {
    return words(_mm256_blendv_pd(doubles(y), doubles(x), doubles(sign)));
  }

  /// Maps unsigned words to signed words in the same order.
  RINGLET_INLINE static Vec flip_sign(Vec x) {
    return _mm256_xor_si256(x, _mm256_set1_epi64x(static_cast<long long>(std::uint64_t{1} << 63)));
  }
  RINGLET_INLINE static Mask first_lanes(std::size_t count) {
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(static_cast<long long>(count)), _mm256_set_epi64x(3, 2, 1, 0));
  }
};

}  // namespace ringlet::isa
