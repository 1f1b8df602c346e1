// SPDX-License-Identifier: Apache-2.0
#ifndef RINGLET_CONVOLVE_H
#define RINGLET_CONVOLVE_H

// Part of ringlet.h, which includes this header at its end: a program may include either. The rules in ringlet.h for
// all functions hold here, too.
#include "ringlet/ringlet.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @name Exact products
/// Products of polynomials of any length, modulo any number or over the integers, and of long integers, as
/// ringlet/convolve.hpp computes them. No plan is needed.
///
/// All functions:
/// Modulus    1 <= m <= 2^64; {0, 1} is 2^64. Inputs lie in [0, m), outputs in [0, m).
/// Integers   functions whose name ends in _u64 or _i64 compute the integers themselves, in 128 bits; those of _i64 are
///            signed, in two's complement. The greatest possible result, the number of terms times the greatest
///            magnitudes in a and in b, must fit.
/// Shape      1 to 2^30 elements in a and in b
/// Overlap    a and b may overlap; out must not overlap a or b
/// Executor   the work is done on its threads; null: on the calling thread alone. Results do not depend on it
/// Errors     RINGLET_INVALID_ARGUMENT, also where results may not fit; RINGLET_OUT_OF_RANGE for an element that is not
///            below m; RINGLET_OUT_OF_MEMORY, which may leave out changed
/// Timing     depends on the values: not for secrets
/// @{

/// Linear convolution: out[k] = sum of a[i] b[k - i].
/// Shape      out_size = a_size + b_size - 1
RINGLET_API ringlet_status ringlet_convolve(uint64_t* out, size_t out_size, const uint64_t* a, size_t a_size,
                                            const uint64_t* b, size_t b_size, ringlet_uint128 m,
                                            const ringlet_executor* executor);
RINGLET_API ringlet_status ringlet_convolve_u64(ringlet_uint128* out, size_t out_size, const uint64_t* a, size_t a_size,
                                                const uint64_t* b, size_t b_size, const ringlet_executor* executor);
RINGLET_API ringlet_status ringlet_convolve_i64(ringlet_uint128* out, size_t out_size, const int64_t* a, size_t a_size,
                                                const int64_t* b, size_t b_size, const ringlet_executor* executor);

/// Product modulo X^n - 1, n = out_size: out[k] = sum of a[i] b[j] for i + j = k modulo n.
/// Shape      a_size and b_size at most out_size; missing elements are zeros
RINGLET_API ringlet_status ringlet_cyclic_convolve(uint64_t* out, size_t out_size, const uint64_t* a, size_t a_size,
                                                   const uint64_t* b, size_t b_size, ringlet_uint128 m,
                                                   const ringlet_executor* executor);
RINGLET_API ringlet_status ringlet_cyclic_convolve_u64(ringlet_uint128* out, size_t out_size, const uint64_t* a,
                                                       size_t a_size, const uint64_t* b, size_t b_size,
                                                       const ringlet_executor* executor);
RINGLET_API ringlet_status ringlet_cyclic_convolve_i64(ringlet_uint128* out, size_t out_size, const int64_t* a,
                                                       size_t a_size, const int64_t* b, size_t b_size,
                                                       const ringlet_executor* executor);

/// Product modulo X^n + 1, n = out_size: terms with i + j >= n are subtracted.
/// Shape      as for ringlet_cyclic_convolve
RINGLET_API ringlet_status ringlet_negacyclic_convolve(uint64_t* out, size_t out_size, const uint64_t* a, size_t a_size,
                                                       const uint64_t* b, size_t b_size, ringlet_uint128 m,
                                                       const ringlet_executor* executor);
RINGLET_API ringlet_status ringlet_negacyclic_convolve_i64(ringlet_uint128* out, size_t out_size, const int64_t* a,
                                                           size_t a_size, const int64_t* b, size_t b_size,
                                                           const ringlet_executor* executor);

/// Middle of the convolution: out[k] = sum of a[k + i] b[b_size - 1 - i], sums of b_size terms each.
/// Shape      b_size <= a_size; out_size = a_size - b_size + 1
RINGLET_API ringlet_status ringlet_middle_product(uint64_t* out, size_t out_size, const uint64_t* a, size_t a_size,
                                                  const uint64_t* b, size_t b_size, ringlet_uint128 m,
                                                  const ringlet_executor* executor);
RINGLET_API ringlet_status ringlet_middle_product_u64(ringlet_uint128* out, size_t out_size, const uint64_t* a,
                                                      size_t a_size, const uint64_t* b, size_t b_size,
                                                      const ringlet_executor* executor);
RINGLET_API ringlet_status ringlet_middle_product_i64(ringlet_uint128* out, size_t out_size, const int64_t* a,
                                                      size_t a_size, const int64_t* b, size_t b_size,
                                                      const ringlet_executor* executor);

/// Product of two non-negative integers in limbs of 64 bits, the lowest first.
/// Shape      1 to 2^29 limbs in a and in b; out_size = a_size + b_size
RINGLET_API ringlet_status ringlet_multiply_integers(uint64_t* out, size_t out_size, const uint64_t* a, size_t a_size,
                                                     const uint64_t* b, size_t b_size,
                                                     const ringlet_executor* executor);

/// Sets the limit of the bytes that the process keeps for later products: tables, and wiped working memory. 256 MiB by
/// default. Any number of threads may call these functions and those above at once.
RINGLET_API void ringlet_set_product_cache_limit(size_t bytes);
/// Returns the bytes that the process keeps for later products.
RINGLET_API size_t ringlet_product_cache_bytes(void);
/// Releases these bytes, as far as no call uses them.
RINGLET_API void ringlet_clear_product_cache(void);

/// @}

#ifdef __cplusplus
}  // extern "C"
#endif

#endif
