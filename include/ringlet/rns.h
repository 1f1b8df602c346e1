// SPDX-License-Identifier: Apache-2.0
#ifndef RINGLET_RNS_H
#define RINGLET_RNS_H

// Part of ringlet.h, which includes this header at its end: a program may include either.
#include "ringlet/ringlet.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Residue number systems in C: the same computations as in the C++ headers, with the same ranges, orders and bits.
/// What ringlet.h says about all functions holds, and:
///
/// Rows       residues are rows of n words, one for each modulus. Where the number of rows or n follows from a handle,
///            no argument repeats it
/// Level      `rows` is a number of moduli, the first moduli of the base: from 1 to all of them
/// Values     [0, q_i) in row i of inputs and outputs unless a comment says otherwise
/// Overlap    row i of an output may be row i of an input, and rows of inputs may overlap each other; other overlaps of
///            rows give RINGLET_INVALID_ARGUMENT
/// Executor   the work is done on its threads; null: on the calling thread alone. Results do not depend on it
/// Errors     RINGLET_OUT_OF_MEMORY also for working memory, which is taken before any output is written and kept for
///            later calls

/// @name Rows
/// @{

/// Rows of words that lie in one array or anywhere. Row i begins at words + i * stride, or at pointers[i]. In C, one
/// array is `(ringlet_rows){.words = x, .stride = n}`, and rows by pointers are `(ringlet_rows){.pointers = rows}`.
/// Functions do not write to rows of inputs.
/// Shape      pointers: one for each row
/// Validity   `words` or `pointers` is null, but not both; stride >= n for one array
typedef struct ringlet_rows {
  uint64_t* words;
  size_t stride;
  uint64_t* const* pointers;
} ringlet_rows;

/// @}
/// @name Bases
/// @{

/// Ordered list of moduli. Residues modulo them represent integers modulo their product Q.
typedef struct ringlet_rns_base ringlet_rns_base;

/// Creates a base.
/// Shape      moduli: `count` words
/// Validity   1 <= count <= 2^16; 2 <= q < 2^62, pairwise coprime
/// Output     *base: a new handle for `ringlet_rns_base_destroy`
RINGLET_API ringlet_status ringlet_rns_base_create(ringlet_rns_base** base, const uint64_t* moduli, size_t count);
/// Destroys a base; null is allowed. Plans keep a copy of their bases, and may outlive them.
RINGLET_API void ringlet_rns_base_destroy(ringlet_rns_base* base);
/// Returns the number of moduli; 0 for a null handle.
RINGLET_API size_t ringlet_rns_base_size(const ringlet_rns_base* base);
/// Returns modulus `index`; 0 for a null handle and for index >= ringlet_rns_base_size(base).
RINGLET_API uint64_t ringlet_rns_base_modulus(const ringlet_rns_base* base, size_t index);
/// Returns the number of words of Q without leading zeros; 0 for a null handle.
RINGLET_API size_t ringlet_rns_base_product_words(const ringlet_rns_base* base);
/// out = Q, little-endian, with leading zeros.
/// Validity   words >= ringlet_rns_base_product_words(base)
RINGLET_API ringlet_status ringlet_rns_base_product(const ringlet_rns_base* base, uint64_t* out, size_t words);

/// Integer that residues x_i modulo q_i stand for. x is the integer in [0, Q), and y_i is x_i (Q/q_i)^-1 mod q_i. The
/// approximate lift is the sum of the y_i Q/q_i: x + e Q, where 0 <= e < the number of moduli.
typedef enum ringlet_lift RINGLET_ENUM_TYPE {
  RINGLET_LIFT_APPROXIMATE = 0,
  /// Integer in [0, Q).
  RINGLET_LIFT_FLOOR = 1,
  /// Integer in [-Q/2, Q/2).
  RINGLET_LIFT_CENTRED = 2
} ringlet_lift;

/// Meaning of the values of a polynomial: coefficients in natural order, or evaluations in the bit-reversed order of
/// `ringlet_ntt_forward`.
typedef enum ringlet_domain RINGLET_ENUM_TYPE {
  RINGLET_DOMAIN_COEFFICIENTS = 0,
  RINGLET_DOMAIN_EVALUATIONS = 1
} ringlet_domain;

/// Ciphertext that a key for rotations by an automorphism phi switches.
typedef enum ringlet_rotation_key RINGLET_ENUM_TYPE {
  /// The image phi(c): the key leads from phi(s) to s, as SEAL's does.
  RINGLET_ROTATION_KEY_IMAGE = 0,
  /// c, before phi maps the result: the key leads from s to phi^-1(s), as Lattigo's and OpenFHE's do.
  RINGLET_ROTATION_KEY_PREIMAGE = 1
} ringlet_rotation_key;

/// Reconstructs integers from their residues `in`.
/// Shape      in: a row for each modulus; out: n integers of `words` words each, little-endian, in two's complement if
///            the lift is centred
/// Validity   words >= ringlet_rns_base_product_words(base); lift is floor or centred
/// Overlap    none
RINGLET_API ringlet_status ringlet_rns_to_integers(uint64_t* out, size_t words, ringlet_rows in, size_t n,
                                                   const ringlet_rns_base* base, ringlet_lift lift);
/// Computes the residues of integers, unsigned or signed in two's complement.
/// Shape      as for `ringlet_rns_to_integers`; words >= 1
/// Input      any
/// Overlap    none
RINGLET_API ringlet_status ringlet_rns_from_integers(ringlet_rows out, const uint64_t* in, size_t words, size_t n,
                                                     const ringlet_rns_base* base, bool is_signed);

/// @}
/// @name Row transforms
/// @{

/// Parts that plans share: tables of transforms, equal plans, and working memory. A program makes one context for its
/// plans of all sizes, moduli and levels, and passes it to `ringlet_rns_ntt_create`. Divisions and key switches that
/// are made from these transforms use it too. Any number of threads may use it at once.
///
/// Transforms  it makes one transform for each size, modulus, root and backend, and keeps it
/// Plans       a key switch or division with the transforms, arguments and backend of another plan that still exists
///             shares its constants, and its keys
/// Memory      each call borrows one block of working memory and returns it. The context keeps blocks for later calls
///             of any plan: at most as many as calls have run at the same time, each at most as large as the largest
///             that a call has needed. Blocks are wiped when they are freed
typedef struct ringlet_rns_context ringlet_rns_context;

/// Creates an empty context.
/// Output     *context: a new handle for `ringlet_rns_context_destroy`
RINGLET_API ringlet_status ringlet_rns_context_create(ringlet_rns_context** context);
/// Destroys a handle; null is allowed. What the context holds is freed with the last plan that uses it.
RINGLET_API void ringlet_rns_context_destroy(ringlet_rns_context* context);
/// Returns the number of transforms; 0 for a null handle.
RINGLET_API size_t ringlet_rns_context_transforms(const ringlet_rns_context* context);
/// Returns the bytes of working memory; 0 for a null handle.
RINGLET_API size_t ringlet_rns_context_held_bytes(const ringlet_rns_context* context);
/// Returns the bytes of working memory that calls are using; 0 for a null handle.
RINGLET_API size_t ringlet_rns_context_lent_bytes(const ringlet_rns_context* context);
/// Returns the most bytes of working memory that there have been; 0 for a null handle.
RINGLET_API size_t ringlet_rns_context_peak_bytes(const ringlet_rns_context* context);
/// Frees the working memory that no call is using; null is allowed.
RINGLET_API void ringlet_rns_context_release(const ringlet_rns_context* context);

/// Plans of the negacyclic transforms of n points modulo each modulus of a base.
typedef struct ringlet_rns_ntt ringlet_rns_ntt;

/// Creates the plans. They take tables from `context`, which makes tables that it lacks; null: a context of their own.
/// Shape      psi: a word for each modulus, or null
/// Validity   as for `ringlet_ntt_create`, for each modulus; context may be null
/// Input      psi: a primitive 2n-th root of unity modulo each modulus; null for the smallest roots
/// Output     *ntt: a new handle for `ringlet_rns_ntt_destroy`
RINGLET_API ringlet_status ringlet_rns_ntt_create(ringlet_rns_ntt** ntt, size_t n, const ringlet_rns_base* base,
                                                  const uint64_t* psi, const ringlet_rns_context* context);
/// Destroys the plans; null is allowed.
RINGLET_API void ringlet_rns_ntt_destroy(ringlet_rns_ntt* ntt);
/// Returns n; 0 for a null handle.
RINGLET_API size_t ringlet_rns_ntt_size(const ringlet_rns_ntt* ntt);
/// Applies `ringlet_ntt_forward` to each row, with its factors.
RINGLET_API ringlet_status ringlet_rns_ntt_forward(const ringlet_rns_ntt* ntt, ringlet_rows out, ringlet_rows in,
                                                   size_t rows, unsigned input_factor, unsigned output_factor,
                                                   const ringlet_executor* executor);
/// Applies `ringlet_ntt_inverse` to each row, with its factors.
RINGLET_API ringlet_status ringlet_rns_ntt_inverse(const ringlet_rns_ntt* ntt, ringlet_rows out, ringlet_rows in,
                                                   size_t rows, unsigned input_factor, unsigned output_factor,
                                                   const ringlet_executor* executor);

/// Applies `ringlet_rns_ntt_forward` to several polynomials. For each modulus they are transformed one after the other,
/// while its tables are in the CPU's cache.
/// Shape      out, in: the rows of `polynomials` polynomials
/// Validity   polynomials >= 1
/// Overlap    row i of out[k] may be row i of in[k]; no other rows of any polynomial may overlap
/// Errors     RINGLET_OUT_OF_MEMORY too: it allocates some words for each polynomial
RINGLET_API ringlet_status ringlet_rns_ntt_forward_many(const ringlet_rns_ntt* ntt, const ringlet_rows* out,
                                                        const ringlet_rows* in, size_t polynomials, size_t rows,
                                                        unsigned input_factor, unsigned output_factor,
                                                        const ringlet_executor* executor);
/// Applies `ringlet_rns_ntt_inverse` to several polynomials, with the rules of `ringlet_rns_ntt_forward_many`.
RINGLET_API ringlet_status ringlet_rns_ntt_inverse_many(const ringlet_rns_ntt* ntt, const ringlet_rows* out,
                                                        const ringlet_rows* in, size_t polynomials, size_t rows,
                                                        unsigned input_factor, unsigned output_factor,
                                                        const ringlet_executor* executor);

/// @}
/// @name Row arithmetic
/// Operations element by element, row i modulo q_i, on coefficients or evaluations.
/// @{

/// out = a + b
RINGLET_API ringlet_status ringlet_rns_add(ringlet_rows out, ringlet_rows a, ringlet_rows b, size_t rows, size_t n,
                                           const ringlet_rns_base* base, const ringlet_executor* executor);
/// out = a - b
RINGLET_API ringlet_status ringlet_rns_sub(ringlet_rows out, ringlet_rows a, ringlet_rows b, size_t rows, size_t n,
                                           const ringlet_rns_base* base, const ringlet_executor* executor);
/// out = -a
RINGLET_API ringlet_status ringlet_rns_neg(ringlet_rows out, ringlet_rows a, size_t rows, size_t n,
                                           const ringlet_rns_base* base, const ringlet_executor* executor);
/// out = a b, of numbers in a form. The Montgomery form is x R mod q_i with R = 2^64, and each product is divided by R.
/// Validity   odd moduli for RINGLET_MONTGOMERY
RINGLET_API ringlet_status ringlet_rns_mul(ringlet_rows out, ringlet_rows a, ringlet_rows b, size_t rows, size_t n,
                                           const ringlet_rns_base* base, ringlet_form form,
                                           const ringlet_executor* executor);
/// out = a b + c, of numbers in a form, as `ringlet_rns_mul`
/// Validity   odd moduli for RINGLET_MONTGOMERY
RINGLET_API ringlet_status ringlet_rns_mul_add(ringlet_rows out, ringlet_rows a, ringlet_rows b, ringlet_rows c,
                                               size_t rows, size_t n, const ringlet_rns_base* base, ringlet_form form,
                                               const ringlet_executor* executor);
/// out = a b - c
RINGLET_API ringlet_status ringlet_rns_mul_sub(ringlet_rows out, ringlet_rows a, ringlet_rows b, ringlet_rows c,
                                               size_t rows, size_t n, const ringlet_rns_base* base,
                                               const ringlet_executor* executor);
/// out = a s, where s has one residue for each modulus.
/// Shape      scalars: `rows` words
/// Errors     RINGLET_OUT_OF_RANGE for a scalar that is not in [0, q_i)
RINGLET_API ringlet_status ringlet_rns_mul_scalar(ringlet_rows out, ringlet_rows a, const uint64_t* scalars,
                                                  size_t rows, size_t n, const ringlet_rns_base* base,
                                                  const ringlet_executor* executor);
/// out = a[0] b[0] + a[1] b[1] + ..., of numbers in a form, as `ringlet_rns_mul`, with one reduction for many terms.
/// Shape      a, b: the rows of `terms` operands
/// Validity   terms >= 1, odd moduli for RINGLET_MONTGOMERY
/// Errors     RINGLET_OUT_OF_MEMORY too: it allocates some words for each term
RINGLET_API ringlet_status ringlet_rns_inner_product(ringlet_rows out, const ringlet_rows* a, const ringlet_rows* b,
                                                     size_t terms, size_t rows, size_t n, const ringlet_rns_base* base,
                                                     ringlet_form form, const ringlet_executor* executor);
/// out = a R, R = 2^64: converts plain numbers to Montgomery form.
/// Validity   odd moduli
RINGLET_API ringlet_status ringlet_rns_to_montgomery(ringlet_rows out, ringlet_rows a, size_t rows, size_t n,
                                                     const ringlet_rns_base* base, const ringlet_executor* executor);
/// out = a / R, R = 2^64: converts numbers from Montgomery form to plain form.
/// Validity   odd moduli
RINGLET_API ringlet_status ringlet_rns_from_montgomery(ringlet_rows out, ringlet_rows a, size_t rows, size_t n,
                                                       const ringlet_rns_base* base, const ringlet_executor* executor);
/// out[0] = a[0] b[0], out[1] = a[0] b[1] + a[1] b[0], out[2] = a[1] b[1]: the tensor product of two ciphertexts, as
/// evaluations. Reads and writes each value once.
/// Shape      out: the rows of three results; a, b: the rows of two operands
/// Overlap    row i of each of out may be row i of any operand; no other rows may overlap
/// Errors     RINGLET_OUT_OF_MEMORY too: it allocates some words for each operand
RINGLET_API ringlet_status ringlet_rns_tensor(const ringlet_rows* out, const ringlet_rows* a, const ringlet_rows* b,
                                              size_t rows, size_t n, const ringlet_rns_base* base,
                                              const ringlet_executor* executor);

/// *count = the number of digits to the base B = 2^w, the same for every x modulo q. The representative of x in
/// [-q/2, q/2) is d_0 + d_1 B + d_2 B^2 + ..., with each digit in [-B/2, B/2).
/// Validity   2 <= w <= 60
RINGLET_API ringlet_status ringlet_rns_balanced_digit_count(unsigned* count, const ringlet_modulus* q, unsigned w);
/// Writes digit k of each x, modulo each modulus of a level: d_k, or d_k + q_i if it is negative.
/// Shape      x: n words; out: a row for each modulus of the level
/// Input      x in [0, q)
/// Validity   2 <= w <= 60, 2^(w-1) <= each modulus of the level, k below the number of digits
/// Overlap    none
RINGLET_API ringlet_status ringlet_rns_balanced_digit(ringlet_rows out, const uint64_t* x, const ringlet_modulus* q,
                                                      unsigned w, unsigned k, size_t rows, size_t n,
                                                      const ringlet_rns_base* base, const ringlet_executor* executor);

/// @}
/// @name Base conversions
/// @{

/// Conversion of residues modulo the moduli of one base to residues modulo the moduli of another.
typedef struct ringlet_base_conversion ringlet_base_conversion;

/// Prepares a conversion of the integer that `lift` chooses.
/// Output     *conversion: a new handle for `ringlet_base_conversion_destroy`
RINGLET_API ringlet_status ringlet_base_conversion_create(ringlet_base_conversion** conversion,
                                                          const ringlet_rns_base* from, const ringlet_rns_base* to,
                                                          ringlet_lift lift);
/// Prepares an exact conversion with a redundant modulus m (Shenoy and Kumaresan). `in` has one more row, the residues
/// modulo m, from which the multiple of Q follows. It is exact for all integers in
/// [-Q (floor(m/2) - L), Q (floor(m/2) - L)], L the number of moduli in `from`.
/// Validity   2 <= redundant < 2^62, coprime to the moduli of `from`
/// Output     *conversion: a new handle for `ringlet_base_conversion_destroy`
RINGLET_API ringlet_status ringlet_base_conversion_create_redundant(ringlet_base_conversion** conversion,
                                                                    const ringlet_rns_base* from, uint64_t redundant,
                                                                    const ringlet_rns_base* to);
/// Destroys a conversion; null is allowed.
RINGLET_API void ringlet_base_conversion_destroy(ringlet_base_conversion* conversion);
/// Returns backend and arithmetic, for people to read; valid as long as the handle; "" for a null handle.
RINGLET_API const char* ringlet_base_conversion_describe(const ringlet_base_conversion* conversion);
/// Converts the lift of `in`. Floor and centred are exact for one modulus. For L > 1 moduli they may choose the
/// neighbouring representative where the integer is within 3L 2^-42 Q of a boundary.
/// Shape      in: a row for each modulus of `from`, then one for a redundant modulus; out: a row for each modulus of
///            `to`
/// Overlap    none
RINGLET_API ringlet_status ringlet_base_conversion_apply(const ringlet_base_conversion* conversion, ringlet_rows out,
                                                         ringlet_rows in, size_t n, const ringlet_executor* executor);

/// @}
/// @name Division
/// Division by the product P of the last moduli of a base, with rounding. These are the special moduli in key
/// switching, and the last moduli of a level in CKKS's rescaling. With a numerator t this is the scaling of BFV.
/// @{

/// Division (c x - d) / P of integers x, where c is the numerator, d = c x (mod P) and d is in [-P/2, P/2). With a
/// plaintext modulus t of BGV, d is t times the number in [-P/2, P/2) that is congruent to t^-1 c x modulo P. Another
/// lift replaces [-P/2, P/2): floor takes the number in [0, P), as SEAL does for BGV, approximate a number in [0, K P),
/// for K moduli in P.
typedef struct ringlet_mod_down ringlet_mod_down;

/// Prepares the division by the last `dropped` moduli of the transforms' base.
/// Validity   1 <= dropped < the number of moduli; numerator >= 1; plaintext_modulus >= 1, coprime to P, 1 if there is
///            none; lift: RINGLET_LIFT_CENTRED rounds to the nearest integer
/// Output     *mod_down: a new handle for `ringlet_mod_down_destroy`; keeps a copy of the transforms
RINGLET_API ringlet_status ringlet_mod_down_create(ringlet_mod_down** mod_down, const ringlet_rns_ntt* ntt,
                                                   size_t dropped, uint64_t numerator, uint64_t plaintext_modulus,
                                                   ringlet_lift lift);
/// Prepares the division of coefficients alone, for any coprime moduli.
RINGLET_API ringlet_status ringlet_mod_down_create_of_coefficients(ringlet_mod_down** mod_down,
                                                                   const ringlet_rns_base* base, size_t dropped,
                                                                   uint64_t numerator, uint64_t plaintext_modulus,
                                                                   ringlet_lift lift);
/// Destroys a division; null is allowed.
RINGLET_API void ringlet_mod_down_destroy(ringlet_mod_down* mod_down);
/// Returns the number of moduli that are kept; 0 for a null handle.
RINGLET_API size_t ringlet_mod_down_kept(const ringlet_mod_down* mod_down);
/// Divides coefficients.
/// Shape      in: a row for each modulus, out: a row for each modulus that is kept
RINGLET_API ringlet_status ringlet_mod_down_on_coefficients(const ringlet_mod_down* mod_down, ringlet_rows out,
                                                            ringlet_rows in, size_t n,
                                                            const ringlet_executor* executor);
/// Divides evaluations in the bit-reversed order of `ringlet_ntt_forward`. n is the transforms'.
/// Errors     RINGLET_INVALID_ARGUMENT for a division of coefficients alone
RINGLET_API ringlet_status ringlet_mod_down_on_evaluations(const ringlet_mod_down* mod_down, ringlet_rows out,
                                                           ringlet_rows in, const ringlet_executor* executor);

/// @}
/// @name Multiplication in BFV
/// Steps of a BFV multiplication besides transforms and products. The first extends residues to an auxiliary base. The
/// second multiplies integers, known modulo both bases, by t / Q and rounds.
/// @{

/// Constants for one base Q, one auxiliary base and one t.
typedef struct ringlet_scale_and_round ringlet_scale_and_round;

/// Prepares both steps. montgomery_modulus is 0 for the method of Halevi, Polyakov and Shoup. Otherwise it is that of
/// Bajard et al., SEAL's m_tilde, and the last modulus of the auxiliary base is redundant.
/// Validity   t >= 1; both bases together have at most 2^16 moduli, pairwise coprime; montgomery_modulus is 0, or at
///            least 2, below 2^62 and coprime to every modulus, and then the auxiliary base has at least two moduli
/// Output     *scale_and_round: a new handle for `ringlet_scale_and_round_destroy`
RINGLET_API ringlet_status ringlet_scale_and_round_create(ringlet_scale_and_round** scale_and_round,
                                                          const ringlet_rns_base* base,
                                                          const ringlet_rns_base* auxiliary, uint64_t t,
                                                          uint64_t montgomery_modulus);
/// Destroys the constants; null is allowed.
RINGLET_API void ringlet_scale_and_round_destroy(ringlet_scale_and_round* scale_and_round);
/// out = x modulo the auxiliary base, where x in [-Q/2, Q/2) has the residues `in`. Close to -Q/2 it may be x + Q
/// instead: within 3L 2^-42 Q, or within (L / m') Q with a Montgomery modulus m'. L is the number of moduli of Q.
/// Shape      in: a row for each modulus of the base, out: a row for each modulus of the auxiliary base
/// Overlap    none
RINGLET_API ringlet_status ringlet_scale_and_round_extend(const ringlet_scale_and_round* scale_and_round,
                                                          ringlet_rows out, ringlet_rows in, size_t n,
                                                          const ringlet_executor* executor);
/// out = t x / Q modulo Q, rounded to the nearest integer, where x has the residues `in` and `auxiliary`. If the
/// fraction of t x / Q lies in [1/2, 1/2 + 3L 2^-42) for L > 1 moduli of Q, it may be rounded down. With a
/// Montgomery modulus it is rounded down, and up to L - 1 too small.
/// Shape      in, out: a row for each modulus of the base, auxiliary: a row for each modulus of the auxiliary base
/// Input      |t x / Q| + 1 < (1/2 - (2K + 1) 2^-42) B for the K moduli of the auxiliary base and their product B; with
///            a Montgomery modulus |t x / Q| + L < (floor(m/2) - K) B, where K and B leave out the last modulus m
/// Overlap    row i of out may be row i of in
RINGLET_API ringlet_status ringlet_scale_and_round_apply(const ringlet_scale_and_round* scale_and_round,
                                                         ringlet_rows out, ringlet_rows in, ringlet_rows auxiliary,
                                                         size_t n, const ringlet_executor* executor);

/// @}
/// @name Automorphisms
/// Automorphisms X -> X^g of Z_q[X]/(X^n + 1). Schemes rotate slots with them. No row of out may overlap one of in.
/// @{

typedef struct ringlet_automorphism ringlet_automorphism;

/// Creates the automorphism X -> X^g.
/// Validity   n a power of two, 2 <= n <= 2^24; g odd, 1 <= g < 2n
/// Output     *automorphism: a new handle for `ringlet_automorphism_destroy`
RINGLET_API ringlet_status ringlet_automorphism_create(ringlet_automorphism** automorphism, size_t n, uint64_t g);
/// Destroys an automorphism; null is allowed.
RINGLET_API void ringlet_automorphism_destroy(ringlet_automorphism* automorphism);
/// Returns n; 0 for a null handle.
RINGLET_API size_t ringlet_automorphism_size(const ringlet_automorphism* automorphism);
/// Returns g; 0 for a null handle.
RINGLET_API uint64_t ringlet_automorphism_exponent(const ringlet_automorphism* automorphism);
/// Computes out(X) = in(X^g) from coefficients in natural order.
RINGLET_API ringlet_status ringlet_automorphism_on_coefficients(const ringlet_automorphism* automorphism,
                                                                ringlet_rows out, ringlet_rows in, size_t rows,
                                                                const ringlet_rns_base* base,
                                                                const ringlet_executor* executor);
/// Computes the evaluations of in(X^g) from the evaluations of in, both in the bit-reversed order of
/// `ringlet_ntt_forward`. This permutes each row, in the same way for all moduli.
/// Validity   rows >= 1
/// Input      any words
RINGLET_API ringlet_status ringlet_automorphism_on_evaluations(const ringlet_automorphism* automorphism,
                                                               ringlet_rows out, ringlet_rows in, size_t rows,
                                                               const ringlet_executor* executor);
/// Adds to out the evaluations of in(X^g), from the evaluations of in.
RINGLET_API ringlet_status ringlet_automorphism_add_on_evaluations(const ringlet_automorphism* automorphism,
                                                                   ringlet_rows out, ringlet_rows in, size_t rows,
                                                                   const ringlet_rns_base* base,
                                                                   const ringlet_executor* executor);

/// @}

#ifdef __cplusplus
}
#endif

#undef RINGLET_ENUM_TYPE

// Included at the end, because it needs the declarations above.
#include "ringlet/key_switch.h"

#endif
