#pragma once

#include <immintrin.h>

#include "isa/compiler.hpp"

/// isa::Avx2 under another name, with one instruction opaque to the compiler: `_mm256_mul_epu32`, or, with
/// RINGLET_LAB_PROXY_MULTIPLY, its proxy (Table 5). Both are compiled alike, so that their times differ by nothing
/// else.
namespace ringlet::isa {

RINGLET_INLINE __m256i substituted_multiply(__m256i a, __m256i b) {
  __m256i product;
#if RINGLET_LAB_PROXY_MULTIPLY
  __asm__("vpmulld %2, %1, %0" : "=x"(product) : "x"(a), "x"(b));
#else
  __asm__("vpmuludq %2, %1, %0" : "=x"(product) : "x"(a), "x"(b));
#endif
  return product;
}

}  // namespace ringlet::isa

#define Avx2 SubstitutedAvx2
#define _mm256_mul_epu32 substituted_multiply
#include "isa/avx2.hpp"
#undef _mm256_mul_epu32
#undef Avx2
