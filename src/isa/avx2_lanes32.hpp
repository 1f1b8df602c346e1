#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "isa/avx2.hpp"
#include "isa/compiler.hpp"

namespace ringlet::isa {

/// ISA policy of AVX2 on arrays of 32-bit words: eight lanes of 32 bits. `Base` has the same registers as lanes
/// of 64 bits, in which products of two words are whole.
struct Avx2Lanes32 {
  using Base = Avx2;
  using Vec = Base::Vec;
  using Mask = __m256i;  // all ones or zero in each lane
  using Word = std::uint32_t;
  using Cell = Word;
  static constexpr unsigned lanes_log = 3;
  static constexpr unsigned lanes = 8;
  static constexpr unsigned in_flight = 8;

  RINGLET_INLINE static Vec broadcast(std::uint64_t x) { return _mm256_set1_epi32(static_cast<int>(x)); }
  RINGLET_INLINE static Vec load(const std::uint32_t* p) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(static_cast<const void*>(p)));
  }
  RINGLET_INLINE static void store(std::uint32_t* p, Vec x) {
    _mm256_storeu_si256(static_cast<__m256i*>(static_cast<void*>(p)), x);
  }

  /// Loads `count` words of a table, from word `first` on, repeated through the lanes.
  template <unsigned count>
  RINGLET_INLINE static Vec load_repeated(const void* table, std::size_t first) {
    const void* const p = static_cast<const std::byte*>(table) + first * sizeof(Word);
    if constexpr (count == 1) {
      return _mm256_broadcastd_epi32(_mm_loadu_si32(p));
    } else if constexpr (count == 2) {
      return _mm256_broadcastq_epi64(_mm_loadu_si64(p));
    } else if constexpr (count == 4) {
      return _mm256_broadcastsi128_si256(_mm_loadu_si128(static_cast<const __m128i*>(p)));
    } else {
      static_assert(count == 8);
      return _mm256_loadu_si256(static_cast<const __m256i*>(p));
    }
  }

  RINGLET_INLINE static Vec load_partial(const std::uint32_t* p, std::size_t count) {
    return _mm256_maskload_epi32(static_cast<const int*>(static_cast<const void*>(p)), first_lanes(count));
  }
  RINGLET_INLINE static void store_partial(std::uint32_t* p, Vec x, std::size_t count) {
    _mm256_maskstore_epi32(static_cast<int*>(static_cast<void*>(p)), first_lanes(count), x);
  }

  RINGLET_INLINE static Vec add(Vec a, Vec b) { return _mm256_add_epi32(a, b); }
  RINGLET_INLINE static Vec sub(Vec a, Vec b) { return _mm256_sub_epi32(a, b); }
  RINGLET_INLINE static Vec min(Vec a, Vec b) { return _mm256_min_epu32(a, b); }
  RINGLET_INLINE static Vec subtract_once(Vec x, Vec step) { return min(x, sub(x, step)); }
  RINGLET_INLINE static Vec add_if_negative(Vec x, Vec step) { return min(x, add(x, step)); }
  RINGLET_INLINE static Vec add_modulo(Vec a, Vec b, Vec q) { return subtract_once(add(a, b), q); }
  RINGLET_INLINE static Vec subtract_modulo(Vec a, Vec b, Vec q) { return add_if_negative(sub(a, b), q); }
  template <unsigned count>
  RINGLET_INLINE static Vec shift_right(Vec a) {
    return _mm256_srli_epi32(a, count);
  }
  RINGLET_INLINE static Vec mul_low(Vec a, Vec b) { return _mm256_mullo_epi32(a, b); }
  RINGLET_INLINE static Vec mul_low_difference(Vec a, Vec b, Vec c, Vec d) { return sub(mul_low(a, b), mul_low(c, d)); }
  RINGLET_INLINE static Vec mul_high(Vec a, Vec b) {
    return Base::join_high_halves(_mm256_mul_epu32(a, b), _mm256_mul_epu32(Base::high_half(a), Base::high_half(b)));
  }

  /// Perfect shuffle of two vectors: a0 b0 a1 b1 ... | a4 b4 a5 b5 ...
  RINGLET_INLINE static void interleave(Vec& a, Vec& b) {
    const Vec low = _mm256_unpacklo_epi32(a, b);
    const Vec high = _mm256_unpackhi_epi32(a, b);
    a = _mm256_permute2x128_si256(low, high, 0x20);
    b = _mm256_permute2x128_si256(low, high, 0x31);
  }
  /// The inverse of `interleave`: the even elements of the pair | the odd elements.
  RINGLET_INLINE static void deinterleave(Vec& a, Vec& b) {
    const Vec order = _mm256_set_epi32(7, 5, 3, 1, 6, 4, 2, 0);
    const Vec x = _mm256_permutevar8x32_epi32(a, order);
    const Vec y = _mm256_permutevar8x32_epi32(b, order);
    a = _mm256_permute2x128_si256(x, y, 0x20);
    b = _mm256_permute2x128_si256(x, y, 0x31);
  }
  /// Exchanges the odd lanes of a with the even lanes of b: a0 b0 a2 b2 ... | a1 b1 a3 b3 ...
  RINGLET_INLINE static void transpose_pairs(Vec& a, Vec& b) {
    const Vec a_old = a;
    a = Base::join_low_halves(a_old, b);
    b = Base::join_high_halves(a_old, b);
  }
  /// Exchanges in the same way by twos: a0 a1 b0 b1 ... | a2 a3 b2 b3 ...
  RINGLET_INLINE static void transpose_twos(Vec& a, Vec& b) { Base::transpose_pairs(a, b); }
  /// Exchanges in the same way by fours: a0 a1 a2 a3 b0 b1 b2 b3 | a4 a5 a6 a7 b4 b5 b6 b7.
  RINGLET_INLINE static void transpose_fours(Vec& a, Vec& b) { Base::transpose_twos(a, b); }

  RINGLET_INLINE static Mask equal(Vec a, Vec b) { return _mm256_cmpeq_epi32(a, b); }
  RINGLET_INLINE static Mask less_equal(Vec a, Vec b) { return equal(min(a, b), a); }
  RINGLET_INLINE static Mask less(Vec a, Vec b) { return invert(less_equal(b, a)); }
  RINGLET_INLINE static Mask invert(Mask m) { return _mm256_xor_si256(m, _mm256_set1_epi32(-1)); }
  RINGLET_INLINE static Vec keep_if(Mask m, Vec x) { return _mm256_and_si256(m, x); }

 private:
  RINGLET_INLINE static Mask first_lanes(std::size_t count) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)), _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0));
  }
};

}  // namespace ringlet::isa
