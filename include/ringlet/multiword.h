// SPDX-License-Identifier: Apache-2.0
#ifndef RINGLET_MULTIWORD_H
#define RINGLET_MULTIWORD_H

// Part of ringlet.h, which includes this header: a program may include either.
#include "ringlet/ringlet.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Multiword moduli in C: the same computations as in the C++ headers, with the same ranges, orders and bits. What
/// ringlet.h says about all functions holds, and:
///
/// Numbers    `words` 64-bit words each, the lowest first; words is 3, 4, 5, 6 or 8, or the number that the function's
///            handle has. R = 2^(64 words). An array of n numbers is n * words uint64_t. With four words it may be an
///            array of arkworks' `BigInt<4>`, gnark-crypto's `fr.Element` or blst's `blst_fr`
/// Form       of all operands and of the result: plain, or Montgomery's, x R mod q
/// Executor   the work is done on its threads; null: on the calling thread alone. Results do not depend on it

/// @name Multiword moduli
/// @{

/// Parses a number in decimal digits, or in hexadecimal digits after 0x.
/// Errors     RINGLET_INVALID_ARGUMENT also when it is not below R
RINGLET_API ringlet_status ringlet_multiword_parse(uint64_t* number, unsigned words, const char* text);
/// Writes the number in decimal digits, or in hexadecimal digits after 0x, with a terminating zero. 160 bytes hold any.
/// Shape      text: `size` bytes
/// Errors     RINGLET_INVALID_ARGUMENT when the text is longer
RINGLET_API ringlet_status ringlet_multiword_print(char* text, size_t size, const uint64_t* number, unsigned words,
                                                   bool hexadecimal);

/// Modulus q of several words with the constants of its arithmetic.
typedef struct ringlet_multiword_modulus ringlet_multiword_modulus;

/// Creates the constants of q.
/// Validity   q odd, 2^124 <= q < 2^(64 words - 1); q need not be prime
/// Output     *modulus: a new handle for `ringlet_multiword_modulus_destroy`
/// Errors     RINGLET_INVALID_ARGUMENT, RINGLET_OUT_OF_MEMORY
RINGLET_API ringlet_status ringlet_multiword_modulus_create(ringlet_multiword_modulus** modulus, const uint64_t* q,
                                                            unsigned words);
/// Destroys a modulus; null is allowed. Plans keep a copy of their modulus, and may outlive it.
RINGLET_API void ringlet_multiword_modulus_destroy(ringlet_multiword_modulus* modulus);
/// Returns the number of words of q; 0 for a null handle.
RINGLET_API unsigned ringlet_multiword_modulus_words(const ringlet_multiword_modulus* modulus);
/// Returns q; null for a null handle. Valid as long as the handle.
RINGLET_API const uint64_t* ringlet_multiword_modulus_value(const ringlet_multiword_modulus* modulus);
/// Returns the number of significant bits of q; 0 for a null handle.
RINGLET_API unsigned ringlet_multiword_modulus_bits(const ringlet_multiword_modulus* modulus);

/// @}
/// @name Number theory of multiword moduli
/// Functions on plain numbers; not data-independent: for public values only. Unless a comment says otherwise, operands
/// lie in [0, q); other values give RINGLET_OUT_OF_RANGE. A result may be an operand.
/// @{

/// *result = a + b, a - b, a * b mod q
RINGLET_API ringlet_status ringlet_multiword_add_mod(uint64_t* result, const uint64_t* a, const uint64_t* b,
                                                     const ringlet_multiword_modulus* q);
RINGLET_API ringlet_status ringlet_multiword_sub_mod(uint64_t* result, const uint64_t* a, const uint64_t* b,
                                                     const ringlet_multiword_modulus* q);
RINGLET_API ringlet_status ringlet_multiword_mul_mod(uint64_t* result, const uint64_t* a, const uint64_t* b,
                                                     const ringlet_multiword_modulus* q);
/// *result = base^exponent mod q, with 0^0 = 1; any exponent.
RINGLET_API ringlet_status ringlet_multiword_pow_mod(uint64_t* result, const uint64_t* base, const uint64_t* exponent,
                                                     const ringlet_multiword_modulus* q);
/// *result = the inverse of a modulo q; q need not be prime.
/// Errors     RINGLET_INVALID_ARGUMENT when gcd(a, q) != 1
RINGLET_API ringlet_status ringlet_multiword_inverse_mod(uint64_t* result, const uint64_t* a,
                                                         const ringlet_multiword_modulus* q);
/// *result = whether n is prime, by thirteen strong tests and a strong Lucas test, which no known composite passes.
/// Validity   n < 2^(64 words - 1)
RINGLET_API ringlet_status ringlet_multiword_is_prime(bool* result, const uint64_t* n, unsigned words);
/// Finds `count` distinct primes of exactly `bits` bits with q = 1 (mod 2n).
/// Shape      primes: `count` numbers; count = 0 is allowed, also with a null pointer
/// Validity   count <= 2^20; 125 <= bits <= 64 words - 1; n a power of two, 1 <= n <= 2^48
RINGLET_API ringlet_status ringlet_multiword_ntt_primes(uint64_t* primes, unsigned words, size_t count, unsigned bits,
                                                        size_t n, ringlet_prime_order order);
/// *result = whether `root` has multiplicative order exactly `order` modulo the prime q.
/// Validity   q prime; order a power of two. If it does not divide q - 1, the answer is false
RINGLET_API ringlet_status ringlet_multiword_is_primitive_root_of_unity(bool* result, const uint64_t* root,
                                                                        uint64_t order,
                                                                        const ringlet_multiword_modulus* q);
/// *root = a primitive root of unity of that order, always the same one for the same arguments.
/// Validity   q prime; order a power of two that divides q - 1
RINGLET_API ringlet_status ringlet_multiword_primitive_root_of_unity(uint64_t* root, uint64_t order,
                                                                     const ringlet_multiword_modulus* q);

/// @}
/// @name Fields
/// Published prime fields; ringlet/fields.hpp lists them and their sources.
/// @{

/// Prime field of q elements. All pointers are valid forever. q - 1 is 2^two_adicity times an odd number; `root` is a
/// primitive root of unity of order 2^two_adicity, generator^((q-1) / 2^two_adicity). Numbers have `words` words: one
/// for babybear, koalabear, mersenne31 and goldilocks, whose moduli are a `ringlet_modulus`.
typedef struct ringlet_multiword_field {
  const char* name;
  unsigned words;
  unsigned two_adicity;
  const uint64_t* modulus;
  const uint64_t* generator;
  const uint64_t* root;
  /// Publication or source code that the constants come from.
  const char* source;
} ringlet_multiword_field;

/// Returns the number of fields.
RINGLET_API size_t ringlet_multiword_field_count(void);
/// Returns field `index`; all zero for index >= ringlet_multiword_field_count().
RINGLET_API ringlet_multiword_field ringlet_multiword_field_at(size_t index);
/// *field = the field of that name, for instance "bn254-fr".
/// Errors     RINGLET_INVALID_ARGUMENT if no field has the name; the message lists the fields
RINGLET_API ringlet_status ringlet_multiword_field_find(ringlet_multiword_field* field, const char* name);

/// @}
/// @name Arithmetic of multiword moduli
/// Operations element by element modulo any q, prime or not. Numbers of inputs and of `out` lie in [0, q); a single
/// number outside gives RINGLET_OUT_OF_RANGE.
/// @{

/// out[i] = a[i] + b[i] mod q
RINGLET_API ringlet_status ringlet_multiword_add(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n,
                                                 const ringlet_multiword_modulus* q);
/// out[i] = a[i] + s mod q
RINGLET_API ringlet_status ringlet_multiword_add_scalar(uint64_t* out, const uint64_t* a, const uint64_t* s, size_t n,
                                                        const ringlet_multiword_modulus* q);
/// out[i] = a[i] - b[i] mod q
RINGLET_API ringlet_status ringlet_multiword_sub(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n,
                                                 const ringlet_multiword_modulus* q);
/// out[i] = a[i] - s mod q
RINGLET_API ringlet_status ringlet_multiword_sub_scalar(uint64_t* out, const uint64_t* a, const uint64_t* s, size_t n,
                                                        const ringlet_multiword_modulus* q);
/// out[i] = -a[i] mod q
RINGLET_API ringlet_status ringlet_multiword_neg(uint64_t* out, const uint64_t* a, size_t n,
                                                 const ringlet_multiword_modulus* q);
/// out[i] = a[i] * b[i] mod q
RINGLET_API ringlet_status ringlet_multiword_mul(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n,
                                                 const ringlet_multiword_modulus* q, ringlet_form form);
/// out[i] = a[i] * b[i] - c[i] mod q
RINGLET_API ringlet_status ringlet_multiword_mul_sub(uint64_t* out, const uint64_t* a, const uint64_t* b,
                                                     const uint64_t* c, size_t n, const ringlet_multiword_modulus* q,
                                                     ringlet_form form);
/// out[i] = a[i] * s mod q
RINGLET_API ringlet_status ringlet_multiword_mul_scalar(uint64_t* out, const uint64_t* a, const uint64_t* s, size_t n,
                                                        const ringlet_multiword_modulus* q, ringlet_form form);
/// out[i] = a[i] * s + c[i] mod q; if c is null, a[i] * s mod q.
RINGLET_API ringlet_status ringlet_multiword_axpy(uint64_t* out, const uint64_t* a, const uint64_t* s,
                                                  const uint64_t* c, size_t n, const ringlet_multiword_modulus* q,
                                                  ringlet_form form);
/// out[i] = a[i] * b[i] + c[i] mod q
RINGLET_API ringlet_status ringlet_multiword_mul_add(uint64_t* out, const uint64_t* a, const uint64_t* b,
                                                     const uint64_t* c, size_t n, const ringlet_multiword_modulus* q,
                                                     ringlet_form form);
/// *result = a[0] * b[0] + a[1] * b[1] + ... mod q
RINGLET_API ringlet_status ringlet_multiword_inner_product(uint64_t* result, const uint64_t* a, const uint64_t* b,
                                                           size_t n, const ringlet_multiword_modulus* q,
                                                           ringlet_form form);
/// out[i] = a[i] R mod q: converts plain numbers to Montgomery form
RINGLET_API ringlet_status ringlet_multiword_to_montgomery(uint64_t* out, const uint64_t* a, size_t n,
                                                           const ringlet_multiword_modulus* q);
/// out[i] = a[i] / R mod q: converts numbers from Montgomery form to plain form
RINGLET_API ringlet_status ringlet_multiword_from_montgomery(uint64_t* out, const uint64_t* a, size_t n,
                                                             const ringlet_multiword_modulus* q);
/// out[i] = 1 / a[i] mod q, or 0 if a[i] is 0. Its time depends on the values: not for secrets.
/// Errors     RINGLET_INVALID_ARGUMENT when a number other than 0 has a common factor with q; RINGLET_OUT_OF_MEMORY
RINGLET_API ringlet_status ringlet_multiword_invert(uint64_t* out, const uint64_t* a, size_t n,
                                                    const ringlet_multiword_modulus* q, ringlet_form form);
/// out[i] = first * ratio^i mod q
RINGLET_API ringlet_status ringlet_multiword_powers(uint64_t* out, const uint64_t* first, const uint64_t* ratio,
                                                    size_t n, const ringlet_multiword_modulus* q, ringlet_form form);

/// @}
/// @name Transforms of multiword moduli
/// @{

/// Plan of transforms of n points modulo one prime.
typedef struct ringlet_multiword_ntt ringlet_multiword_ntt;

/// Creates a plan. For the negacyclic ring `root` is psi, a primitive 2n-th root of unity; for the cyclic ring it is
/// omega, a primitive n-th root. Null stands for the root of `ringlet_multiword_primitive_root_of_unity`. `coset`, for
/// the cyclic ring only, is a factor of all points of evaluation; null stands for 1. Both are plain. `order` is the
/// order of evaluations.
///
/// Validity   n a power of two, 2 <= n <= 2^26; q prime, q = 1 (mod 2n) for the negacyclic ring, q = 1 (mod n) for the
///            cyclic ring; coset in [1, q)
/// Output     *ntt: a new handle for `ringlet_multiword_ntt_destroy`
/// Errors     RINGLET_INVALID_ARGUMENT, RINGLET_OUT_OF_MEMORY
RINGLET_API ringlet_status ringlet_multiword_ntt_create(ringlet_multiword_ntt** ntt, size_t n,
                                                        const ringlet_multiword_modulus* q, ringlet_ring ring,
                                                        const uint64_t* root, const uint64_t* coset,
                                                        ringlet_order order);
/// Destroys a plan; null is allowed.
RINGLET_API void ringlet_multiword_ntt_destroy(ringlet_multiword_ntt* ntt);
/// Returns n; 0 for a null handle.
RINGLET_API size_t ringlet_multiword_ntt_size(const ringlet_multiword_ntt* ntt);
/// Returns the number of words of a number; 0 for a null handle.
RINGLET_API unsigned ringlet_multiword_ntt_words(const ringlet_multiword_ntt* ntt);
/// Returns q; null for a null handle. Valid as long as the handle.
RINGLET_API const uint64_t* ringlet_multiword_ntt_modulus(const ringlet_multiword_ntt* ntt);
/// Returns the ring; RINGLET_NEGACYCLIC for a null handle.
RINGLET_API ringlet_ring ringlet_multiword_ntt_ring(const ringlet_multiword_ntt* ntt);
/// Returns the order of evaluations; RINGLET_BIT_REVERSED for a null handle.
RINGLET_API ringlet_order ringlet_multiword_ntt_order(const ringlet_multiword_ntt* ntt);
/// Returns psi or omega; null for a null handle. Valid as long as the handle.
RINGLET_API const uint64_t* ringlet_multiword_ntt_root(const ringlet_multiword_ntt* ntt);
/// Describes the plan for people by its backend, its arithmetic with the number of limbs, and the points of columns and
/// rows: "avx512ifma / montgomery52x5 / 2^8 x 2^8". Valid as long as the handle; "" for a null handle.
RINGLET_API const char* ringlet_multiword_ntt_describe(const ringlet_multiword_ntt* ntt);

/// Evaluates a polynomial with coefficients in[j] at n points. Evaluation k, which `out` has in the plan's order, is
/// negacyclic  sum_j in[j] * psi^((2k+1) j)
/// cyclic      sum_j in[j] * (coset * omega^k)^j
///
/// Shape      n must be the plan's
/// Input      [0, q), natural order, in either form
/// Output     [0, q), in the plan's order, in the form of the input
/// Errors     RINGLET_OUT_OF_MEMORY too: calls work in memory that the plan keeps
RINGLET_API ringlet_status ringlet_multiword_ntt_forward(const ringlet_multiword_ntt* ntt, uint64_t* out,
                                                         const uint64_t* in, size_t n,
                                                         const ringlet_executor* executor);
/// Inverse of `ringlet_multiword_ntt_forward`, scaled by 1/n.
RINGLET_API ringlet_status ringlet_multiword_ntt_inverse(const ringlet_multiword_ntt* ntt, uint64_t* out,
                                                         const uint64_t* in, size_t n,
                                                         const ringlet_executor* executor);
/// Multiplies two polynomials modulo X^n + 1 or, in the cyclic ring, modulo X^n - coset^n.
/// Shape      n must be the plan's
/// Input      x, y in [0, q), natural order, both in `form`
/// Output     [0, q), natural order, in `form`
/// Errors     RINGLET_OUT_OF_MEMORY too
RINGLET_API ringlet_status ringlet_multiword_ntt_multiply(const ringlet_multiword_ntt* ntt, uint64_t* out,
                                                          const uint64_t* x, const uint64_t* y, size_t n,
                                                          ringlet_form form, const ringlet_executor* executor);

/// Evaluates a polynomial of any number of coefficients at the n points coset * omega^k, in the plan's order. omega =
/// psi^2 in the negacyclic ring. The plan need not have seen the coset before; null stands for the plan's own points.
/// Shape      n must be the plan's; count >= 1. Missing coefficients are zeros. If count > n, the values are those of
///            the polynomial modulo X^n - coset^n.
/// Input      [0, q), natural order, in either form; coset in [1, q), plain
/// Output     [0, q), in the plan's order, in the form of the input
/// Aliasing   out may be in; another overlap is an error
/// Errors     RINGLET_OUT_OF_MEMORY too, which may leave `out` changed
RINGLET_API ringlet_status ringlet_multiword_ntt_evaluate(const ringlet_multiword_ntt* ntt, uint64_t* out, size_t n,
                                                          const uint64_t* in, size_t count, const uint64_t* coset,
                                                          const ringlet_executor* executor);
/// Finds the polynomial of less than n coefficients that has the values `in` at the points coset * omega^k: the inverse
/// of `ringlet_multiword_ntt_evaluate`.
RINGLET_API ringlet_status ringlet_multiword_ntt_interpolate(const ringlet_multiword_ntt* ntt, uint64_t* out,
                                                             const uint64_t* in, size_t n, const uint64_t* coset,
                                                             const ringlet_executor* executor);
/// Evaluates the polynomial with the values `in` at the plan's own points, at the count = n 2^b points coset * Omega^k.
/// Omega is `root`, a primitive root of unity of order `count` with Omega^(2^b) = omega, or, for null, the root of
/// `ringlet_multiword_ntt_extension_root`. Both are plain.
/// Shape      n must be the plan's; 0 <= b <= 16
/// Input      [0, q), the plan's order, in either form; coset in [1, q)
/// Output     [0, q), in bit-reversed order, whatever the plan's order is, in the form of the input
/// Aliasing   in may be one of the 2^b blocks of n numbers of out; another overlap is an error
/// Errors     RINGLET_OUT_OF_MEMORY too, which may leave `out` changed
RINGLET_API ringlet_status ringlet_multiword_ntt_extend(const ringlet_multiword_ntt* ntt, uint64_t* out, size_t count,
                                                        const uint64_t* in, size_t n, const uint64_t* coset,
                                                        const uint64_t* root, const ringlet_executor* executor);
/// Writes the smallest Omega with Omega^(2^log_blowup) = omega to `root`, of as many words as a number.
/// Validity   log_blowup <= 16; n 2^log_blowup divides q - 1
RINGLET_API ringlet_status ringlet_multiword_ntt_extension_root(uint64_t* root, const ringlet_multiword_ntt* ntt,
                                                                unsigned log_blowup);

/// @}

#ifdef __cplusplus
}
#endif

#endif
