// SPDX-License-Identifier: Apache-2.0
#ifndef RINGLET_KEY_SWITCH_H
#define RINGLET_KEY_SWITCH_H

// A part of rns.h, which includes it at its end, as ringlet.h does with that: any of them may be included. What rns.h
// says about all of its functions holds.
#include "ringlet/ringlet.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @name Key switching
/// On evaluations in the bit-reversed order of `ringlet_ntt_forward`, or on coefficients. Keys, digits and sums belong
/// to the plan that they were made with, which may be destroyed before them; those of another one give
/// RINGLET_INVALID_ARGUMENT. No row of out_b overlaps one of out_a.
/// @{

/// Over a base Q with special moduli P. Of a polynomial modulo the first moduli of Q, a level, the digit D_d is the
/// integer in [0, Q_d) that it is modulo the product Q_d of moduli d digit_size, d digit_size + 1, ... of the level;
/// the results are out_b = round(sum D_d b_d / P) and out_a = round(sum D_d a_d / P), with polynomials b_d, a_d modulo
/// Q P.
typedef struct ringlet_key_switch ringlet_key_switch;

/// Validity   as for `ringlet_rns_ntt_create`, the moduli of both bases different primes, at most 64 together;
///            digit_size >= 1; plaintext_modulus as for `ringlet_mod_down_create`; digits: the lift of the D_d, floor
///            as above and in SEAL, centred as in Lattigo; division: that of the division by P, centred to round;
///            domain: what polynomials and results are; keys, digits and sums are evaluations in any case; cache: as
///            for `ringlet_rns_ntt_create`
/// Output     *key_switch: a new handle for `ringlet_key_switch_destroy`
RINGLET_API ringlet_status ringlet_key_switch_create(ringlet_key_switch** key_switch, size_t n,
                                                     const ringlet_rns_base* base, const ringlet_rns_base* special,
                                                     size_t digit_size, uint64_t plaintext_modulus, ringlet_lift digits,
                                                     ringlet_lift division, ringlet_domain domain,
                                                     ringlet_ntt_cache* cache);
/// Null is allowed.
RINGLET_API void ringlet_key_switch_destroy(ringlet_key_switch* key_switch);
/// n; 0 for a null handle.
RINGLET_API size_t ringlet_key_switch_size(const ringlet_key_switch* key_switch);
/// Digits of a polynomial of all moduli: the pairs of a key; 0 for a null handle.
RINGLET_API size_t ringlet_key_switch_digit_count(const ringlet_key_switch* key_switch);

/// A key in the order in which it is read, with constants multiplied in.
typedef struct ringlet_switching_key ringlet_switching_key;

/// With an automorphism, every operation gives the image of what it would give for the polynomials' images by the
/// inverse one, which is a key switch of the image of `in`.
/// Shape      b, a: as many pointers as there are digits, each to where row 0 of a polynomial begins, which has a row
///            for each modulus of the base, then of the special ones, `stride` words apart
/// Validity   automorphism: of the plan's n, or null
/// Output     *key: a new handle for `ringlet_switching_key_destroy`; keeps a copy of the values
RINGLET_API ringlet_status ringlet_switching_key_create(ringlet_switching_key** key,
                                                        const ringlet_key_switch* key_switch, const uint64_t* const* b,
                                                        const uint64_t* const* a, size_t stride,
                                                        const ringlet_automorphism* automorphism);
/// A key whose polynomials are read where they are, for results that are the same: nothing is copied, and nothing is
/// out of date when they change. It takes longer than one of `ringlet_switching_key_create`.
/// Shape      as for `ringlet_switching_key_create`
/// Validity   the polynomials live, and do not change while an operation reads them, as long as the key is used
/// Output     *key: a new handle for `ringlet_switching_key_destroy`
RINGLET_API ringlet_status ringlet_switching_key_borrow(ringlet_switching_key** key,
                                                        const ringlet_key_switch* key_switch, const uint64_t* const* b,
                                                        const uint64_t* const* a, size_t stride);
/// Null is allowed.
RINGLET_API void ringlet_switching_key_destroy(ringlet_switching_key* key);
/// What it takes in memory; 0 for a borrowed one and for a null handle.
RINGLET_API size_t ringlet_switching_key_bytes(const ringlet_switching_key* key);

/// out_b, out_a = the key switch of in.
RINGLET_API ringlet_status ringlet_key_switch_apply(const ringlet_key_switch* key_switch, uint64_t* out_b,
                                                    size_t out_b_stride, uint64_t* out_a, size_t out_a_stride,
                                                    const uint64_t* in, size_t in_stride, size_t rows,
                                                    const ringlet_switching_key* key, const ringlet_executor* executor);
/// The same, added to what out_b and out_a hold.
RINGLET_API ringlet_status ringlet_key_switch_add(const ringlet_key_switch* key_switch, uint64_t* out_b,
                                                  size_t out_b_stride, uint64_t* out_a, size_t out_a_stride,
                                                  const uint64_t* in, size_t in_stride, size_t rows,
                                                  const ringlet_switching_key* key, const ringlet_executor* executor);

/// `ringlet_key_switch_apply` to several polynomials of one level: for each modulus one after the other, which share
/// parts of the key and tables of transforms while these are in the CPU's cache. It works in memory for up to eight.
/// Shape      out_b, out_a, in: `polynomials` pointers, each to where row 0 of a polynomial begins; those of out_b have
///            the stride out_b_stride
/// Validity   polynomials >= 1
/// Overlap    row i of out_b[k] or of out_a[k] may be row i of in[k]; no other rows of any polynomial may overlap
/// Errors     RINGLET_OUT_OF_MEMORY too: it allocates some words for each polynomial
RINGLET_API ringlet_status ringlet_key_switch_apply_many(const ringlet_key_switch* key_switch, uint64_t* const* out_b,
                                                         size_t out_b_stride, uint64_t* const* out_a,
                                                         size_t out_a_stride, const uint64_t* const* in,
                                                         size_t in_stride, size_t polynomials, size_t rows,
                                                         const ringlet_switching_key* key,
                                                         const ringlet_executor* executor);
/// The same, added to what the out_b[k] and out_a[k] hold.
RINGLET_API ringlet_status ringlet_key_switch_add_many(const ringlet_key_switch* key_switch, uint64_t* const* out_b,
                                                       size_t out_b_stride, uint64_t* const* out_a, size_t out_a_stride,
                                                       const uint64_t* const* in, size_t in_stride, size_t polynomials,
                                                       size_t rows, const ringlet_switching_key* key,
                                                       const ringlet_executor* executor);

/// The digits of a polynomial of one level: decomposed once, they serve many keys. No thread may write them while
/// another uses them.
typedef struct ringlet_key_switch_digits ringlet_key_switch_digits;

/// Validity   1 <= level <= the number of moduli of the base
/// Output     *digits: a new handle for `ringlet_key_switch_digits_destroy`, without digits yet
RINGLET_API ringlet_status ringlet_key_switch_digits_create(ringlet_key_switch_digits** digits,
                                                            const ringlet_key_switch* key_switch, size_t level);
/// Null is allowed.
RINGLET_API void ringlet_key_switch_digits_destroy(ringlet_key_switch_digits* digits);
/// The level; 0 for a null handle.
RINGLET_API size_t ringlet_key_switch_digits_level(const ringlet_key_switch_digits* digits);

/// Decomposes `in`, of the level of `digits`. When memory runs out, there are no digits.
RINGLET_API ringlet_status ringlet_key_switch_decompose(const ringlet_key_switch* key_switch,
                                                        ringlet_key_switch_digits* digits, const uint64_t* in,
                                                        size_t in_stride, const ringlet_executor* executor);
/// As `ringlet_key_switch_apply`, at the level of digits that have been decomposed: RINGLET_INVALID_ARGUMENT otherwise.
RINGLET_API ringlet_status ringlet_key_switch_apply_digits(const ringlet_key_switch* key_switch, uint64_t* out_b,
                                                           size_t out_b_stride, uint64_t* out_a, size_t out_a_stride,
                                                           const ringlet_key_switch_digits* digits,
                                                           const ringlet_switching_key* key,
                                                           const ringlet_executor* executor);
/// The same, added to what out_b and out_a hold.
RINGLET_API ringlet_status ringlet_key_switch_add_digits(const ringlet_key_switch* key_switch, uint64_t* out_b,
                                                         size_t out_b_stride, uint64_t* out_a, size_t out_a_stride,
                                                         const ringlet_key_switch_digits* digits,
                                                         const ringlet_switching_key* key,
                                                         const ringlet_executor* executor);

/// A sum of products of digits and keys that has not been divided by P yet; it begins as zero. No thread may write it
/// while another uses it.
typedef struct ringlet_key_switch_sum ringlet_key_switch_sum;

/// Validity   as for `ringlet_key_switch_digits_create`
/// Output     *sum: a new handle for `ringlet_key_switch_sum_destroy`
RINGLET_API ringlet_status ringlet_key_switch_sum_create(ringlet_key_switch_sum** sum,
                                                         const ringlet_key_switch* key_switch, size_t level);
/// Null is allowed.
RINGLET_API void ringlet_key_switch_sum_destroy(ringlet_key_switch_sum* sum);
/// The level; 0 for a null handle.
RINGLET_API size_t ringlet_key_switch_sum_level(const ringlet_key_switch_sum* sum);
/// Makes it zero again.
RINGLET_API ringlet_status ringlet_key_switch_sum_clear(ringlet_key_switch_sum* sum);

/// sum += the products of digits of the same level and key.
RINGLET_API ringlet_status ringlet_key_switch_accumulate(const ringlet_key_switch* key_switch,
                                                         ringlet_key_switch_sum* sum,
                                                         const ringlet_key_switch_digits* digits,
                                                         const ringlet_switching_key* key,
                                                         const ringlet_executor* executor);
/// out_b, out_a = sum / P, rounded, at the level of the sum.
RINGLET_API ringlet_status ringlet_key_switch_mod_down(const ringlet_key_switch* key_switch, uint64_t* out_b,
                                                       size_t out_b_stride, uint64_t* out_a, size_t out_a_stride,
                                                       const ringlet_key_switch_sum* sum,
                                                       const ringlet_executor* executor);

/// @}

#ifdef __cplusplus
}
#endif

#endif
