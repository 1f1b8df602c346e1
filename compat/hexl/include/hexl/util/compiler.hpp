// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hexl/util/check.hpp"
#include "hexl/util/types.hpp"

#if defined(HEXL_USE_CLANG)
#define HEXL_LOOP_UNROLL_4 _Pragma("clang loop unroll_count(4)")
#define HEXL_LOOP_UNROLL_8 _Pragma("clang loop unroll_count(8)")
#else
#define HEXL_LOOP_UNROLL_4 _Pragma("GCC unroll 4")
#define HEXL_LOOP_UNROLL_8 _Pragma("GCC unroll 8")
#endif

/// Arithmetic of two words.
namespace intel {
namespace hexl {

inline uint128_t MultiplyUInt64(uint64_t x, uint64_t y) { return static_cast<uint128_t>(x) * y; }

inline void MultiplyUInt64(uint64_t x, uint64_t y, uint64_t* prod_hi, uint64_t* prod_lo) {
  const uint128_t product = MultiplyUInt64(x, y);
  *prod_hi = static_cast<uint64_t>(product >> 64);
  *prod_lo = static_cast<uint64_t>(product);
}

/// Returns the low word of floor(x y / 2^BitShift).
template <int BitShift>
inline uint64_t MultiplyUInt64Hi(uint64_t x, uint64_t y) {
  return static_cast<uint64_t>(MultiplyUInt64(x, y) >> BitShift);
}

/// Returns the low word of floor((x1 2^64 + x0) / y), y > 0.
inline uint64_t DivideUInt128UInt64Lo(uint64_t x1, uint64_t x0, uint64_t y) {
  return static_cast<uint64_t>(((static_cast<uint128_t>(x1) << 64) | x0) / y);
}

/// Returns (input_hi 2^64 + input_lo) mod modulus, modulus > 0.
inline uint64_t BarrettReduce128(uint64_t input_hi, uint64_t input_lo, uint64_t modulus) {
  return static_cast<uint64_t>(((static_cast<uint128_t>(input_hi) << 64) | input_lo) % modulus);
}

/// Returns floor(log2(input)); 0 for 0.
inline uint64_t MSB(uint64_t input) { return 63u - static_cast<uint64_t>(__builtin_clzll(input | 1u)); }

}  // namespace hexl
}  // namespace intel
