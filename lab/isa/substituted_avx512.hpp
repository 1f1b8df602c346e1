#pragma once

#include <immintrin.h>

#include "isa/compiler.hpp"

/// isa::Avx512 under another name, with two instructions opaque to the compiler: masked addition and subtraction. With
/// RINGLET_LAB_PROXY_ADD or RINGLET_LAB_PROXY_SUBTRACT, one is the plain instruction (Table 5). All are compiled alike,
/// so that their times differ by nothing else. The plain instruction does not read the mask, so one more instruction
/// reads it (section 5.2), unless RINGLET_LAB_UNGUARDED is set: then the mask is computed and not read.
#if RINGLET_LAB_UNGUARDED
#define RINGLET_LAB_GUARD ""
#else
#define RINGLET_LAB_GUARD "kmovb %2, %1\n\t"
#endif

namespace ringlet::isa {

RINGLET_INLINE __m512i substituted_mask_add(__m512i kept, __mmask8 mask, __m512i a, __m512i b) {
#if RINGLET_LAB_PROXY_ADD
  __mmask8 copy;
  __asm__(RINGLET_LAB_GUARD "vpaddq %4, %3, %0" : "+v"(kept), "=Yk"(copy) : "Yk"(mask), "v"(a), "v"(b));
#else
  __asm__("vpaddq %3, %2, %0 %{%1%}" : "+v"(kept) : "Yk"(mask), "v"(a), "v"(b));
#endif
  return kept;
}

RINGLET_INLINE __m512i substituted_mask_sub(__m512i kept, __mmask8 mask, __m512i a, __m512i b) {
#if RINGLET_LAB_PROXY_SUBTRACT
  __mmask8 copy;
  __asm__(RINGLET_LAB_GUARD "vpsubq %4, %3, %0" : "+v"(kept), "=Yk"(copy) : "Yk"(mask), "v"(a), "v"(b));
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
#undef RINGLET_LAB_GUARD
