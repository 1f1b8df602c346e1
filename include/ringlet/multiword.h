// SPDX-License-Identifier: Apache-2.0
#ifndef RINGLET_MULTIWORD_H
#define RINGLET_MULTIWORD_H

// A part of ringlet.h, which includes it: either may be included.
#include "ringlet/rns.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Multiword moduli from C: the same computations as the C++ headers', with the same ranges, orders and bits. What
/// ringlet.h says about all functions holds, and:
///
/// Numbers    `words` 64-bit words each, the lowest first; words is 3, 4, 5, 6 or 8, and that of the handle where there
///            is one. R = 2^(64 words). An array of n numbers is n * words uint64_t: of four words, one of arkworks'
///            `BigInt<4>`, of gnark-crypto's `fr.Element`, or of blst's `blst_fr`
/// Form       of all operands and of the result: plain, or Montgomery's, x R mod q
/// Executor   whose threads the work is done on; null: the calling one alone. Results do not depend on it

/// @name Multiword moduli
/// @{

/// *number = the number that `text` writes: decimal digits, or hexadecimal ones after 0x.
/// Errors     RINGLET_INVALID_ARGUMENT also when it is not below R
RINGLET_API ringlet_status ringlet_multiword_parse(uint64_t* number, unsigned words, const char* text);
/// The number in decimal digits, or in hexadecimal ones after 0x, with a zero at the end. 160 bytes hold any.
/// Shape      text: `size` bytes
/// Errors     RINGLET_INVALID_ARGUMENT when the text is longer
RINGLET_API ringlet_status ringlet_multiword_print(char* text, size_t size, const uint64_t* number, unsigned words,
                                                   bool hexadecimal);

/// A modulus q of several words with the constants that its arithmetic needs.
typedef struct ringlet_multiword_modulus ringlet_multiword_modulus;

/// Validity   q odd, 2^124 <= q < 2^(64 words - 1); q need not be prime
/// Output     *modulus: a new handle for `ringlet_multiword_modulus_destroy`
/// Errors     RINGLET_INVALID_ARGUMENT, RINGLET_OUT_OF_MEMORY
RINGLET_API ringlet_status ringlet_multiword_modulus_create(ringlet_multiword_modulus** modulus, const uint64_t* q,
                                                            unsigned words);
/// Plans keep a copy of their modulus: it may go before them. Null is allowed.
RINGLET_API void ringlet_multiword_modulus_destroy(ringlet_multiword_modulus* modulus);
/// 0 for a null handle.
RINGLET_API unsigned ringlet_multiword_modulus_words(const ringlet_multiword_modulus* modulus);
/// q; null for a null handle. Valid as long as the handle.
RINGLET_API const uint64_t* ringlet_multiword_modulus_value(const ringlet_multiword_modulus* modulus);
/// The number of significant bits of q; 0 for a null handle.
RINGLET_API unsigned ringlet_multiword_modulus_bits(const ringlet_multiword_modulus* modulus);

/// @}
/// @name Number theory of multiword moduli
/// On plain numbers; not data-independent: for public values only. Operands lie in [0, q) unless something else is
/// said; RINGLET_OUT_OF_RANGE otherwise. A result may be an operand.
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
/// *result = the inverse of a modulo q, which need not be prime.
/// Errors     RINGLET_INVALID_ARGUMENT when gcd(a, q) != 1
RINGLET_API ringlet_status ringlet_multiword_inverse_mod(uint64_t* result, const uint64_t* a,
                                                         const ringlet_multiword_modulus* q);
/// *result = whether n is prime: thirteen strong tests and a strong Lucas test, which no composite is known to pass.
/// Validity   n < 2^(64 words - 1)
RINGLET_API ringlet_status ringlet_multiword_is_prime(bool* result, const uint64_t* n, unsigned words);
/// `count` distinct primes of exactly `bits` bits with q = 1 (mod 2n).
/// Shape      primes: `count` numbers; count = 0 is allowed, with a null pointer too
/// Validity   count <= 2^20; 125 <= bits <= 64 words - 1; n a power of two, 1 <= n <= 2^48
RINGLET_API ringlet_status ringlet_multiword_ntt_primes(uint64_t* primes, unsigned words, size_t count, unsigned bits,
                                                        size_t n, ringlet_prime_order order);
/// *result = whether `root` has multiplicative order exactly `order` modulo the prime q.
/// Validity   q prime; order a power of two. If it does not divide q - 1, the answer is false
RINGLET_API ringlet_status ringlet_multiword_is_primitive_root_of_unity(bool* result, const uint64_t* root,
                                                                        uint64_t order,
                                                                        const ringlet_multiword_modulus* q);
/// *root = one primitive root of unity of that order, always the same one for the same arguments.
/// Validity   q prime; order a power of two that divides q - 1
RINGLET_API ringlet_status ringlet_multiword_primitive_root_of_unity(uint64_t* root, uint64_t order,
                                                                     const ringlet_multiword_modulus* q);

/// @}
/// @name Fields
/// Published prime fields; ringlet/fields.hpp says which and where they are from.
/// @{

/// All pointers are valid forever. q - 1 is 2^two_adicity times an odd number; `root` is a primitive root of unity of
/// order 2^two_adicity, generator^((q-1) / 2^two_adicity).
typedef struct ringlet_multiword_field {
  const char* name;
  unsigned words;
  unsigned two_adicity;
  const uint64_t* modulus;
  const uint64_t* generator;
  const uint64_t* root;
  /// Where these come from.
  const char* source;
} ringlet_multiword_field;

/// How many fields there are.
RINGLET_API size_t ringlet_multiword_field_count(void);
/// Field `index`; all zero for index >= ringlet_multiword_field_count().
RINGLET_API ringlet_multiword_field ringlet_multiword_field_at(size_t index);
/// *field = the field of that name, such as "bn254-fr".
/// Errors     RINGLET_INVALID_ARGUMENT when there is none; the message lists those there are
RINGLET_API ringlet_status ringlet_multiword_field_find(ringlet_multiword_field* field, const char* name);

/// @}
/// @name Arithmetic of multiword moduli
/// Element by element modulo any q, prime or not. Numbers of inputs, and of `out`, lie in [0, q); a single number
/// outside gives RINGLET_OUT_OF_RANGE.
/// @{

/// out[i] = a[i] + b[i] mod q
RINGLET_API ringlet_status ringlet_multiword_add(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n,
                                                 const ringlet_multiword_modulus* q);
/// out[i] = a[i] - b[i] mod q
RINGLET_API ringlet_status ringlet_multiword_sub(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n,
                                                 const ringlet_multiword_modulus* q);
/// out[i] = -a[i] mod q
RINGLET_API ringlet_status ringlet_multiword_neg(uint64_t* out, const uint64_t* a, size_t n,
                                                 const ringlet_multiword_modulus* q);
/// out[i] = a[i] * b[i] mod q
RINGLET_API ringlet_status ringlet_multiword_mul(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n,
                                                 const ringlet_multiword_modulus* q, ringlet_form form);
/// out[i] = a[i] * s mod q
RINGLET_API ringlet_status ringlet_multiword_mul_scalar(uint64_t* out, const uint64_t* a, const uint64_t* s, size_t n,
                                                        const ringlet_multiword_modulus* q, ringlet_form form);
/// out[i] = a[i] * b[i] + c[i] mod q
RINGLET_API ringlet_status ringlet_multiword_mul_add(uint64_t* out, const uint64_t* a, const uint64_t* b,
                                                     const uint64_t* c, size_t n, const ringlet_multiword_modulus* q,
                                                     ringlet_form form);
/// *result = a[0] * b[0] + a[1] * b[1] + ... mod q
RINGLET_API ringlet_status ringlet_multiword_inner_product(uint64_t* result, const uint64_t* a, const uint64_t* b,
                                                           size_t n, const ringlet_multiword_modulus* q,
                                                           ringlet_form form);
/// out[i] = a[i] R mod q: plain numbers in Montgomery form
RINGLET_API ringlet_status ringlet_multiword_to_montgomery(uint64_t* out, const uint64_t* a, size_t n,
                                                           const ringlet_multiword_modulus* q);
/// out[i] = a[i] / R mod q: numbers in Montgomery form as plain ones
RINGLET_API ringlet_status ringlet_multiword_from_montgomery(uint64_t* out, const uint64_t* a, size_t n,
                                                             const ringlet_multiword_modulus* q);
/// out[i] = 1 / a[i] mod q, and 0 where a[i] is 0. Its time depends on the values: not for secrets.
/// Errors     RINGLET_INVALID_ARGUMENT when a number other than 0 has a factor in common with q; RINGLET_OUT_OF_MEMORY
RINGLET_API ringlet_status ringlet_multiword_invert(uint64_t* out, const uint64_t* a, size_t n,
                                                    const ringlet_multiword_modulus* q, ringlet_form form);
/// out[i] = first * ratio^i mod q
RINGLET_API ringlet_status ringlet_multiword_powers(uint64_t* out, const uint64_t* first, const uint64_t* ratio,
                                                    size_t n, const ringlet_multiword_modulus* q, ringlet_form form);

/// @}
/// @name Transforms of multiword moduli
/// @{

/// A plan: the transform of one size modulo one prime.
typedef struct ringlet_multiword_ntt ringlet_multiword_ntt;

/// `root` is psi, a primitive 2n-th root of unity, for the negacyclic ring, and omega, a primitive n-th one, for the
/// cyclic ring; null stands for that of `ringlet_multiword_primitive_root_of_unity`. `coset`, of the cyclic ring only,
/// is what all points of evaluation are multiplied by; null stands for 1. Both are plain. `order` is that of
/// evaluations.
///
/// Validity   n a power of two, 2 <= n <= 2^26; q prime, q = 1 (mod 2n) for the negacyclic ring, q = 1 (mod n) for the
///            cyclic one; coset in [1, q)
/// Output     *ntt: a new handle for `ringlet_multiword_ntt_destroy`
/// Errors     RINGLET_INVALID_ARGUMENT, RINGLET_OUT_OF_MEMORY
RINGLET_API ringlet_status ringlet_multiword_ntt_create(ringlet_multiword_ntt** ntt, size_t n,
                                                        const ringlet_multiword_modulus* q, ringlet_ring ring,
                                                        const uint64_t* root, const uint64_t* coset,
                                                        ringlet_order order);
/// Null is allowed.
RINGLET_API void ringlet_multiword_ntt_destroy(ringlet_multiword_ntt* ntt);
/// n; 0 for a null handle.
RINGLET_API size_t ringlet_multiword_ntt_size(const ringlet_multiword_ntt* ntt);
/// The words of a number; 0 for a null handle.
RINGLET_API unsigned ringlet_multiword_ntt_words(const ringlet_multiword_ntt* ntt);
/// q; null for a null handle. Valid as long as the handle.
RINGLET_API const uint64_t* ringlet_multiword_ntt_modulus(const ringlet_multiword_ntt* ntt);
/// The ring; RINGLET_NEGACYCLIC for a null handle.
RINGLET_API ringlet_ring ringlet_multiword_ntt_ring(const ringlet_multiword_ntt* ntt);
/// That of evaluations; RINGLET_NATURAL for a null handle.
RINGLET_API ringlet_order ringlet_multiword_ntt_order(const ringlet_multiword_ntt* ntt);
/// psi or omega; null for a null handle. Valid as long as the handle.
RINGLET_API const uint64_t* ringlet_multiword_ntt_root(const ringlet_multiword_ntt* ntt);
/// What the plan chose, for people: "avx512ifma / montgomery52x5 / 2^8 x 2^8"; valid as long as the handle; "" for a
/// null handle.
RINGLET_API const char* ringlet_multiword_ntt_describe(const ringlet_multiword_ntt* ntt);

/// Evaluates a polynomial with coefficients in[j] at n points; with k in the plan's order,
/// negacyclic  out[k] = sum_j in[j] * psi^((2k+1) j)
/// cyclic      out[k] = sum_j in[j] * (coset * omega^k)^j
///
/// Shape      n must be the plan's
/// Input      [0, q), natural order, in either form, which is that of the output
/// Output     [0, q), in the plan's order
/// Errors     RINGLET_OUT_OF_MEMORY too: calls work in memory that the plan keeps
RINGLET_API ringlet_status ringlet_multiword_ntt_forward(const ringlet_multiword_ntt* ntt, uint64_t* out,
                                                         const uint64_t* in, size_t n,
                                                         const ringlet_executor* executor);
/// The inverse of `ringlet_multiword_ntt_forward`, scaled by 1/n.
RINGLET_API ringlet_status ringlet_multiword_ntt_inverse(const ringlet_multiword_ntt* ntt, uint64_t* out,
                                                         const uint64_t* in, size_t n,
                                                         const ringlet_executor* executor);
/// The product of two polynomials modulo X^n + 1 or, where the ring is cyclic, X^n - coset^n.
/// Shape      n must be the plan's
/// Input      x, y in [0, q), natural order, both in `form`
/// Output     [0, q), natural order, in `form`
/// Errors     RINGLET_OUT_OF_MEMORY too
RINGLET_API ringlet_status ringlet_multiword_ntt_multiply(const ringlet_multiword_ntt* ntt, uint64_t* out,
                                                          const uint64_t* x, const uint64_t* y, size_t n,
                                                          ringlet_form form, const ringlet_executor* executor);

/// @}

#ifdef __cplusplus
}
#endif

#endif
