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
/// Key switching of evaluations in the bit-reversed order of `ringlet_ntt_forward`, or of coefficients. A key
/// belongs to the plan that made it and to equal plans of its context, and may outlive these plans; with another plan
/// it gives RINGLET_INVALID_ARGUMENT. No row of out_b may overlap a row of out_a.
/// @{

/// Key switching over a base Q with special moduli P, or without, where P is 1. A level is a number of moduli, the
/// first moduli of Q; the input is a polynomial modulo these. Digit d has digit_size moduli, from number d * digit_size
/// on. Q_d is the product of the digit's moduli that the level includes. The digit D_d is the integer in [0, Q_d) that
/// is congruent to the input modulo Q_d. The results are out_b = round(sum D_d b_d / P) and out_a = round(sum D_d
/// a_d / P), with polynomials b_d, a_d modulo Q P.
///
/// Digits in base 2^w: a modulus q of b bits has ceil(b / w) digits, floor(x / 2^(w j)) modulo 2^w for j = 0, 1, ...,
/// with the input's x in [0, q). They follow the digits of the moduli before q.
typedef struct ringlet_key_switch ringlet_key_switch;

/// Creates a plan of key switching. The last `special` moduli of `ntt` belong to P, the other moduli to Q; `ntt` may be
/// destroyed before the plan. `digits` is the lift of the D_d: floor as above and in SEAL, centred as in Lattigo.
/// `division` is the lift in the division by P: centred to round to the nearest integer. `domain` is the domain of
/// polynomials and results; keys, digits and sums are evaluations in either case, at the roots of `ntt`. `digit_bits`
/// is w for digits in base 2^w, as in Lattigo and OpenFHE's BV, and 0 for digits of whole moduli. Digits in base 2^w
/// are lifted as residues modulo their q: centred keeps residues up to q / 2. `allow_short_special` accepts a P of less
/// than half the bound of a digit, with which the results have an error that grows with Q_d / P.
/// Validity   special < number of moduli of `ntt`; digit_size >= 1; digit_bits = 0 or digit_size = 1;
///            plaintext_modulus as for `ringlet_mod_down_create`; special = 0, or 2P >= Q_d for each digit, or
///            2P >= 2^w in base 2^w, or allow_short_special
/// Output     *key_switch: a new handle for `ringlet_key_switch_destroy`
RINGLET_API ringlet_status ringlet_key_switch_create(ringlet_key_switch** key_switch, const ringlet_rns_ntt* ntt,
                                                     size_t special, size_t digit_size, unsigned digit_bits,
                                                     uint64_t plaintext_modulus, ringlet_lift digits,
                                                     ringlet_lift division, ringlet_domain domain,
                                                     bool allow_short_special);
/// Destroys a plan; null is allowed.
RINGLET_API void ringlet_key_switch_destroy(ringlet_key_switch* key_switch);
/// Returns n; 0 for a null handle.
RINGLET_API size_t ringlet_key_switch_size(const ringlet_key_switch* key_switch);
/// Returns the number of digits of a polynomial of `rows` moduli. With all moduli, or for a larger number, it is the
/// number of pairs in a key. Returns 0 for a null handle.
RINGLET_API size_t ringlet_key_switch_digit_count(const ringlet_key_switch* key_switch, size_t rows);

/// Switching key in the plan's form, in the order of reading.
typedef struct ringlet_switching_key ringlet_switching_key;

/// Copies a key into the plan's form. With an automorphism, operations take `in` or its digits, and give the key switch
/// of the image of `in`: they multiply the digits by the key of the preimage, and map the results. A key of the image
/// is mapped back for that, while it is copied.
/// Shape      b, a: the rows of as many polynomials as there are digits: one for each modulus of the base, then one for
///            each special modulus
/// Validity   automorphism: of the plan's n, or null; then `rotation_key` is not read
/// Output     *key: a new handle for `ringlet_switching_key_destroy`
RINGLET_API ringlet_status ringlet_switching_key_create(ringlet_switching_key** key,
                                                        const ringlet_key_switch* key_switch, const ringlet_rows* b,
                                                        const ringlet_rows* a, const ringlet_automorphism* automorphism,
                                                        ringlet_rotation_key rotation_key);
/// Makes a key that reads the caller's polynomials in place, with the same results. It copies nothing, and later
/// changes of the polynomials take effect. Operations take longer than with a key of `ringlet_switching_key_create`.
/// With an automorphism, b and a are a key of the preimage (RINGLET_ROTATION_KEY_PREIMAGE).
/// Shape      as for `ringlet_switching_key_create`
/// Validity   automorphism: of the plan's n, or null. The polynomials, and pointers to their rows, live as long as the
///            key is used, and do not change while an operation reads them
/// Output     *key: a new handle for `ringlet_switching_key_destroy`
RINGLET_API ringlet_status ringlet_switching_key_borrow(ringlet_switching_key** key,
                                                        const ringlet_key_switch* key_switch, const ringlet_rows* b,
                                                        const ringlet_rows* a,
                                                        const ringlet_automorphism* automorphism);
/// Destroys a key; null is allowed.
RINGLET_API void ringlet_switching_key_destroy(ringlet_switching_key* key);
/// Returns the bytes that a key takes in memory; 0 for a borrowed key and for a null handle.
RINGLET_API size_t ringlet_switching_key_bytes(const ringlet_switching_key* key);

/// Writes the key switch of in to out_b and out_a.
RINGLET_API ringlet_status ringlet_key_switch_apply(const ringlet_key_switch* key_switch, ringlet_rows out_b,
                                                    ringlet_rows out_a, ringlet_rows in, size_t rows,
                                                    const ringlet_switching_key* key, const ringlet_executor* executor);
/// Adds the key switch of in to the content of out_b and out_a.
RINGLET_API ringlet_status ringlet_key_switch_add(const ringlet_key_switch* key_switch, ringlet_rows out_b,
                                                  ringlet_rows out_a, ringlet_rows in, size_t rows,
                                                  const ringlet_switching_key* key, const ringlet_executor* executor);

/// Applies `ringlet_key_switch_apply` to several polynomials of one level. For each modulus they are computed one after
/// the other, so that parts of the key and tables of transforms are still in the CPU's cache. Works on up to eight at a
/// time, with working memory for each of these.
/// Shape      out_b, out_a, in: the rows of `polynomials` polynomials
/// Validity   polynomials >= 1
/// Overlap    row i of out_b[k] or of out_a[k] may be row i of in[k]; no other rows of any polynomial may overlap
/// Errors     RINGLET_OUT_OF_MEMORY too: it allocates some words for each polynomial
RINGLET_API ringlet_status ringlet_key_switch_apply_many(const ringlet_key_switch* key_switch,
                                                         const ringlet_rows* out_b, const ringlet_rows* out_a,
                                                         const ringlet_rows* in, size_t polynomials, size_t rows,
                                                         const ringlet_switching_key* key,
                                                         const ringlet_executor* executor);
/// Adds the key switches of several polynomials to the content of the out_b[k] and out_a[k], as
/// `ringlet_key_switch_apply_many` computes them.
RINGLET_API ringlet_status ringlet_key_switch_add_many(const ringlet_key_switch* key_switch, const ringlet_rows* out_b,
                                                       const ringlet_rows* out_a, const ringlet_rows* in,
                                                       size_t polynomials, size_t rows,
                                                       const ringlet_switching_key* key,
                                                       const ringlet_executor* executor);

/// Writes the digits of `in` to rows of the caller's: the residues of the D_d modulo the moduli of the level and the
/// special moduli. Digits that are computed once can be multiplied by many keys.
/// Shape      in: `rows` rows
///            digits: the rows of `ringlet_key_switch_digit_count(key_switch, rows)` polynomials: one for each modulus
///            of the level, then one for each special modulus
/// Output     evaluations
/// Overlap    none
/// Errors     RINGLET_OUT_OF_MEMORY too: it allocates some words for each digit
RINGLET_API ringlet_status ringlet_key_switch_decompose(const ringlet_key_switch* key_switch,
                                                        const ringlet_rows* digits, ringlet_rows in, size_t rows,
                                                        const ringlet_executor* executor);
/// Switches a polynomial from its digits, which takes about half the time.
/// Shape      digits: as `ringlet_key_switch_decompose` writes them; out_b, out_a: `rows` rows
/// Overlap    none
/// Errors     RINGLET_OUT_OF_MEMORY too: it allocates some words for each digit
RINGLET_API ringlet_status ringlet_key_switch_apply_digits(const ringlet_key_switch* key_switch, ringlet_rows out_b,
                                                           ringlet_rows out_a, const ringlet_rows* digits, size_t rows,
                                                           const ringlet_switching_key* key,
                                                           const ringlet_executor* executor);
/// Adds the key switch of a polynomial, from its digits, to the content of out_b and out_a.
RINGLET_API ringlet_status ringlet_key_switch_add_digits(const ringlet_key_switch* key_switch, ringlet_rows out_b,
                                                         ringlet_rows out_a, const ringlet_rows* digits, size_t rows,
                                                         const ringlet_switching_key* key,
                                                         const ringlet_executor* executor);

/// Writes the sums of the products of digits and key modulo Q P, or their images under the key's automorphism. The sums
/// are plain residues whatever key it is: they may be added, sent elsewhere and mapped by
/// `ringlet_automorphism_on_evaluations`.
/// Shape      sum_b, sum_a: a row for each of the `rows` moduli of the level, then one for each special modulus
///            digits: as `ringlet_key_switch_decompose` writes them
/// Output     evaluations
/// Overlap    none
/// Errors     RINGLET_OUT_OF_MEMORY too: it allocates some words for each digit
RINGLET_API ringlet_status ringlet_key_switch_inner_product(const ringlet_key_switch* key_switch, ringlet_rows sum_b,
                                                            ringlet_rows sum_a, const ringlet_rows* digits, size_t rows,
                                                            const ringlet_switching_key* key,
                                                            const ringlet_executor* executor);
/// Adds to sum_b and sum_a what `ringlet_key_switch_inner_product` writes.
RINGLET_API ringlet_status ringlet_key_switch_accumulate(const ringlet_key_switch* key_switch, ringlet_rows sum_b,
                                                         ringlet_rows sum_a, const ringlet_rows* digits, size_t rows,
                                                         const ringlet_switching_key* key,
                                                         const ringlet_executor* executor);
/// Adds P c to a sum modulo Q P, so that c is added to its quotient. The rows of P do not change.
/// Shape      sum: a row for each of the `rows` moduli of the level, then one for each special modulus; c: `rows` rows
/// Input      evaluations
RINGLET_API ringlet_status ringlet_key_switch_add_special_multiple(const ringlet_key_switch* key_switch,
                                                                   ringlet_rows sum, ringlet_rows c, size_t rows,
                                                                   const ringlet_executor* executor);
/// Divides sums modulo Q P by P, with rounding.
/// Shape      sum_b, sum_a: a row for each of the `rows` moduli of the level, then one for each special modulus; out_b,
///            out_a: `rows` rows
/// Input      evaluations
/// Overlap    row i of out_b may be row i of sum_b, and row i of out_a row i of sum_a; no other rows may overlap
RINGLET_API ringlet_status ringlet_key_switch_mod_down(const ringlet_key_switch* key_switch, ringlet_rows out_b,
                                                       ringlet_rows out_a, ringlet_rows sum_b, ringlet_rows sum_a,
                                                       size_t rows, const ringlet_executor* executor);
/// Adds to out_b and out_a what `ringlet_key_switch_mod_down` writes, as if P out_b and P out_a were added to the sums
/// before the division.
RINGLET_API ringlet_status ringlet_key_switch_add_mod_down(const ringlet_key_switch* key_switch, ringlet_rows out_b,
                                                           ringlet_rows out_a, ringlet_rows sum_b, ringlet_rows sum_a,
                                                           size_t rows, const ringlet_executor* executor);

/// @}

#ifdef __cplusplus
}
#endif

// Included at the end, because it needs the declarations above.
#include "ringlet/linear_transform.h"

#endif
