// SPDX-License-Identifier: Apache-2.0
#ifndef RINGLET_WORD32_H
#define RINGLET_WORD32_H

// Part of ringlet.h, which includes this header at its end: a program may include either.
#include "ringlet/ringlet.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @name 32-bit words
/// The functions of ringlet/ringlet.h and ringlet/extension_field.h for moduli 2 <= q < 2^32. Their comments hold, with
/// words of 32 bits for words of 64 bits, R = 2^32 and bounds of 2^32 for 2^64. Orders of roots keep 64 bits. Results
/// are canonical for every output factor, since longer moduli leave no room for lazy results.
/// @{

/// Creates the constants of q.
/// Validity   2 <= q < 2^32; q need be neither prime nor odd
RINGLET_API ringlet_status ringlet_modulus32_create(ringlet_modulus32** modulus, uint32_t q);
RINGLET_API void ringlet_modulus32_destroy(ringlet_modulus32* modulus);
RINGLET_API uint32_t ringlet_modulus32_value(const ringlet_modulus32* modulus);
RINGLET_API unsigned ringlet_modulus32_bits(const ringlet_modulus32* modulus);

RINGLET_API ringlet_status ringlet_reduce_mod32(uint32_t* result, uint32_t x, const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_add_mod32(uint32_t* result, uint32_t a, uint32_t b, const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_sub_mod32(uint32_t* result, uint32_t a, uint32_t b, const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_mul_mod32(uint32_t* result, uint32_t a, uint32_t b, const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_pow_mod32(uint32_t* result, uint32_t base, uint32_t exponent,
                                             const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_inverse_mod32(uint32_t* result, uint32_t a, const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_is_primitive_root_of_unity32(bool* result, uint32_t root, uint64_t order,
                                                                const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_primitive_root_of_unity32(uint32_t* root, uint64_t order,
                                                             const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_smallest_primitive_root_of_unity32(uint32_t* root, uint64_t order,
                                                                      const ringlet_modulus32* q);

/// Finds primes as `ringlet_ntt_primes`.
/// Validity   2 <= bits <= 32
RINGLET_API ringlet_status ringlet_ntt_primes32(uint32_t* primes, size_t count, unsigned bits, size_t n,
                                                ringlet_prime_order order);

RINGLET_API ringlet_status ringlet_add32(uint32_t* out, const uint32_t* a, const uint32_t* b, size_t n,
                                         const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_add_scalar32(uint32_t* out, const uint32_t* a, uint32_t s, size_t n,
                                                const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_sub32(uint32_t* out, const uint32_t* a, const uint32_t* b, size_t n,
                                         const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_sub_scalar32(uint32_t* out, const uint32_t* a, uint32_t s, size_t n,
                                                const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_neg32(uint32_t* out, const uint32_t* a, size_t n, const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_mul32(uint32_t* out, const uint32_t* a, const uint32_t* b, size_t n,
                                         const ringlet_modulus32* q, unsigned input_factor);
RINGLET_API ringlet_status ringlet_mul_sub32(uint32_t* out, const uint32_t* a, const uint32_t* b, const uint32_t* c,
                                             size_t n, const ringlet_modulus32* q, unsigned input_factor);
RINGLET_API ringlet_status ringlet_mul_add32(uint32_t* out, const uint32_t* a, const uint32_t* b, const uint32_t* c,
                                             size_t n, const ringlet_modulus32* q, unsigned input_factor);
RINGLET_API ringlet_status ringlet_mul_in_form32(uint32_t* out, const uint32_t* a, const uint32_t* b, size_t n,
                                                 const ringlet_modulus32* q, ringlet_form form, unsigned input_factor);
RINGLET_API ringlet_status ringlet_mul_add_in_form32(uint32_t* out, const uint32_t* a, const uint32_t* b,
                                                     const uint32_t* c, size_t n, const ringlet_modulus32* q,
                                                     ringlet_form form, unsigned input_factor);
RINGLET_API ringlet_status ringlet_mul_sub_in_form32(uint32_t* out, const uint32_t* a, const uint32_t* b,
                                                     const uint32_t* c, size_t n, const ringlet_modulus32* q,
                                                     ringlet_form form, unsigned input_factor);
RINGLET_API ringlet_status ringlet_to_montgomery32(uint32_t* out, const uint32_t* a, size_t n,
                                                   const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_from_montgomery32(uint32_t* out, const uint32_t* a, size_t n,
                                                     const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_mul_scalar32(uint32_t* out, const uint32_t* a, uint32_t s, size_t n,
                                                const ringlet_modulus32* q, unsigned input_factor);
RINGLET_API ringlet_status ringlet_axpy32(uint32_t* out, const uint32_t* a, uint32_t s, const uint32_t* c, size_t n,
                                          const ringlet_modulus32* q, unsigned input_factor);
RINGLET_API ringlet_status ringlet_invert32(uint32_t* out, const uint32_t* a, size_t n, const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_powers32(uint32_t* out, uint32_t first, uint32_t ratio, size_t n,
                                            const ringlet_modulus32* q);
RINGLET_API ringlet_status ringlet_invert_in_form32(uint32_t* out, const uint32_t* a, size_t n,
                                                    const ringlet_modulus32* q, ringlet_form form);
RINGLET_API ringlet_status ringlet_powers_in_form32(uint32_t* out, uint32_t first, uint32_t ratio, size_t n,
                                                    const ringlet_modulus32* q, ringlet_form form);
RINGLET_API ringlet_status ringlet_reduce32(uint32_t* out, const uint32_t* in, size_t n, const ringlet_modulus32* q,
                                            unsigned input_factor, unsigned output_factor);
RINGLET_API ringlet_status ringlet_cmp_add32(uint32_t* out, const uint32_t* in, size_t n, ringlet_comparison comparison,
                                             uint32_t bound, uint32_t diff);
RINGLET_API ringlet_status ringlet_cmp_sub32(uint32_t* out, const uint32_t* in, size_t n, const ringlet_modulus32* q,
                                             ringlet_comparison comparison, uint32_t bound, uint32_t diff);

/// Vector of 32-bit words by which many vectors are multiplied.
typedef struct ringlet_fixed_operand32 ringlet_fixed_operand32;

RINGLET_API ringlet_status ringlet_fixed_operand32_create(ringlet_fixed_operand32** operand, const uint32_t* values,
                                                          size_t n, const ringlet_modulus32* q);
RINGLET_API void ringlet_fixed_operand32_destroy(ringlet_fixed_operand32* operand);
RINGLET_API size_t ringlet_fixed_operand32_size(const ringlet_fixed_operand32* operand);
RINGLET_API const char* ringlet_fixed_operand32_describe(const ringlet_fixed_operand32* operand);
RINGLET_API ringlet_status ringlet_fixed_operand32_mul(const ringlet_fixed_operand32* w, uint32_t* out,
                                                       const uint32_t* x, size_t n, unsigned input_factor);
RINGLET_API ringlet_status ringlet_fixed_operand32_mul_add(const ringlet_fixed_operand32* w, uint32_t* out,
                                                           const uint32_t* x, const uint32_t* z, size_t n,
                                                           unsigned input_factor);

/// Plan of transforms of n points modulo one prime of a 32-bit word.
typedef struct ringlet_ntt32 ringlet_ntt32;

RINGLET_API ringlet_status ringlet_ntt32_create(ringlet_ntt32** ntt, size_t n, const ringlet_modulus32* q,
                                                ringlet_ring ring, uint32_t root, ringlet_order order);
RINGLET_API ringlet_status ringlet_ntt32_create_on_coset(ringlet_ntt32** ntt, size_t n, const ringlet_modulus32* q,
                                                         uint32_t root, uint32_t coset, ringlet_order order);
RINGLET_API void ringlet_ntt32_destroy(ringlet_ntt32* ntt);
RINGLET_API size_t ringlet_ntt32_size(const ringlet_ntt32* ntt);
RINGLET_API uint32_t ringlet_ntt32_modulus(const ringlet_ntt32* ntt);
RINGLET_API ringlet_ring ringlet_ntt32_ring(const ringlet_ntt32* ntt);
RINGLET_API uint32_t ringlet_ntt32_root(const ringlet_ntt32* ntt);
RINGLET_API ringlet_order ringlet_ntt32_order(const ringlet_ntt32* ntt);
RINGLET_API const char* ringlet_ntt32_describe(const ringlet_ntt32* ntt);
RINGLET_API ringlet_status ringlet_ntt32_forward(const ringlet_ntt32* ntt, uint32_t* out, const uint32_t* in, size_t n,
                                                 unsigned input_factor, unsigned output_factor);
RINGLET_API ringlet_status ringlet_ntt32_inverse(const ringlet_ntt32* ntt, uint32_t* out, const uint32_t* in, size_t n,
                                                 unsigned input_factor, unsigned output_factor);
RINGLET_API ringlet_status ringlet_ntt32_multiply(const ringlet_ntt32* ntt, uint32_t* out, const uint32_t* x,
                                                  const uint32_t* y, size_t n);
RINGLET_API ringlet_status ringlet_ntt32_evaluate(const ringlet_ntt32* ntt, uint32_t* out, size_t n, const uint32_t* in,
                                                  size_t count, uint32_t coset, unsigned input_factor,
                                                  unsigned output_factor);
RINGLET_API ringlet_status ringlet_ntt32_interpolate(const ringlet_ntt32* ntt, uint32_t* out, const uint32_t* in,
                                                     size_t n, uint32_t coset, unsigned input_factor);
RINGLET_API ringlet_status ringlet_ntt32_extend(const ringlet_ntt32* ntt, uint32_t* out, size_t count,
                                                const uint32_t* in, size_t n, uint32_t coset, uint32_t root);
RINGLET_API ringlet_status ringlet_ntt32_extension_root(uint32_t* root, const ringlet_ntt32* ntt, unsigned log_blowup);

/// Extension field of one prime of a 32-bit word.
typedef struct ringlet_extension_field32 ringlet_extension_field32;

RINGLET_API ringlet_status ringlet_extension_field32_create(ringlet_extension_field32** field,
                                                            const ringlet_modulus32* q, unsigned degree, uint32_t w);
RINGLET_API void ringlet_extension_field32_destroy(ringlet_extension_field32* field);
RINGLET_API unsigned ringlet_extension_field32_degree(const ringlet_extension_field32* field);
RINGLET_API const char* ringlet_extension_field32_describe(const ringlet_extension_field32* field);
RINGLET_API ringlet_status ringlet_extension_field32_mul(const ringlet_extension_field32* field, uint32_t* out,
                                                         const uint32_t* a, const uint32_t* b, size_t n,
                                                         ringlet_element_layout layout);
RINGLET_API ringlet_status ringlet_extension_field32_mul_by_base(const ringlet_extension_field32* field, uint32_t* out,
                                                                 const uint32_t* a, const uint32_t* b, size_t n,
                                                                 ringlet_element_layout layout);
RINGLET_API ringlet_status ringlet_extension_field32_mul_by_element(const ringlet_extension_field32* field,
                                                                    uint32_t* out, const uint32_t* a, const uint32_t* s,
                                                                    size_t n, ringlet_element_layout layout);
RINGLET_API ringlet_status ringlet_extension_field32_invert(const ringlet_extension_field32* field, uint32_t* out,
                                                            const uint32_t* a, size_t n, ringlet_element_layout layout);
RINGLET_API ringlet_status ringlet_extension_field32_inner_product(const ringlet_extension_field32* field,
                                                                   uint32_t* out, const uint32_t* a, const uint32_t* b,
                                                                   size_t n, ringlet_element_layout layout);
RINGLET_API ringlet_status ringlet_extension_field32_powers(const ringlet_extension_field32* field, uint32_t* out,
                                                            const uint32_t* first, const uint32_t* ratio, size_t n,
                                                            ringlet_element_layout layout);
RINGLET_API ringlet_status ringlet_extension_field32_to_coordinates(const ringlet_extension_field32* field,
                                                                    uint32_t* out, const uint32_t* in, size_t n);
RINGLET_API ringlet_status ringlet_extension_field32_to_interleaved(const ringlet_extension_field32* field,
                                                                    uint32_t* out, const uint32_t* in, size_t n);

/// @}

#ifdef __cplusplus
}  // extern "C"
#endif

#endif
