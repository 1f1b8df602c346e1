// SPDX-License-Identifier: Apache-2.0
#ifndef RINGLET_MATRIX_NTT_H
#define RINGLET_MATRIX_NTT_H

// Part of ringlet.h, which includes this header at its end: a program may include either. The rules in ringlet.h for
// all functions hold here, too.
#include "ringlet/ringlet.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @name Transforms of matrices
/// Transforms of all columns of row-major matrices, as `ringlet::MatrixNtt` computes them. Neighbouring rows of a
/// matrix begin `stride` words apart. Words between rows belong to the caller and are neither read nor written.
/// Interleaved polynomials are the columns of a matrix.
/// @{

/// Plan of transforms of columns of n = `rows` points modulo one prime.
typedef struct ringlet_matrix_ntt ringlet_matrix_ntt;

/// Creates a plan. The arguments are those of `ringlet_ntt_create`, with the number of rows for n.
/// Output     *ntt: a new handle for `ringlet_matrix_ntt_destroy`
/// Errors     RINGLET_INVALID_ARGUMENT, RINGLET_OUT_OF_MEMORY
RINGLET_API ringlet_status ringlet_matrix_ntt_create(ringlet_matrix_ntt** ntt, size_t rows, const ringlet_modulus* q,
                                                     ringlet_ring ring, uint64_t root, ringlet_order order);

/// Creates a plan for the cyclic ring on a coset, as `ringlet_ntt_create_on_coset` does.
RINGLET_API ringlet_status ringlet_matrix_ntt_create_on_coset(ringlet_matrix_ntt** ntt, size_t rows,
                                                              const ringlet_modulus* q, uint64_t root, uint64_t coset,
                                                              ringlet_order order);

/// Destroys a plan; null is allowed.
RINGLET_API void ringlet_matrix_ntt_destroy(ringlet_matrix_ntt* ntt);

/// Returns the number of rows; 0 for a null handle.
RINGLET_API size_t ringlet_matrix_ntt_rows(const ringlet_matrix_ntt* ntt);

/// Returns q; 0 for a null handle.
RINGLET_API uint64_t ringlet_matrix_ntt_modulus(const ringlet_matrix_ntt* ntt);

/// Returns the ring; RINGLET_NEGACYCLIC for a null handle.
RINGLET_API ringlet_ring ringlet_matrix_ntt_ring(const ringlet_matrix_ntt* ntt);

/// Returns psi or omega; 0 for a null handle.
RINGLET_API uint64_t ringlet_matrix_ntt_root(const ringlet_matrix_ntt* ntt);

/// Returns the order of evaluations; RINGLET_BIT_REVERSED for a null handle.
RINGLET_API ringlet_order ringlet_matrix_ntt_order(const ringlet_matrix_ntt* ntt);

/// Returns the backend, the arithmetic and the radices of the passes, for people to read; valid as long as the handle;
/// empty for a null handle. A semicolon separates the passes through memory. Narrow matrices may run on shorter
/// vectors.
RINGLET_API const char* ringlet_matrix_ntt_describe(const ringlet_matrix_ntt* ntt);

/// Transforms each column as `ringlet_ntt_forward` does: row j of `in` has the coefficients of X^j, row k of `out`
/// evaluation number k of the plan's order.
/// Shape      rows must be the plan's; width >= 1 words of each row; each stride at least the width
/// Input      [0, q), natural order
/// Output     [0, q), the plan's order
/// Overlap    out may be in, with the same stride. Matrices of one stride may be different columns of a larger matrix.
/// Executor   the work is done on its threads; null: on the calling thread alone. Results do not depend on it
/// Errors     RINGLET_OUT_OF_MEMORY too
RINGLET_API ringlet_status ringlet_matrix_ntt_forward(const ringlet_matrix_ntt* ntt, uint64_t* out, size_t out_stride,
                                                      const uint64_t* in, size_t in_stride, size_t rows, size_t width,
                                                      const ringlet_executor* executor);

/// Inverse of `ringlet_matrix_ntt_forward`, scaled by 1/n.
/// Input      [0, q), the plan's order
/// Output     [0, q), natural order
RINGLET_API ringlet_status ringlet_matrix_ntt_inverse(const ringlet_matrix_ntt* ntt, uint64_t* out, size_t out_stride,
                                                      const uint64_t* in, size_t in_stride, size_t rows, size_t width,
                                                      const ringlet_executor* executor);

/// Evaluates the polynomials with the values `in` at the plan's own points, column by column, at the out_rows = n 2^b
/// points coset * Omega^k, as `ringlet_ntt_extend` does. Omega is `root`, a primitive root of unity of order out_rows
/// with Omega^(2^b) = omega, or, for 0, the root of `ringlet_matrix_ntt_extension_root`. The first call with a coset, a
/// root and a number of rows makes tables, which the plan keeps until a call with other points.
/// Shape      rows, the number of rows of `in`, must be the plan's; 0 <= b <= 16; otherwise as for the transforms
/// Input      [0, q), the plan's order; coset in [1, q)
/// Output     [0, q), rows in bit-reversed order, whatever the plan's order is
/// Overlap    in may be one of the 2^b blocks of n rows of out, with the same stride; otherwise as for the transforms
/// Errors     RINGLET_OUT_OF_MEMORY too
RINGLET_API ringlet_status ringlet_matrix_ntt_extend(const ringlet_matrix_ntt* ntt, uint64_t* out, size_t out_stride,
                                                     size_t out_rows, const uint64_t* in, size_t in_stride, size_t rows,
                                                     size_t width, uint64_t coset, uint64_t root,
                                                     const ringlet_executor* executor);

/// Finds the smallest Omega with Omega^(2^log_blowup) = omega.
/// Validity   log_blowup <= 16; n 2^log_blowup divides q - 1
RINGLET_API ringlet_status ringlet_matrix_ntt_extension_root(uint64_t* root, const ringlet_matrix_ntt* ntt,
                                                             unsigned log_blowup);

/// Plan of transforms of columns modulo one prime of a 32-bit word, with the functions above.
typedef struct ringlet_matrix_ntt32 ringlet_matrix_ntt32;

RINGLET_API ringlet_status ringlet_matrix_ntt32_create(ringlet_matrix_ntt32** ntt, size_t rows,
                                                       const ringlet_modulus32* q, ringlet_ring ring, uint32_t root,
                                                       ringlet_order order);
RINGLET_API ringlet_status ringlet_matrix_ntt32_create_on_coset(ringlet_matrix_ntt32** ntt, size_t rows,
                                                                const ringlet_modulus32* q, uint32_t root,
                                                                uint32_t coset, ringlet_order order);
RINGLET_API void ringlet_matrix_ntt32_destroy(ringlet_matrix_ntt32* ntt);
RINGLET_API size_t ringlet_matrix_ntt32_rows(const ringlet_matrix_ntt32* ntt);
RINGLET_API uint32_t ringlet_matrix_ntt32_modulus(const ringlet_matrix_ntt32* ntt);
RINGLET_API ringlet_ring ringlet_matrix_ntt32_ring(const ringlet_matrix_ntt32* ntt);
RINGLET_API uint32_t ringlet_matrix_ntt32_root(const ringlet_matrix_ntt32* ntt);
RINGLET_API ringlet_order ringlet_matrix_ntt32_order(const ringlet_matrix_ntt32* ntt);
RINGLET_API const char* ringlet_matrix_ntt32_describe(const ringlet_matrix_ntt32* ntt);
RINGLET_API ringlet_status ringlet_matrix_ntt32_forward(const ringlet_matrix_ntt32* ntt, uint32_t* out,
                                                        size_t out_stride, const uint32_t* in, size_t in_stride,
                                                        size_t rows, size_t width, const ringlet_executor* executor);
RINGLET_API ringlet_status ringlet_matrix_ntt32_inverse(const ringlet_matrix_ntt32* ntt, uint32_t* out,
                                                        size_t out_stride, const uint32_t* in, size_t in_stride,
                                                        size_t rows, size_t width, const ringlet_executor* executor);
RINGLET_API ringlet_status ringlet_matrix_ntt32_extend(const ringlet_matrix_ntt32* ntt, uint32_t* out,
                                                       size_t out_stride, size_t out_rows, const uint32_t* in,
                                                       size_t in_stride, size_t rows, size_t width, uint32_t coset,
                                                       uint32_t root, const ringlet_executor* executor);
RINGLET_API ringlet_status ringlet_matrix_ntt32_extension_root(uint32_t* root, const ringlet_matrix_ntt32* ntt,
                                                               unsigned log_blowup);

/// Plan of transforms of columns modulo one prime of a 128-bit word, with the functions above.
typedef struct ringlet_matrix_ntt128 ringlet_matrix_ntt128;

RINGLET_API ringlet_status ringlet_matrix_ntt128_create(ringlet_matrix_ntt128** ntt, size_t rows,
                                                        const ringlet_modulus128* q, ringlet_ring ring,
                                                        ringlet_uint128 root, ringlet_order order);
RINGLET_API ringlet_status ringlet_matrix_ntt128_create_on_coset(ringlet_matrix_ntt128** ntt, size_t rows,
                                                                 const ringlet_modulus128* q, ringlet_uint128 root,
                                                                 ringlet_uint128 coset, ringlet_order order);
RINGLET_API void ringlet_matrix_ntt128_destroy(ringlet_matrix_ntt128* ntt);
RINGLET_API size_t ringlet_matrix_ntt128_rows(const ringlet_matrix_ntt128* ntt);
RINGLET_API ringlet_uint128 ringlet_matrix_ntt128_modulus(const ringlet_matrix_ntt128* ntt);
RINGLET_API ringlet_ring ringlet_matrix_ntt128_ring(const ringlet_matrix_ntt128* ntt);
RINGLET_API ringlet_uint128 ringlet_matrix_ntt128_root(const ringlet_matrix_ntt128* ntt);
RINGLET_API ringlet_order ringlet_matrix_ntt128_order(const ringlet_matrix_ntt128* ntt);
RINGLET_API const char* ringlet_matrix_ntt128_describe(const ringlet_matrix_ntt128* ntt);
RINGLET_API ringlet_status ringlet_matrix_ntt128_forward(const ringlet_matrix_ntt128* ntt, ringlet_uint128* out,
                                                         size_t out_stride, const ringlet_uint128* in, size_t in_stride,
                                                         size_t rows, size_t width, const ringlet_executor* executor);
RINGLET_API ringlet_status ringlet_matrix_ntt128_inverse(const ringlet_matrix_ntt128* ntt, ringlet_uint128* out,
                                                         size_t out_stride, const ringlet_uint128* in, size_t in_stride,
                                                         size_t rows, size_t width, const ringlet_executor* executor);
RINGLET_API ringlet_status ringlet_matrix_ntt128_extend(const ringlet_matrix_ntt128* ntt, ringlet_uint128* out,
                                                        size_t out_stride, size_t out_rows, const ringlet_uint128* in,
                                                        size_t in_stride, size_t rows, size_t width,
                                                        ringlet_uint128 coset, ringlet_uint128 root,
                                                        const ringlet_executor* executor);
RINGLET_API ringlet_status ringlet_matrix_ntt128_extension_root(ringlet_uint128* root, const ringlet_matrix_ntt128* ntt,
                                                                unsigned log_blowup);

/// @}

#ifdef __cplusplus
}  // extern "C"
#endif

#endif
