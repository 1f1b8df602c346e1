#pragma once

#include <immintrin.h>

#include "isa/avx512.hpp"
#include "isa/compiler.hpp"

namespace ringlet::isa {

/// ISA policy of AVX-512 whose instructions on doubles round to nearest and trap nothing, whatever the thread's control
/// word says: each instruction has its own rounding mode, and reads no memory. Calls need not look at the control word,
/// which takes 6 ns on Zen 4, as long as products of 24 elements.
struct Avx512Rounded : Avx512 {
  static constexpr bool has_own_rounding = true;

  RINGLET_INLINE static Vec double_of(Vec a) { return words(_mm512_cvt_roundepu64_pd(a, nearest)); }
  RINGLET_INLINE static Vec double_add(Vec a, Vec b) {
    return words(_mm512_add_round_pd(doubles(a), doubles(b), nearest));
  }
  RINGLET_INLINE static Vec double_sub(Vec a, Vec b) {
    return words(_mm512_sub_round_pd(doubles(a), doubles(b), nearest));
  }
  RINGLET_INLINE static Vec double_mul(Vec a, Vec b) {
    return words(_mm512_mul_round_pd(doubles(a), doubles(b), nearest));
  }
  RINGLET_INLINE static Vec double_mul_add(Vec a, Vec b, Vec c) {
    return words(_mm512_fmadd_round_pd(doubles(a), doubles(b), doubles(c), nearest));
  }
  RINGLET_INLINE static Vec double_mul_sub(Vec a, Vec b, Vec c) {
    return words(_mm512_fmsub_round_pd(doubles(a), doubles(b), doubles(c), nearest));
  }
  RINGLET_INLINE static Vec double_sub_mul(Vec c, Vec a, Vec b) {
    return words(_mm512_fnmadd_round_pd(doubles(a), doubles(b), doubles(c), nearest));
  }
  /// Returns 1 / x in each lane.
  RINGLET_INLINE static Vec double_reciprocal(double x) {
    return words(_mm512_broadcastsd_pd(_mm_div_round_sd(_mm_set_sd(1), _mm_set_sd(x), nearest)));
  }

 private:
  static constexpr int nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
};

}  // namespace ringlet::isa
