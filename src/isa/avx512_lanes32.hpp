#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "isa/avx512.hpp"
#include "isa/compiler.hpp"

namespace ringlet::isa {

/// ISA policy of AVX-512 on arrays of 32-bit words: sixteen lanes of 32 bits. `Base` has the same registers as lanes
/// of 64 bits, in which products of two words are whole.
struct Avx512Lanes32 {
  using Base = Avx512;
  using Vec = Base::Vec;
  using Mask = __mmask16;
  using Word = std::uint32_t;
  using Cell = Word;
  static constexpr unsigned lanes_log = 4;
  static constexpr unsigned lanes = 16;
  static constexpr unsigned in_flight = 16;

  RINGLET_INLINE static Vec broadcast(std::uint64_t x) { return _mm512_set1_epi32(static_cast<int>(x)); }
  RINGLET_INLINE static Vec load(const std::uint32_t* p) { return _mm512_loadu_si512(p); }
  RINGLET_INLINE static void store(std::uint32_t* p, Vec x) { _mm512_storeu_si512(p, x); }

  /// Loads `count` words of a table, from word `first` on, repeated through the lanes.
  template <unsigned count>
  RINGLET_INLINE static Vec load_repeated(const void* table, std::size_t first) {
    const void* const p = static_cast<const std::byte*>(table) + first * sizeof(Word);
    if constexpr (count == 1) {
      return _mm512_broadcastd_epi32(_mm_loadu_si32(p));
    } else if constexpr (count == 2) {
      return _mm512_broadcastq_epi64(_mm_loadu_si64(p));
    } else if constexpr (count == 4) {
      return _mm512_broadcast_i32x4(_mm_loadu_si128(static_cast<const __m128i*>(p)));
    } else if constexpr (count == 8) {
      return _mm512_broadcast_i64x4(_mm256_loadu_si256(static_cast<const __m256i*>(p)));
    } else {
      static_assert(count == 16);
      return _mm512_loadu_si512(p);
    }
  }

  RINGLET_INLINE static Vec load_partial(const std::uint32_t* p, std::size_t count) {
    return _mm512_maskz_loadu_epi32(first_lanes(count), p);
  }
  RINGLET_INLINE static void store_partial(std::uint32_t* p, Vec x, std::size_t count) {
    _mm512_mask_storeu_epi32(p, first_lanes(count), x);
  }

  RINGLET_INLINE static Vec add(Vec a, Vec b) { return _mm512_add_epi32(a, b); }
  RINGLET_INLINE static Vec sub(Vec a, Vec b) { return _mm512_sub_epi32(a, b); }
  RINGLET_INLINE static Vec min(Vec a, Vec b) { return _mm512_min_epu32(a, b); }
  RINGLET_INLINE static Vec subtract_once(Vec x, Vec step) { return min(x, sub(x, step)); }
  RINGLET_INLINE static Vec add_if_negative(Vec x, Vec step) { return min(x, add(x, step)); }
  RINGLET_INLINE static Vec add_modulo(Vec a, Vec b, Vec q) { return subtract_once(add(a, b), q); }
  RINGLET_INLINE static Vec subtract_modulo(Vec a, Vec b, Vec q) { return add_if_negative(sub(a, b), q); }
  template <unsigned count>
  RINGLET_INLINE static Vec shift_right(Vec a) {
    return _mm512_srli_epi32(a, count);
  }
  RINGLET_INLINE static Vec mul_low(Vec a, Vec b) { return _mm512_mullo_epi32(a, b); }
  RINGLET_INLINE static Vec mul_low_difference(Vec a, Vec b, Vec c, Vec d) { return sub(mul_low(a, b), mul_low(c, d)); }
  RINGLET_INLINE static Vec mul_high(Vec a, Vec b) {
    return Base::join_high_halves(_mm512_mul_epu32(a, b), _mm512_mul_epu32(Base::high_half(a), Base::high_half(b)));
  }

  /// Perfect shuffle of two vectors: a0 b0 a1 b1 ... | a8 b8 a9 b9 ...
  RINGLET_INLINE static void interleave(Vec& a, Vec& b) {
    const Vec low = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    const Vec high = _mm512_set_epi32(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8);
    const Vec a_old = a;
    a = _mm512_permutex2var_epi32(a_old, low, b);
    b = _mm512_permutex2var_epi32(a_old, high, b);
  }
  /// The inverse of `interleave`: the even elements of the pair | the odd elements.
  RINGLET_INLINE static void deinterleave(Vec& a, Vec& b) {
    const Vec even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    const Vec odd = _mm512_set_epi32(31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
    const Vec a_old = a;
    a = _mm512_permutex2var_epi32(a_old, even, b);
    b = _mm512_permutex2var_epi32(a_old, odd, b);
  }

  RINGLET_INLINE static Mask equal(Vec a, Vec b) { return _mm512_cmpeq_epu32_mask(a, b); }
  RINGLET_INLINE static Mask less(Vec a, Vec b) { return _mm512_cmplt_epu32_mask(a, b); }
  RINGLET_INLINE static Mask less_equal(Vec a, Vec b) { return _mm512_cmple_epu32_mask(a, b); }
  RINGLET_INLINE static Mask invert(Mask m) { return static_cast<Mask>(~m); }
  RINGLET_INLINE static Vec keep_if(Mask m, Vec x) { return _mm512_maskz_mov_epi32(m, x); }

 private:
  RINGLET_INLINE static Mask first_lanes(std::size_t count) { return static_cast<Mask>((1u << count) - 1); }
};

}  // namespace ringlet::isa
