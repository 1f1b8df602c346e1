// SPDX-License-Identifier: Apache-2.0
#ifndef RINGLET_EXTENSION_FIELD_H
#define RINGLET_EXTENSION_FIELD_H

// Part of ringlet.h, which includes this header at its end: a program may include either. The rules in ringlet.h for
// all functions hold here, too.
#include "ringlet/ringlet.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @name Extension fields
/// Vectors over F_q[X] / (X^d - w), as `ringlet::ExtensionField` computes them. An element is d words, its coordinates
/// in [0, q), beginning with the coefficient of X^0. Sums, differences and negations of elements, and products by one
/// number of the base field, are `ringlet_add`, `ringlet_sub`, `ringlet_neg` and `ringlet_mul_scalar` on n d words.
///
/// Shape      n >= 1 elements in n d words, except where stated
/// Aliasing   out may equal a vector of n elements
/// Errors     RINGLET_OUT_OF_RANGE for a coordinate of a single element that is not below q, RINGLET_OUT_OF_MEMORY
/// @{

/// Extension field of one prime of a word.
typedef struct ringlet_extension_field ringlet_extension_field;

/// Creates the field of degree d modulo X^d - w.
/// Validity   q prime, 2 <= d <= 8, w < q, X^d - w irreducible
/// Output     *field: a new handle for `ringlet_extension_field_destroy`
RINGLET_API ringlet_status ringlet_extension_field_create(ringlet_extension_field** field, const ringlet_modulus* q,
                                                          unsigned degree, uint64_t w);
/// Destroys a field; null is allowed.
RINGLET_API void ringlet_extension_field_destroy(ringlet_extension_field* field);
/// Returns d; 0 for a null handle.
RINGLET_API unsigned ringlet_extension_field_degree(const ringlet_extension_field* field);
/// Returns the chosen backend and arithmetic, for people to read; valid as long as the handle; empty for a null handle.
RINGLET_API const char* ringlet_extension_field_describe(const ringlet_extension_field* field);
/// out[i] = a[i] * b[i]
RINGLET_API ringlet_status ringlet_extension_field_mul(const ringlet_extension_field* field, uint64_t* out,
                                                       const uint64_t* a, const uint64_t* b, size_t n,
                                                       ringlet_element_layout layout);
/// out[i] = a[i] * b[i] with b[i] in the base field.
/// Shape      n words in b, which must not overlap out
RINGLET_API ringlet_status ringlet_extension_field_mul_by_base(const ringlet_extension_field* field, uint64_t* out,
                                                               const uint64_t* a, const uint64_t* b, size_t n,
                                                               ringlet_element_layout layout);
/// out[i] = a[i] * s for one element s.
/// Shape      d words in s
RINGLET_API ringlet_status ringlet_extension_field_mul_by_element(const ringlet_extension_field* field, uint64_t* out,
                                                                  const uint64_t* a, const uint64_t* s, size_t n,
                                                                  ringlet_element_layout layout);
/// out[i] = 1 / a[i], or 0 if a[i] is 0.
/// Timing     depends on the values: not for secrets
RINGLET_API ringlet_status ringlet_extension_field_invert(const ringlet_extension_field* field, uint64_t* out,
                                                          const uint64_t* a, size_t n, ringlet_element_layout layout);
/// out = sum of a[i] * b[i]
/// Shape      d words in out, which may overlap any input
RINGLET_API ringlet_status ringlet_extension_field_inner_product(const ringlet_extension_field* field, uint64_t* out,
                                                                 const uint64_t* a, const uint64_t* b, size_t n,
                                                                 ringlet_element_layout layout);
/// out[i] = first * ratio^i
/// Shape      d words in first and in ratio
RINGLET_API ringlet_status ringlet_extension_field_powers(const ringlet_extension_field* field, uint64_t* out,
                                                          const uint64_t* first, const uint64_t* ratio, size_t n,
                                                          ringlet_element_layout layout);
/// Convert n elements from one layout to the other.
/// Aliasing   out and in must not overlap
RINGLET_API ringlet_status ringlet_extension_field_to_coordinates(const ringlet_extension_field* field, uint64_t* out,
                                                                  const uint64_t* in, size_t n);
RINGLET_API ringlet_status ringlet_extension_field_to_interleaved(const ringlet_extension_field* field, uint64_t* out,
                                                                  const uint64_t* in, size_t n);

/// Extension field of one prime of a 128-bit word, with the functions above.
typedef struct ringlet_extension_field128 ringlet_extension_field128;

RINGLET_API ringlet_status ringlet_extension_field128_create(ringlet_extension_field128** field,
                                                             const ringlet_modulus128* q, unsigned degree,
                                                             ringlet_uint128 w);
RINGLET_API void ringlet_extension_field128_destroy(ringlet_extension_field128* field);
RINGLET_API unsigned ringlet_extension_field128_degree(const ringlet_extension_field128* field);
RINGLET_API const char* ringlet_extension_field128_describe(const ringlet_extension_field128* field);
RINGLET_API ringlet_status ringlet_extension_field128_mul(const ringlet_extension_field128* field, ringlet_uint128* out,
                                                          const ringlet_uint128* a, const ringlet_uint128* b, size_t n,
                                                          ringlet_element_layout layout);
RINGLET_API ringlet_status ringlet_extension_field128_mul_by_base(const ringlet_extension_field128* field,
                                                                  ringlet_uint128* out, const ringlet_uint128* a,
                                                                  const ringlet_uint128* b, size_t n,
                                                                  ringlet_element_layout layout);
RINGLET_API ringlet_status ringlet_extension_field128_mul_by_element(const ringlet_extension_field128* field,
                                                                     ringlet_uint128* out, const ringlet_uint128* a,
                                                                     const ringlet_uint128* s, size_t n,
                                                                     ringlet_element_layout layout);
RINGLET_API ringlet_status ringlet_extension_field128_invert(const ringlet_extension_field128* field,
                                                             ringlet_uint128* out, const ringlet_uint128* a, size_t n,
                                                             ringlet_element_layout layout);
RINGLET_API ringlet_status ringlet_extension_field128_inner_product(const ringlet_extension_field128* field,
                                                                    ringlet_uint128* out, const ringlet_uint128* a,
                                                                    const ringlet_uint128* b, size_t n,
                                                                    ringlet_element_layout layout);
RINGLET_API ringlet_status ringlet_extension_field128_powers(const ringlet_extension_field128* field,
                                                             ringlet_uint128* out, const ringlet_uint128* first,
                                                             const ringlet_uint128* ratio, size_t n,
                                                             ringlet_element_layout layout);
RINGLET_API ringlet_status ringlet_extension_field128_to_coordinates(const ringlet_extension_field128* field,
                                                                     ringlet_uint128* out, const ringlet_uint128* in,
                                                                     size_t n);
RINGLET_API ringlet_status ringlet_extension_field128_to_interleaved(const ringlet_extension_field128* field,
                                                                     ringlet_uint128* out, const ringlet_uint128* in,
                                                                     size_t n);

/// @}

#ifdef __cplusplus
}
#endif

#endif
