// SPDX-License-Identifier: Apache-2.0
#ifndef RINGLET_KEY_SWITCH_H
#define RINGLET_KEY_SWITCH_H

// Part of rns.h, which includes this header at its end, as ringlet.h includes rns.h: a program may include any of them.
// The rules in rns.h for all of its functions hold here, too.
#include "ringlet/ringlet.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @name Key switching
/// Key switching of evaluations in the bit-reversed order of `ringlet_ntt_forward`, or of coefficients. Keys, digits
/// and sums belong to the plan that made them, and may outlive it; with another plan they give
/// RINGLET_INVALID_ARGUMENT. No row of out_b may overlap one of out_a.
/// @{

/// Key switching over a base Q with special moduli P. A level is a number of moduli, the first ones of Q; the input is
/// a polynomial modulo these. Q_d is the product of the moduli d * digit_size, d * digit_size + 1, ... that belong to
/// digit d and to the level. The digit D_d is the integer in [0, Q_d) that is congruent to the input modulo Q_d. The
/// results are out_b = round(sum D_d b_d / P) and out_a = round(sum D_d a_d / P), with polynomials b_d, a_d modulo Q P.
typedef struct ringlet_key_switch ringlet_key_switch;

/// Creates a plan of key switching. The last `special` moduli of `ntt` are those of P, the others those of Q; `ntt` may
/// be destroyed before the plan. `digits` is the lift of the D_d: floor as above and in SEAL, centred as in Lattigo.
/// `division` is the lift in the division by P: centred to round to the nearest integer. `domain` is that of
/// polynomials and results; keys, digits and sums are evaluations in either case, at the roots of `ntt`.
/// Validity   1 <= special < number of moduli of `ntt`; digit_size >= 1; plaintext_modulus as for
///            `ringlet_mod_down_create`
/// Output     *key_switch: a new handle for `ringlet_key_switch_destroy`
RINGLET_API ringlet_status ringlet_key_switch_create(ringlet_key_switch** key_switch, const ringlet_rns_ntt* ntt,
                                                     size_t special, size_t digit_size, uint64_t plaintext_modulus,
                                                     ringlet_lift digits, ringlet_lift division, ringlet_domain domain);
/// Destroys a plan; null is allowed.
RINGLET_API void ringlet_key_switch_destroy(ringlet_key_switch* key_switch);
/// Returns n; 0 for a null handle.
RINGLET_API size_t ringlet_key_switch_size(const ringlet_key_switch* key_switch);
/// Returns the number of digits of a polynomial with all moduli, which is the number of pairs in a key; 0 for a null
/// handle.
RINGLET_API size_t ringlet_key_switch_digit_count(const ringlet_key_switch* key_switch);

/// Switching key in the plan's form: in the order of reading, with constants multiplied in.
typedef struct ringlet_switching_key ringlet_switching_key;

/// Copies a key into the plan's form. With an automorphism, b and a are a key for the image of `in`. Operations take
/// `in` or its digits, and give the key switch of the image: they multiply the digits by the key's images under the
/// inverse automorphism, and map the results.
/// Shape      b, a: as many pointers as there are digits, each to row 0 of a polynomial, which has a row for each
///            modulus of the base, then one for each special modulus, `stride` words apart
/// Validity   automorphism: of the plan's n, or null
/// Output     *key: a new handle for `ringlet_switching_key_destroy`
RINGLET_API ringlet_status ringlet_switching_key_create(ringlet_switching_key** key,
                                                        const ringlet_key_switch* key_switch, const uint64_t* const* b,
                                                        const uint64_t* const* a, size_t stride,
                                                        const ringlet_automorphism* automorphism);
/// Makes a key that reads the caller's polynomials in place, with the same results. It copies nothing, and later
/// changes of the polynomials take effect. Operations take longer than with a key of `ringlet_switching_key_create`.
/// Shape      as for `ringlet_switching_key_create`
/// Validity   the polynomials live as long as the key is used, and do not change while an operation reads them
/// Output     *key: a new handle for `ringlet_switching_key_destroy`
RINGLET_API ringlet_status ringlet_switching_key_borrow(ringlet_switching_key** key,
                                                        const ringlet_key_switch* key_switch, const uint64_t* const* b,
                                                        const uint64_t* const* a, size_t stride);
/// Destroys a key; null is allowed.
RINGLET_API void ringlet_switching_key_destroy(ringlet_switching_key* key);
/// Returns the bytes that a key takes in memory; 0 for a borrowed one and for a null handle.
RINGLET_API size_t ringlet_switching_key_bytes(const ringlet_switching_key* key);

/// Writes the key switch of in to out_b and out_a.
RINGLET_API ringlet_status ringlet_key_switch_apply(const ringlet_key_switch* key_switch, uint64_t* out_b,
                                                    size_t out_b_stride, uint64_t* out_a, size_t out_a_stride,
                                                    const uint64_t* in, size_t in_stride, size_t rows,
                                                    const ringlet_switching_key* key, const ringlet_executor* executor);
/// Adds the key switch of in to the content of out_b and out_a.
RINGLET_API ringlet_status ringlet_key_switch_add(const ringlet_key_switch* key_switch, uint64_t* out_b,
                                                  size_t out_b_stride, uint64_t* out_a, size_t out_a_stride,
                                                  const uint64_t* in, size_t in_stride, size_t rows,
                                                  const ringlet_switching_key* key, const ringlet_executor* executor);

/// Applies `ringlet_key_switch_apply` to several polynomials of one level. For each modulus they are computed one after
/// the other, so that parts of the key and tables of transforms are still in the CPU's cache. Works on up to eight at a
/// time, with working memory for each of these.
/// Shape      out_b, out_a, in: `polynomials` pointers, each to row 0 of a polynomial; all of out_b have the stride
///            out_b_stride, all of out_a out_a_stride, all of in in_stride
/// Validity   polynomials >= 1
/// Overlap    row i of out_b[k] or of out_a[k] may be row i of in[k]; no other rows of any polynomial may overlap
/// Errors     RINGLET_OUT_OF_MEMORY too: it allocates some words for each polynomial
RINGLET_API ringlet_status ringlet_key_switch_apply_many(const ringlet_key_switch* key_switch, uint64_t* const* out_b,
                                                         size_t out_b_stride, uint64_t* const* out_a,
                                                         size_t out_a_stride, const uint64_t* const* in,
                                                         size_t in_stride, size_t polynomials, size_t rows,
                                                         const ringlet_switching_key* key,
                                                         const ringlet_executor* executor);
/// Adds the key switches of several polynomials to the content of the out_b[k] and out_a[k], as
/// `ringlet_key_switch_apply_many` computes them.
RINGLET_API ringlet_status ringlet_key_switch_add_many(const ringlet_key_switch* key_switch, uint64_t* const* out_b,
                                                       size_t out_b_stride, uint64_t* const* out_a, size_t out_a_stride,
                                                       const uint64_t* const* in, size_t in_stride, size_t polynomials,
                                                       size_t rows, const ringlet_switching_key* key,
                                                       const ringlet_executor* executor);

/// Digits of a polynomial of one level. Decomposed once, they serve many keys. No thread may write digits while another
/// uses them.
typedef struct ringlet_key_switch_digits ringlet_key_switch_digits;

/// Allocates memory for digits, which is empty at first.
/// Validity   1 <= level <= the number of moduli of the base
/// Output     *digits: a new handle for `ringlet_key_switch_digits_destroy`
RINGLET_API ringlet_status ringlet_key_switch_digits_create(ringlet_key_switch_digits** digits,
                                                            const ringlet_key_switch* key_switch, size_t level);
/// Destroys digits; null is allowed.
RINGLET_API void ringlet_key_switch_digits_destroy(ringlet_key_switch_digits* digits);
/// Returns the level; 0 for a null handle.
RINGLET_API size_t ringlet_key_switch_digits_level(const ringlet_key_switch_digits* digits);

/// Decomposes `in`, which has the level of `digits`. If memory runs out, `digits` is empty.
RINGLET_API ringlet_status ringlet_key_switch_decompose(const ringlet_key_switch* key_switch,
                                                        ringlet_key_switch_digits* digits, const uint64_t* in,
                                                        size_t in_stride, const ringlet_executor* executor);
/// Switches a polynomial from its digits, at their level. Empty digits give RINGLET_INVALID_ARGUMENT.
RINGLET_API ringlet_status ringlet_key_switch_apply_digits(const ringlet_key_switch* key_switch, uint64_t* out_b,
                                                           size_t out_b_stride, uint64_t* out_a, size_t out_a_stride,
                                                           const ringlet_key_switch_digits* digits,
                                                           const ringlet_switching_key* key,
                                                           const ringlet_executor* executor);
/// Adds the key switch of a polynomial, from its digits, to the content of out_b and out_a.
RINGLET_API ringlet_status ringlet_key_switch_add_digits(const ringlet_key_switch* key_switch, uint64_t* out_b,
                                                         size_t out_b_stride, uint64_t* out_a, size_t out_a_stride,
                                                         const ringlet_key_switch_digits* digits,
                                                         const ringlet_switching_key* key,
                                                         const ringlet_executor* executor);

/// Sum of products of digits and keys before the division by P. It begins as zero. No thread may write a sum while
/// another uses it.
typedef struct ringlet_key_switch_sum ringlet_key_switch_sum;

/// Creates a sum of zero.
/// Validity   as for `ringlet_key_switch_digits_create`
/// Output     *sum: a new handle for `ringlet_key_switch_sum_destroy`
RINGLET_API ringlet_status ringlet_key_switch_sum_create(ringlet_key_switch_sum** sum,
                                                         const ringlet_key_switch* key_switch, size_t level);
/// Destroys a sum; null is allowed.
RINGLET_API void ringlet_key_switch_sum_destroy(ringlet_key_switch_sum* sum);
/// Returns the level; 0 for a null handle.
RINGLET_API size_t ringlet_key_switch_sum_level(const ringlet_key_switch_sum* sum);
/// Sets the sum to zero.
RINGLET_API ringlet_status ringlet_key_switch_sum_clear(ringlet_key_switch_sum* sum);

/// Adds to sum the products of digits and key. Sum and digits have the same level.
RINGLET_API ringlet_status ringlet_key_switch_accumulate(const ringlet_key_switch* key_switch,
                                                         ringlet_key_switch_sum* sum,
                                                         const ringlet_key_switch_digits* digits,
                                                         const ringlet_switching_key* key,
                                                         const ringlet_executor* executor);
/// Writes sum / P, rounded, to out_b and out_a, at the level of the sum.
RINGLET_API ringlet_status ringlet_key_switch_mod_down(const ringlet_key_switch* key_switch, uint64_t* out_b,
                                                       size_t out_b_stride, uint64_t* out_a, size_t out_a_stride,
                                                       const ringlet_key_switch_sum* sum,
                                                       const ringlet_executor* executor);

/// @}

#ifdef __cplusplus
}
#endif

#endif
