#pragma once

#include <immintrin.h>

#include "isa/compiler.hpp"

/// isa::Avx512 under another name, in which two instructions are opaque to the compiler: masked addition and
/// subtraction, or, with RINGLET_LAB_PROXY_ADD or RINGLET_LAB_PROXY_SUBTRACT, the plain one (Table 5). All are compiled
/// alike, and all want their mask computed, so that their times differ by nothing else.
namespace ringlet::isa {

RINGLET_INLINE __m512i substituted_mask_add(__m512i kept, __mmask8 mask, __m512i a, __m512i b) {
#if RINGLET_LAB_PROXY_ADD
  __asm__("vpaddq %3, %2, %0" : "+v"(kept) : "Yk"(mask), "v"(a), "v"(b));
#else
  __asm__("vpaddq %3, %2, %0 %{%1%}" : "+v"(kept) : "Yk"(mask), "v"(a), "v"(b));
#endif
  return kept;
}

RINGLET_INLINE __m512i substituted_mask_sub(__m512i kept, __mmask8 mask, __m512i a, __m512i b) {
#if RINGLET_LAB_PROXY_SUBTRACT
  __asm__("vpsubq %3, %2, %0" : "+v"(kept) : "Yk"(mask), "v"(a), "v"(b));
#else
  __asm__("vpsubq %3, %2, %0 %{%1%}" : "+v"(kept) : "Yk"(mask), "v"(a), "v"(b));
#endif
  return kept;
}

}  // namespace ringlet::isa

#define Avx512 SubstitutedAvx512
#define _mm512_mask_add_epi64 substituted_mask_add
#define _mm512_mask_sub_epi64 substituted_mask_sub
#include "isa/avx512.hpp"
#undef _mm512_mask_sub_epi64
#undef _mm512_mask_add_epi64
#undef Avx512
