// SPDX-License-Identifier: Apache-2.0
#ifndef RINGLET_RNS_H
#define RINGLET_RNS_H

// A part of ringlet.h, which includes it at its end: either may be included.
#include "ringlet/ringlet.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Residue number systems from C: the same computations as the C++ headers', with the same ranges, orders and bits.
/// What ringlet.h says about all functions holds, and:
///
/// Rows       residues are rows of n words, one for each modulus: `out` is where row 0 begins, `out_stride` how many
///            words later the next one does, at least n. Where rows or n follow from a handle, no argument repeats
///            them.
/// Level      `rows` is a number of moduli: the first ones of the base are meant. 1 to as many as the base has.
/// Values     [0, q_i) in row i of inputs and outputs unless something else is said
/// Overlap    row i of an output may be row i of an input; no other rows may overlap: RINGLET_INVALID_ARGUMENT
/// Executor   whose threads the work is done on; null: the calling one alone. Results do not depend on it
/// Errors     RINGLET_OUT_OF_MEMORY also where a plan works in memory of its own, which it keeps for later calls. With
///            an executor, outputs may have been written then: workers ask for theirs when they need it

/// @name Executors
/// @{

/// What an executor calls for each index: never fails, and returns at once where another task has failed.
typedef void (*ringlet_task)(void* task_context, size_t index, size_t worker);

/// Calls task(task_context, i, worker) once for each i in [0, count), and returns when all of these calls have. It is
/// called on the thread that called the library, with the `context` of `ringlet_executor_create`.
///
/// Tasks      may run in any order, at the same time or one after the other, on any threads
/// Worker     below the executor's `workers`; those of two tasks that run at the same time differ
/// Memory     what was written before the call must be visible to each task, what tasks wrote after it
/// Errors     it must return, without an exception. Where a task fails, the library's call fails when this has
///            returned; so it does, with RINGLET_INVALID_ARGUMENT, where tasks were left out or a worker is too large.
///            Outputs may have been written then
typedef void (*ringlet_run)(void* context, size_t count, ringlet_task task, void* task_context);

/// Threads of the caller's. Whether threads may share one is up to `run`.
typedef struct ringlet_executor ringlet_executor;

/// Validity   1 <= workers <= 65536; context may be null
/// Output     *executor: a new handle for `ringlet_executor_destroy`
RINGLET_API ringlet_status ringlet_executor_create(ringlet_executor** executor, size_t workers, ringlet_run run,
                                                   void* context);
/// Null is allowed.
RINGLET_API void ringlet_executor_destroy(ringlet_executor* executor);
/// 0 for a null handle.
RINGLET_API size_t ringlet_executor_workers(const ringlet_executor* executor);

/// @}
/// @name Bases
/// @{

/// An ordered list of moduli, in which integers modulo their product Q are written as residues.
typedef struct ringlet_rns_base ringlet_rns_base;

/// Shape      moduli: `count` words
/// Validity   1 <= count <= 64; 2 <= q < 2^61, pairwise coprime
/// Output     *base: a new handle for `ringlet_rns_base_destroy`
RINGLET_API ringlet_status ringlet_rns_base_create(ringlet_rns_base** base, const uint64_t* moduli, size_t count);
/// Plans keep a copy of their bases: they may go before them. Null is allowed.
RINGLET_API void ringlet_rns_base_destroy(ringlet_rns_base* base);
/// The number of moduli; 0 for a null handle.
RINGLET_API size_t ringlet_rns_base_size(const ringlet_rns_base* base);
/// Modulus `index`; 0 for a null handle and for index >= ringlet_rns_base_size(base).
RINGLET_API uint64_t ringlet_rns_base_modulus(const ringlet_rns_base* base, size_t index);
/// The words of Q without leading zeros; 0 for a null handle.
RINGLET_API size_t ringlet_rns_base_product_words(const ringlet_rns_base* base);
/// out = Q, little-endian, with leading zeros.
/// Validity   words >= ringlet_rns_base_product_words(base)
RINGLET_API ringlet_status ringlet_rns_base_product(const ringlet_rns_base* base, uint64_t* out, size_t words);

/// Which integer residues x_i modulo q_i stand for. With y_i = x_i (Q/q_i)^-1 mod q_i, approximate is the sum of the
/// y_i Q/q_i as it is, x + e Q with 0 <= e < the number of moduli.
typedef enum ringlet_lift RINGLET_ENUM_TYPE {
  RINGLET_LIFT_APPROXIMATE = 0,
  /// The one in [0, Q).
  RINGLET_LIFT_FLOOR = 1,
  /// The one in [-Q/2, Q/2).
  RINGLET_LIFT_CENTRED = 2
} ringlet_lift;

/// What the values of a polynomial are: its coefficients in natural order, or its evaluations in the bit-reversed order
/// of `ringlet_ntt_forward`.
typedef enum ringlet_domain RINGLET_ENUM_TYPE {
  RINGLET_DOMAIN_COEFFICIENTS = 0,
  RINGLET_DOMAIN_EVALUATIONS = 1
} ringlet_domain;

/// The integers of which `in` are the residues.
/// Shape      in: a row for each modulus; out: n integers of `words` words each, little-endian, two's complement where
///            the lift is centred
/// Validity   words >= ringlet_rns_base_product_words(base); lift is floor or centred
/// Overlap    none
RINGLET_API ringlet_status ringlet_rns_to_integers(uint64_t* out, size_t words, const uint64_t* in, size_t in_stride,
                                                   size_t n, const ringlet_rns_base* base, ringlet_lift lift);
/// The residues of integers, unsigned or signed in two's complement.
/// Shape      as for `ringlet_rns_to_integers`; words >= 1
/// Input      any
/// Overlap    none
RINGLET_API ringlet_status ringlet_rns_from_integers(uint64_t* out, size_t out_stride, const uint64_t* in, size_t words,
                                                     size_t n, const ringlet_rns_base* base, bool is_signed);

/// @}
/// @name Row transforms
/// @{

/// Tables of negacyclic transforms by size, modulus and backend, so that plans whose bases have moduli in common share
/// them. It keeps what it has made until it is destroyed. Any number of threads may use one at once.
typedef struct ringlet_ntt_cache ringlet_ntt_cache;

/// Output     *cache: a new handle for `ringlet_ntt_cache_destroy`, empty
RINGLET_API ringlet_status ringlet_ntt_cache_create(ringlet_ntt_cache** cache);
/// Plans keep the tables that they use: the cache may go before them. Null is allowed.
RINGLET_API void ringlet_ntt_cache_destroy(ringlet_ntt_cache* cache);
/// For how many sizes, moduli and backends it has tables; 0 for a null handle.
RINGLET_API size_t ringlet_ntt_cache_size(const ringlet_ntt_cache* cache);

/// Plans of the negacyclic transforms of n points modulo each modulus of a base.
typedef struct ringlet_rns_ntt ringlet_rns_ntt;

/// Validity   as for `ringlet_ntt_create`, for each modulus; cache: where tables are looked for and kept, or null
/// Output     *ntt: a new handle for `ringlet_rns_ntt_destroy`
RINGLET_API ringlet_status ringlet_rns_ntt_create(ringlet_rns_ntt** ntt, size_t n, const ringlet_rns_base* base,
                                                  ringlet_ntt_cache* cache);
/// Null is allowed.
RINGLET_API void ringlet_rns_ntt_destroy(ringlet_rns_ntt* ntt);
/// n; 0 for a null handle.
RINGLET_API size_t ringlet_rns_ntt_size(const ringlet_rns_ntt* ntt);
/// `ringlet_ntt_forward` of each row, with its factors.
RINGLET_API ringlet_status ringlet_rns_ntt_forward(const ringlet_rns_ntt* ntt, uint64_t* out, size_t out_stride,
                                                   const uint64_t* in, size_t in_stride, size_t rows,
                                                   unsigned input_factor, unsigned output_factor,
                                                   const ringlet_executor* executor);
/// `ringlet_ntt_inverse` of each row, with its factors.
RINGLET_API ringlet_status ringlet_rns_ntt_inverse(const ringlet_rns_ntt* ntt, uint64_t* out, size_t out_stride,
                                                   const uint64_t* in, size_t in_stride, size_t rows,
                                                   unsigned input_factor, unsigned output_factor,
                                                   const ringlet_executor* executor);

/// `ringlet_rns_ntt_forward` of several polynomials: for each modulus one after the other, which share its tables while
/// these are in the CPU's cache.
/// Shape      out, in: `polynomials` pointers, each to where row 0 of a polynomial begins; those of out have the stride
///            out_stride
/// Validity   polynomials >= 1
/// Overlap    row i of out[k] may be row i of in[k]; no other rows of any polynomial may overlap
/// Errors     RINGLET_OUT_OF_MEMORY too: it allocates some words for each polynomial
RINGLET_API ringlet_status ringlet_rns_ntt_forward_many(const ringlet_rns_ntt* ntt, uint64_t* const* out,
                                                        size_t out_stride, const uint64_t* const* in, size_t in_stride,
                                                        size_t polynomials, size_t rows, unsigned input_factor,
                                                        unsigned output_factor, const ringlet_executor* executor);
/// `ringlet_rns_ntt_inverse` of several polynomials, with what `ringlet_rns_ntt_forward_many` says.
RINGLET_API ringlet_status ringlet_rns_ntt_inverse_many(const ringlet_rns_ntt* ntt, uint64_t* const* out,
                                                        size_t out_stride, const uint64_t* const* in, size_t in_stride,
                                                        size_t polynomials, size_t rows, unsigned input_factor,
                                                        unsigned output_factor, const ringlet_executor* executor);

/// @}
/// @name Row arithmetic
/// Element by element, row i modulo q_i, of coefficients or evaluations.
/// @{

/// out = a + b
RINGLET_API ringlet_status ringlet_rns_add(uint64_t* out, size_t out_stride, const uint64_t* a, size_t a_stride,
                                           const uint64_t* b, size_t b_stride, size_t rows, size_t n,
                                           const ringlet_rns_base* base, const ringlet_executor* executor);
/// out = a - b
RINGLET_API ringlet_status ringlet_rns_sub(uint64_t* out, size_t out_stride, const uint64_t* a, size_t a_stride,
                                           const uint64_t* b, size_t b_stride, size_t rows, size_t n,
                                           const ringlet_rns_base* base, const ringlet_executor* executor);
/// out = -a
RINGLET_API ringlet_status ringlet_rns_neg(uint64_t* out, size_t out_stride, const uint64_t* a, size_t a_stride,
                                           size_t rows, size_t n, const ringlet_rns_base* base,
                                           const ringlet_executor* executor);
/// out = a b
RINGLET_API ringlet_status ringlet_rns_mul(uint64_t* out, size_t out_stride, const uint64_t* a, size_t a_stride,
                                           const uint64_t* b, size_t b_stride, size_t rows, size_t n,
                                           const ringlet_rns_base* base, const ringlet_executor* executor);
/// out = a b + c
RINGLET_API ringlet_status ringlet_rns_mul_add(uint64_t* out, size_t out_stride, const uint64_t* a, size_t a_stride,
                                               const uint64_t* b, size_t b_stride, const uint64_t* c, size_t c_stride,
                                               size_t rows, size_t n, const ringlet_rns_base* base,
                                               const ringlet_executor* executor);
/// out = a b - c
RINGLET_API ringlet_status ringlet_rns_mul_sub(uint64_t* out, size_t out_stride, const uint64_t* a, size_t a_stride,
                                               const uint64_t* b, size_t b_stride, const uint64_t* c, size_t c_stride,
                                               size_t rows, size_t n, const ringlet_rns_base* base,
                                               const ringlet_executor* executor);
/// out = a s, s a residue for each modulus.
/// Shape      scalars: `rows` words
/// Errors     RINGLET_OUT_OF_RANGE for a scalar that is not in [0, q_i)
RINGLET_API ringlet_status ringlet_rns_mul_scalar(uint64_t* out, size_t out_stride, const uint64_t* a, size_t a_stride,
                                                  const uint64_t* scalars, size_t rows, size_t n,
                                                  const ringlet_rns_base* base, const ringlet_executor* executor);
/// out = a[0] b[0] + a[1] b[1] + ..., with one reduction for many terms.
/// Shape      a, b: `terms` pointers, each to where row 0 of an operand begins; those of a have the stride a_stride
/// Validity   terms >= 1
/// Errors     RINGLET_OUT_OF_MEMORY too: it allocates some words for each term
RINGLET_API ringlet_status ringlet_rns_inner_product(uint64_t* out, size_t out_stride, const uint64_t* const* a,
                                                     size_t a_stride, const uint64_t* const* b, size_t b_stride,
                                                     size_t terms, size_t rows, size_t n, const ringlet_rns_base* base,
                                                     const ringlet_executor* executor);
/// out[0] = a[0] b[0], out[1] = a[0] b[1] + a[1] b[0], out[2] = a[1] b[1]: the product of two ciphertexts, of
/// evaluations. Values are read and written once.
/// Shape      out: three pointers, a, b: two each, to where row 0 of an operand begins; those of out have the stride
///            out_stride
/// Overlap    row i of each of out may be row i of any operand; no other rows may overlap
/// Errors     RINGLET_OUT_OF_MEMORY too: it allocates some words for each operand
RINGLET_API ringlet_status ringlet_rns_tensor(uint64_t* const* out, size_t out_stride, const uint64_t* const* a,
                                              size_t a_stride, const uint64_t* const* b, size_t b_stride, size_t rows,
                                              size_t n, const ringlet_rns_base* base, const ringlet_executor* executor);

/// How many digits to the base B = 2^w every x modulo q has: the representative of x in [-q/2, q/2) is
/// d_0 + d_1 B + d_2 B^2 + ..., each digit in [-B/2, B/2).
/// Validity   2 <= w <= 60
RINGLET_API ringlet_status ringlet_rns_balanced_digit_count(unsigned* count, const ringlet_modulus* q, unsigned w);
/// Digit k of each x, modulo each modulus of a base: d_k, or d_k + q_i where it is negative.
/// Shape      x: n words; out: a row for each modulus of the level
/// Input      x in [0, q)
/// Validity   2 <= w <= 60, 2^(w-1) <= each modulus of the level, k below the number of digits
/// Overlap    none
RINGLET_API ringlet_status ringlet_rns_balanced_digit(uint64_t* out, size_t out_stride, const uint64_t* x,
                                                      const ringlet_modulus* q, unsigned w, unsigned k, size_t rows,
                                                      size_t n, const ringlet_rns_base* base,
                                                      const ringlet_executor* executor);

/// @}
/// @name Base conversions
/// @{

/// From residues modulo the moduli of one base to those of another.
typedef struct ringlet_base_conversion ringlet_base_conversion;

/// Output     *conversion: a new handle for `ringlet_base_conversion_destroy`
RINGLET_API ringlet_status ringlet_base_conversion_create(ringlet_base_conversion** conversion,
                                                          const ringlet_rns_base* from, const ringlet_rns_base* to,
                                                          ringlet_lift lift);
/// With a redundant modulus m, residues modulo which are one more row of `in`, and which tell the multiple of Q (Shenoy
/// and Kumaresan): exact for all integers of [-Q (floor(m/2) - L), Q (floor(m/2) - L)], L the number of moduli in
/// `from`.
/// Validity   2 <= redundant < 2^61, without a factor in common with the moduli of `from`, which are at most 63
/// Output     *conversion: a new handle for `ringlet_base_conversion_destroy`
RINGLET_API ringlet_status ringlet_base_conversion_create_redundant(ringlet_base_conversion** conversion,
                                                                    const ringlet_rns_base* from, uint64_t redundant,
                                                                    const ringlet_rns_base* to);
/// Null is allowed.
RINGLET_API void ringlet_base_conversion_destroy(ringlet_base_conversion* conversion);
/// Backend and arithmetic, for people; valid as long as the handle; "" for a null handle.
RINGLET_API const char* ringlet_base_conversion_describe(const ringlet_base_conversion* conversion);
/// The residues of the lift of `in`. Floor and centred are exact but for integers within (2L + 1) 2^-42 Q of the place
/// where representatives change, L > 1 moduli, which may get the neighbouring one.
/// Shape      in: a row for each modulus of `from` and one for a redundant modulus, out: one for each of `to`
/// Overlap    none
RINGLET_API ringlet_status ringlet_base_conversion_apply(const ringlet_base_conversion* conversion, uint64_t* out,
                                                         size_t out_stride, const uint64_t* in, size_t in_stride,
                                                         size_t n, const ringlet_executor* executor);

/// @}
/// @name Division
/// By the product P of the last moduli of a base, with rounding: of the special moduli in key switching, of the last
/// ones of a level in CKKS's rescaling, and with a numerator t for the scaling of BFV.
/// @{

/// (c x - d) / P for integers x, c the numerator, where d = c x (mod P) lies in [-P/2, P/2). With a plaintext modulus t
/// of BGV, d is the product of t and the number in [-P/2, P/2) that is t^-1 c x modulo P. Another lift takes the number
/// in [0, P), as SEAL does for BGV, or any in [0, K P) for K moduli.
typedef struct ringlet_mod_down ringlet_mod_down;

/// Divides by the last `dropped` moduli of the transforms' base.
/// Validity   1 <= dropped < the number of moduli; numerator and plaintext_modulus at least 1, which is none,
///            the latter without a factor in common with P; lift: RINGLET_LIFT_CENTRED rounds
/// Output     *mod_down: a new handle for `ringlet_mod_down_destroy`; keeps a copy of the transforms
RINGLET_API ringlet_status ringlet_mod_down_create(ringlet_mod_down** mod_down, const ringlet_rns_ntt* ntt,
                                                   size_t dropped, uint64_t numerator, uint64_t plaintext_modulus,
                                                   ringlet_lift lift);
/// The same for coefficients alone, of any coprime moduli.
RINGLET_API ringlet_status ringlet_mod_down_create_of_coefficients(ringlet_mod_down** mod_down,
                                                                   const ringlet_rns_base* base, size_t dropped,
                                                                   uint64_t numerator, uint64_t plaintext_modulus,
                                                                   ringlet_lift lift);
/// Null is allowed.
RINGLET_API void ringlet_mod_down_destroy(ringlet_mod_down* mod_down);
/// The number of moduli that are kept; 0 for a null handle.
RINGLET_API size_t ringlet_mod_down_kept(const ringlet_mod_down* mod_down);
/// Of coefficients.
/// Shape      in: a row for each modulus, out: one for each that is kept
RINGLET_API ringlet_status ringlet_mod_down_on_coefficients(const ringlet_mod_down* mod_down, uint64_t* out,
                                                            size_t out_stride, const uint64_t* in, size_t in_stride,
                                                            size_t n, const ringlet_executor* executor);
/// Of evaluations in the bit-reversed order of `ringlet_ntt_forward`, n the transforms'.
/// Errors     RINGLET_INVALID_ARGUMENT for a division of coefficients alone
RINGLET_API ringlet_status ringlet_mod_down_on_evaluations(const ringlet_mod_down* mod_down, uint64_t* out,
                                                           size_t out_stride, const uint64_t* in, size_t in_stride,
                                                           const ringlet_executor* executor);

/// @}
/// @name Multiplication in BFV
/// What is no transform and no product of it: residues are extended to an auxiliary base, and what is known modulo both
/// bases is multiplied by t / Q and rounded.
/// @{

/// Conversions for one base Q, one auxiliary base and one t.
typedef struct ringlet_scale_and_round ringlet_scale_and_round;

/// montgomery_modulus: 0 for the method of Halevi, Polyakov and Shoup; else that of Bajard et al., SEAL's m_tilde, for
/// which the last modulus of the auxiliary base is redundant.
/// Validity   t >= 1; both bases together at most 64 moduli without common factors; montgomery_modulus 0, or at least
///            2, below 2^61 and without a factor in common with any modulus, and then at least two moduli in the
///            auxiliary base
/// Output     *scale_and_round: a new handle for `ringlet_scale_and_round_destroy`
RINGLET_API ringlet_status ringlet_scale_and_round_create(ringlet_scale_and_round** scale_and_round,
                                                          const ringlet_rns_base* base,
                                                          const ringlet_rns_base* auxiliary, uint64_t t,
                                                          uint64_t montgomery_modulus);
/// Null is allowed.
RINGLET_API void ringlet_scale_and_round_destroy(ringlet_scale_and_round* scale_and_round);
/// out = x modulo the auxiliary base, of the x in [-Q/2, Q/2) that has the residues `in`. Near -Q/2 it may be x + Q:
/// within (2L + 1) 2^-42 Q, with a Montgomery modulus m' within (L / m') Q; L is the number of moduli of Q.
/// Shape      in: a row for each modulus of the base, out: one for each of the auxiliary base
/// Overlap    none
RINGLET_API ringlet_status ringlet_scale_and_round_extend(const ringlet_scale_and_round* scale_and_round, uint64_t* out,
                                                          size_t out_stride, const uint64_t* in, size_t in_stride,
                                                          size_t n, const ringlet_executor* executor);
/// out = t x / Q modulo Q, of the x with the residues `in` and `auxiliary`: the nearest integer, or the one below where
/// the fraction lies in [1/2, 1/2 + (2L + 1) 2^-42) for the L > 1 moduli of Q; with a Montgomery modulus rounded down,
/// and up to L - 1 too small.
/// Shape      in, out: a row for each modulus of the base, auxiliary: one for each of the auxiliary base
/// Input      |t x / Q| + 1 < (1/2 - (2K + 1) 2^-42) B for the K moduli of the auxiliary base and their product B; with
///            a Montgomery modulus |t x / Q| + L < (floor(m/2) - K) B without the last modulus m
/// Overlap    row i of out may be row i of in
RINGLET_API ringlet_status ringlet_scale_and_round_apply(const ringlet_scale_and_round* scale_and_round, uint64_t* out,
                                                         size_t out_stride, const uint64_t* in, size_t in_stride,
                                                         const uint64_t* auxiliary, size_t auxiliary_stride, size_t n,
                                                         const ringlet_executor* executor);

/// @}
/// @name Automorphisms
/// X -> X^g of Z_q[X]/(X^n + 1), by which schemes rotate slots. No row of out may overlap one of in.
/// @{

typedef struct ringlet_automorphism ringlet_automorphism;

/// Validity   n a power of two, 2 <= n <= 2^24; g odd, 1 <= g < 2n
/// Output     *automorphism: a new handle for `ringlet_automorphism_destroy`
RINGLET_API ringlet_status ringlet_automorphism_create(ringlet_automorphism** automorphism, size_t n, uint64_t g);
/// Null is allowed.
RINGLET_API void ringlet_automorphism_destroy(ringlet_automorphism* automorphism);
/// n; 0 for a null handle.
RINGLET_API size_t ringlet_automorphism_size(const ringlet_automorphism* automorphism);
/// g; 0 for a null handle.
RINGLET_API uint64_t ringlet_automorphism_exponent(const ringlet_automorphism* automorphism);
/// out(X) = in(X^g), coefficients in natural order.
RINGLET_API ringlet_status ringlet_automorphism_on_coefficients(const ringlet_automorphism* automorphism, uint64_t* out,
                                                                size_t out_stride, const uint64_t* in, size_t in_stride,
                                                                size_t rows, const ringlet_rns_base* base,
                                                                const ringlet_executor* executor);
/// The same of evaluations in the bit-reversed order of `ringlet_ntt_forward`: a permutation, the same for all moduli.
/// Validity   rows >= 1
/// Input      any words
RINGLET_API ringlet_status ringlet_automorphism_on_evaluations(const ringlet_automorphism* automorphism, uint64_t* out,
                                                               size_t out_stride, const uint64_t* in, size_t in_stride,
                                                               size_t rows, const ringlet_executor* executor);
/// out += the image of in, evaluations.
RINGLET_API ringlet_status ringlet_automorphism_add_on_evaluations(const ringlet_automorphism* automorphism,
                                                                   uint64_t* out, size_t out_stride, const uint64_t* in,
                                                                   size_t in_stride, size_t rows,
                                                                   const ringlet_rns_base* base,
                                                                   const ringlet_executor* executor);

/// @}

#ifdef __cplusplus
}
#endif

#undef RINGLET_ENUM_TYPE

// At the end, as it needs what is declared here.
#include "ringlet/key_switch.h"
#include "ringlet/multiword.h"

#endif
