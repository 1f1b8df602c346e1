// SPDX-License-Identifier: Apache-2.0
#ifndef RINGLET_LINEAR_TRANSFORM_H
#define RINGLET_LINEAR_TRANSFORM_H

// Part of rns.h by way of key_switch.h, which includes this header at its end: a program may include any of them.
// The rules in rns.h for all of its functions hold here, too.
#include "ringlet/ringlet.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @name Linear transforms
/// Sums of rotations of a ciphertext, each times a plaintext, as `ringlet::LinearTransform` computes them. Ciphertexts
/// are in the domain of the key switch. Evaluations are in the bit-reversed order of `ringlet_ntt_forward`.
/// @{

/// Splits rotations r, in slots, into multiples of n_1 and remainders below n_1: each is the sum of a giant and a baby
/// step. n_1 is the power of two that takes the least time, if a giant step takes as long as three baby steps and a
/// step by 0 takes no time. Steps are in ascending order.
/// Shape      rotations: `count` numbers, count >= 1; baby, giant: room for `count` numbers each
/// Output     *baby_steps, *giant_steps: how many steps were written, at least 1
RINGLET_API ringlet_status ringlet_baby_giant_steps(size_t* baby, size_t* baby_steps, size_t* giant,
                                                    size_t* giant_steps, const size_t* rotations, size_t count);

/// Linear transform of encrypted slots: out = sum_g Gamma_g(sum_i p_(g i) phi_i(c)) for a ciphertext c, with baby steps
/// phi_i and giant steps Gamma_g. One giant step, the identity, gives the plain sum over rotations. A matrix of n_1 n_2
/// diagonals takes n_1 + n_2 keys and n_1 n_2 plaintexts: with Gamma_g the rotation by g n_1 slots, p_(g i) is diagonal
/// g n_1 + i, rotated back by g n_1 slots. The digits of c are computed once, and the inner sums in one passage over
/// the keys of the baby steps.
///
/// With D_d the digits of a, key pairs (b_(i d), a_(i d)) of baby step i and (B_(g d), A_(g d)) of giant step g, and
/// without the terms of a key for steps that have none, whose digits are replaced by P a:
///
///     u_g = sum_i p_(g i) phi_i(P b + sum_d D_d b_(i d))        v_g = sum_i p_(g i) phi_i(sum_d D_d a_(i d))
///     out_b = round(sum_g Gamma_g(u_g + sum_d E_(g d) B_(g d)) / P)
///     out_a = round(sum_g Gamma_g(sum_d E_(g d) A_(g d)) / P)
///
/// E_(g d) are the digits of round(v_g / P). Digits are made, and quotients rounded, as by the key switch.
typedef struct ringlet_linear_transform ringlet_linear_transform;

/// Creates a linear transform. It keeps the keys, whose handles may be destroyed before it, and views of plaintexts.
/// Shape      baby, giant: the key of each step, made with the step's automorphism; null for the identity
///            plaintexts, levels: giant_steps * baby_steps elements, number g * baby_steps + i for the steps g and i.
///            Plaintext k has a row for each of the levels[k] moduli of its level, then one for each special modulus.
///            It is absent if its `words` and `pointers` are null; then levels[k] is not read
/// Input      plaintexts: evaluations
/// Validity   the plan of key_switch made the keys; baby_steps, giant_steps >= 1. Plaintexts, polynomials of borrowed
///            keys, and pointers to their rows live as long as the transform is used, and do not change while an
///            operation reads them
/// Output     *transform: a new handle for `ringlet_linear_transform_destroy`
RINGLET_API ringlet_status ringlet_linear_transform_create(ringlet_linear_transform** transform,
                                                           const ringlet_key_switch* key_switch,
                                                           const ringlet_switching_key* const* baby, size_t baby_steps,
                                                           const ringlet_switching_key* const* giant,
                                                           size_t giant_steps, const ringlet_rows* plaintexts,
                                                           const size_t* levels);
/// Destroys a transform; null is allowed.
RINGLET_API void ringlet_linear_transform_destroy(ringlet_linear_transform* transform);
/// Returns the number of baby steps; 0 for a null handle.
RINGLET_API size_t ringlet_linear_transform_baby_steps(const ringlet_linear_transform* transform);
/// Returns the number of giant steps; 0 for a null handle.
RINGLET_API size_t ringlet_linear_transform_giant_steps(const ringlet_linear_transform* transform);

/// Transforms a ciphertext (b, a) of `rows` moduli.
/// Validity   plaintexts have at least `rows` moduli
/// Overlap    row i of out_b or out_a may be row i of b or a; no other rows may overlap
/// Errors     RINGLET_OUT_OF_MEMORY too: it allocates some words for each polynomial
RINGLET_API ringlet_status ringlet_linear_transform_apply(const ringlet_linear_transform* transform, ringlet_rows out_b,
                                                          ringlet_rows out_a, ringlet_rows b, ringlet_rows a,
                                                          size_t rows, const ringlet_executor* executor);
/// Transforms several ciphertexts of one level. Up to four at a time share the passage over the keys of the baby steps.
/// Shape      out_b, out_a, b, a: the rows of `ciphertexts` polynomials
/// Validity   ciphertexts >= 1; plaintexts have at least `rows` moduli
/// Overlap    rows of out_b[k] and out_a[k] may be rows of b[k] and a[k] as for one ciphertext; no other rows may
///            overlap
/// Errors     RINGLET_OUT_OF_MEMORY also after results of other ciphertexts have been written
RINGLET_API ringlet_status ringlet_linear_transform_apply_many(const ringlet_linear_transform* transform,
                                                               const ringlet_rows* out_b, const ringlet_rows* out_a,
                                                               const ringlet_rows* b, const ringlet_rows* a,
                                                               size_t ciphertexts, size_t rows,
                                                               const ringlet_executor* executor);
/// Writes the inner sums u_g and v_g modulo Q P, from digits of a. Other orders of giant steps are made from the sums.
/// Shape      sum_b, sum_a: the rows of one polynomial for each giant step: a row for each of the `rows` moduli of the
///            level, then one for each special modulus; b, a: `rows` rows
///            digits: as `ringlet_key_switch_decompose` writes them from a
/// Input      b, a: evaluations whatever the domain of the key switch
/// Output     evaluations
/// Validity   plaintexts have at least `rows` moduli
/// Overlap    none
RINGLET_API ringlet_status ringlet_linear_transform_sums(const ringlet_linear_transform* transform,
                                                         const ringlet_rows* sum_b, const ringlet_rows* sum_a,
                                                         ringlet_rows b, ringlet_rows a, const ringlet_rows* digits,
                                                         size_t rows, const ringlet_executor* executor);

/// @}

#ifdef __cplusplus
}
#endif

#endif
