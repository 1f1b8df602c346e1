// SPDX-License-Identifier: Apache-2.0
#ifndef RINGLET_RINGLET_H
#define RINGLET_RINGLET_H

#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

#include "ringlet/export.hpp"

#ifdef __cplusplus
// C may pass any number as an enumerator, and the library checks it. A fixed underlying type lets C++ hold any number,
// too.
#define RINGLET_ENUM_TYPE : unsigned int
extern "C" {
#else
#define RINGLET_ENUM_TYPE
#endif

/// The C interface, for C11 and newer, and for C++. It computes the same as ringlet/ringlet.hpp, with the same ranges
/// and orders; docs/bounds/ proves them. Names with `128` are the same operations on 128-bit words: see the end.
/// ringlet/word32.h has 32-bit words, ringlet/matrix_ntt.h transforms of matrices, ringlet/convolve.h exact products of
/// any length, ringlet/rns.h residue number systems and ringlet/multiword.h multiword moduli; this header includes all
/// of them that the library has.
///
/// All functions:
/// Status     a function that can fail returns a `ringlet_status`. After a failure, `ringlet_last_error_message` says
///            which value broke which rule, and outputs are unchanged (new handles are null). No C++ exception leaves
///            the library.
/// Pointers   may be null only where the comment says so; otherwise null gives RINGLET_NULL_POINTER.
/// Shape      n elements in each array. n = 0, or more than the address space holds, gives RINGLET_INVALID_ARGUMENT.
/// Overlap    `out` may be the same array as any input; a partial overlap gives RINGLET_INVALID_ARGUMENT.
/// Alignment  that of the element type; 64 bytes are fastest.
/// Values     elements outside the stated range give wrong results, but do no other harm; a checked build reports them.
/// Threads    every function may be called from any thread. Handles are immutable: any number of threads may use a
///            handle at once, but all must have finished when it is destroyed.

/// @name Status
/// @{

typedef enum ringlet_status RINGLET_ENUM_TYPE {
  RINGLET_OK = 0,
  /// A pointer is null but must not be.
  RINGLET_NULL_POINTER = 1,
  /// A size, modulus, root, factor, enumerator, name or alignment breaks its rule, or arrays overlap in part. In a
  /// checked build also: an element is outside its range.
  RINGLET_INVALID_ARGUMENT = 2,
  /// A scalar operand lies outside its range.
  RINGLET_OUT_OF_RANGE = 3,
  RINGLET_OUT_OF_MEMORY = 4,
  /// A checked build found an error of the library itself. Outputs may have been written.
  RINGLET_INTERNAL_ERROR = 5,
} ringlet_status;

/// Returns the meaning of a status in a few words; never null, valid forever.
RINGLET_API const char* ringlet_status_message(ringlet_status status);

/// Returns the value and the rule of the last call that failed in the calling thread, in at most 511 bytes; "" if no
/// call has failed. Never null; valid until the thread's next call that fails.
RINGLET_API const char* ringlet_last_error_message(void);

/// Returns the version of the library at run time: "0.1.0".
RINGLET_API const char* ringlet_version(void);

/// Returns how many bytes the tables, keys and working memory of all handles take in the process. Small parts of
/// handles are not counted. A runtime with a garbage collector can start a collection when the number has grown.
RINGLET_API size_t ringlet_held_bytes(void);

/// @}
/// @name Backends
/// Instruction sets that the library can use. One backend is active at a time, for the whole process. Element-wise
/// calls use the active backend at once; a plan keeps the backend that was active when it was made. The active backend
/// is the first of these that exists: the backend that `ringlet_backend_force` named; the backend that the environment
/// variable RINGLET_BACKEND names when the library is first used, unless `ringlet_backend_freeze` was called; the
/// strongest backend that the CPU and the operating system support.
/// @{

/// Returns the number of backends in the library. They are numbered from the weakest, "scalar", with index 0.
RINGLET_API size_t ringlet_backend_count(void);

/// Returns the name of a backend, valid forever; null when index >= ringlet_backend_count().
RINGLET_API const char* ringlet_backend_name(size_t index);

/// Returns whether this CPU, with this operating system, can run the backend; false for a backend that the library was
/// built without, because the compiler lacked its flags, and when index >= ringlet_backend_count().
RINGLET_API bool ringlet_backend_is_supported(size_t index);

/// Gives the name of the active backend, valid forever.
/// Errors     RINGLET_INVALID_ARGUMENT when RINGLET_BACKEND names no supported backend. Every use of the library gives
///            it until `ringlet_backend_force` or `ringlet_backend_freeze` is called.
RINGLET_API ringlet_status ringlet_backend_active(const char** name);

/// Gives whether the vector instructions of the active backend lower the clock of this CPU's cores, for other code,
/// too, and for about a millisecond after them, as on Intel's Skylake-SP and -X, Cascade Lake and Cooper Lake. Programs
/// lose there if they call the library often but spend most of their time elsewhere.
/// Errors     as `ringlet_backend_active`
RINGLET_API ringlet_status ringlet_backend_lowers_clock(bool* lowers);

/// Makes the named backend active.
/// Errors     RINGLET_INVALID_ARGUMENT when it is unknown or not supported; the message lists the supported backends,
///            and the active backend does not change.
RINGLET_API ringlet_status ringlet_backend_force(const char* name);

/// Undoes `ringlet_backend_force`: the environment or the CPU decides again.
RINGLET_API void ringlet_backend_unforce(void);

/// Makes the library ignore RINGLET_BACKEND, even if it has followed it already, and use the strongest backend instead.
/// `ringlet_backend_force` still works.
RINGLET_API void ringlet_backend_freeze(void);

/// @}
/// @name Moduli
/// @{

/// Modulus q of one word with the constants of its arithmetic.
typedef struct ringlet_modulus ringlet_modulus;

/// Modulus q of a 32-bit word with the constants of its arithmetic. Its functions are in ringlet/word32.h.
typedef struct ringlet_modulus32 ringlet_modulus32;

/// Creates the constants of q.
/// Validity   2 <= q < 2^64; q need be neither prime nor odd. If q >= 2^62, lazy ranges must fit a word.
/// Output     *modulus: a new handle for `ringlet_modulus_destroy`
/// Errors     RINGLET_INVALID_ARGUMENT, RINGLET_OUT_OF_MEMORY
RINGLET_API ringlet_status ringlet_modulus_create(ringlet_modulus** modulus, uint64_t q);

/// Destroys a modulus; null is allowed. Plans and operands keep a copy of their modulus, and may outlive it.
RINGLET_API void ringlet_modulus_destroy(ringlet_modulus* modulus);

/// Returns q; 0 for a null handle.
RINGLET_API uint64_t ringlet_modulus_value(const ringlet_modulus* modulus);

/// Returns the number of significant bits of q; 0 for a null handle.
RINGLET_API unsigned ringlet_modulus_bits(const ringlet_modulus* modulus);

/// @}
/// @name Number theory
/// Scalar functions; not data-independent: for public values only. Unless a comment says otherwise, operands lie in
/// [0, q); other values give RINGLET_OUT_OF_RANGE.
/// @{

/// *result = x mod q for any 64-bit x.
RINGLET_API ringlet_status ringlet_reduce_mod(uint64_t* result, uint64_t x, const ringlet_modulus* q);

/// *result = a + b mod q
RINGLET_API ringlet_status ringlet_add_mod(uint64_t* result, uint64_t a, uint64_t b, const ringlet_modulus* q);

/// *result = a - b mod q
RINGLET_API ringlet_status ringlet_sub_mod(uint64_t* result, uint64_t a, uint64_t b, const ringlet_modulus* q);

/// *result = a * b mod q
RINGLET_API ringlet_status ringlet_mul_mod(uint64_t* result, uint64_t a, uint64_t b, const ringlet_modulus* q);

/// *result = base^exponent mod q, with 0^0 = 1; any exponent.
RINGLET_API ringlet_status ringlet_pow_mod(uint64_t* result, uint64_t base, uint64_t exponent,
                                           const ringlet_modulus* q);

/// *result = the inverse of a modulo q; q need not be prime.
/// Errors     RINGLET_INVALID_ARGUMENT when gcd(a, q) != 1
RINGLET_API ringlet_status ringlet_inverse_mod(uint64_t* result, uint64_t a, const ringlet_modulus* q);

/// Tests any 64-bit number for primality. The answer is always right.
RINGLET_API bool ringlet_is_prime(uint64_t n);

/// End of [2^(bits-1), 2^bits) that primes are taken from.
typedef enum ringlet_prime_order RINGLET_ENUM_TYPE {
  RINGLET_LARGEST_FIRST = 0,
  RINGLET_SMALLEST_FIRST = 1
} ringlet_prime_order;

/// Finds `count` distinct primes of exactly `bits` bits with q = 1 (mod 2n), moduli of transforms of size n.
/// Shape      primes: `count` words; count = 0 is allowed, also with a null pointer
/// Validity   count <= 2^20; 2 <= bits <= 64; n a power of two, 1 <= n <= 2^24
/// Errors     RINGLET_INVALID_ARGUMENT also when there are fewer primes; the message says how many there are
RINGLET_API ringlet_status ringlet_ntt_primes(uint64_t* primes, size_t count, unsigned bits, size_t n,
                                              ringlet_prime_order order);

/// *result = whether `root` has multiplicative order exactly `order` modulo the prime q.
/// Validity   q prime; order a power of two. If it does not divide q - 1, the answer is false
RINGLET_API ringlet_status ringlet_is_primitive_root_of_unity(bool* result, uint64_t root, uint64_t order,
                                                              const ringlet_modulus* q);

/// *root = a primitive root of unity of that order, always the same root for the same arguments.
/// Validity   q prime; order a power of two that divides q - 1
RINGLET_API ringlet_status ringlet_primitive_root_of_unity(uint64_t* root, uint64_t order, const ringlet_modulus* q);

/// *root = the numerically smallest primitive root of unity of that order, which a plan uses by default.
/// Validity   q prime; order a power of two that divides q - 1, order <= 2^25 (time grows linearly in it)
RINGLET_API ringlet_status ringlet_smallest_primitive_root_of_unity(uint64_t* root, uint64_t order,
                                                                    const ringlet_modulus* q);

/// *result = the lowest `bit_count` bits of x in reverse order.
/// Validity   bit_count <= 64, x < 2^bit_count; RINGLET_OUT_OF_RANGE otherwise
RINGLET_API ringlet_status ringlet_reverse_bits(uint64_t* result, uint64_t x, unsigned bit_count);

/// @}
/// @name Element-wise arithmetic
/// Operations modulo any q of a `ringlet_modulus`, prime or not. Elements of inputs lie in [0, q), or in [0, f q) with
/// an input factor f. Scalars lie in [0, q); other values give RINGLET_OUT_OF_RANGE. Elements of `out` lie in [0, q).
/// @{

/// Mark in place of an input factor: values may be any word.
typedef enum ringlet_input_factor RINGLET_ENUM_TYPE { RINGLET_ANY_WORD = 2147483647 } ringlet_input_factor;

/// out[i] = a[i] + b[i] mod q
RINGLET_API ringlet_status ringlet_add(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n,
                                       const ringlet_modulus* q);

/// out[i] = a[i] + s mod q
RINGLET_API ringlet_status ringlet_add_scalar(uint64_t* out, const uint64_t* a, uint64_t s, size_t n,
                                              const ringlet_modulus* q);

/// out[i] = a[i] - b[i] mod q
RINGLET_API ringlet_status ringlet_sub(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n,
                                       const ringlet_modulus* q);

/// out[i] = a[i] - s mod q
RINGLET_API ringlet_status ringlet_sub_scalar(uint64_t* out, const uint64_t* a, uint64_t s, size_t n,
                                              const ringlet_modulus* q);

/// out[i] = -a[i] mod q
RINGLET_API ringlet_status ringlet_neg(uint64_t* out, const uint64_t* a, size_t n, const ringlet_modulus* q);

/// out[i] = a[i] * b[i] mod q
/// Input      a, b in [0, f q), f = input_factor in {1, 2, 4}
RINGLET_API ringlet_status ringlet_mul(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n,
                                       const ringlet_modulus* q, unsigned input_factor);

/// out[i] = a[i] * b[i] - c[i] mod q
/// Input      a, b, c in [0, f q), f = input_factor in {1, 2, 4}
RINGLET_API ringlet_status ringlet_mul_sub(uint64_t* out, const uint64_t* a, const uint64_t* b, const uint64_t* c,
                                           size_t n, const ringlet_modulus* q, unsigned input_factor);

/// out[i] = a[i] * b[i] + c[i] mod q
/// Input      a, b, c in [0, f q), f = input_factor in {1, 2, 4}
RINGLET_API ringlet_status ringlet_mul_add(uint64_t* out, const uint64_t* a, const uint64_t* b, const uint64_t* c,
                                           size_t n, const ringlet_modulus* q, unsigned input_factor);

/// Representation of numbers x: x itself, or its Montgomery form x R mod q. R is 2^64 for words and 2^width for
/// multiword moduli. Sums and transforms are the same for both forms. A product in Montgomery form is divided by R;
/// with one plain factor it is the plain product.
typedef enum ringlet_form RINGLET_ENUM_TYPE { RINGLET_PLAIN = 0, RINGLET_MONTGOMERY = 1 } ringlet_form;

/// Layout of a vector of n elements of an extension field of degree d (ringlet/extension_field.h): element after
/// element, or d rows of n words, row k with the coefficients of X^k.
typedef enum ringlet_element_layout RINGLET_ENUM_TYPE {
  RINGLET_INTERLEAVED = 0,
  RINGLET_COORDINATES = 1
} ringlet_element_layout;

/// out[i] = a[i] * b[i] mod q, of numbers in a form
/// Validity   q odd for RINGLET_MONTGOMERY
/// Input      a, b in [0, f q), f = input_factor in {1, 2, 4}
RINGLET_API ringlet_status ringlet_mul_in_form(uint64_t* out, const uint64_t* a, const uint64_t* b, size_t n,
                                               const ringlet_modulus* q, ringlet_form form, unsigned input_factor);

/// out[i] = a[i] * b[i] + c[i] mod q, of numbers in a form
/// Validity   q odd for RINGLET_MONTGOMERY
/// Input      a, b, c in [0, f q), f = input_factor in {1, 2, 4}
RINGLET_API ringlet_status ringlet_mul_add_in_form(uint64_t* out, const uint64_t* a, const uint64_t* b,
                                                   const uint64_t* c, size_t n, const ringlet_modulus* q,
                                                   ringlet_form form, unsigned input_factor);

/// out[i] = a[i] * b[i] - c[i] mod q, of numbers in a form
/// Validity   q odd for RINGLET_MONTGOMERY
/// Input      a, b, c in [0, f q), f = input_factor in {1, 2, 4}
RINGLET_API ringlet_status ringlet_mul_sub_in_form(uint64_t* out, const uint64_t* a, const uint64_t* b,
                                                   const uint64_t* c, size_t n, const ringlet_modulus* q,
                                                   ringlet_form form, unsigned input_factor);

/// out[i] = a[i] R mod q, R = 2^64: converts plain numbers to Montgomery form
/// Validity   q odd
RINGLET_API ringlet_status ringlet_to_montgomery(uint64_t* out, const uint64_t* a, size_t n, const ringlet_modulus* q);

/// out[i] = a[i] / R mod q, R = 2^64: converts numbers from Montgomery form to plain form
/// Validity   q odd
RINGLET_API ringlet_status ringlet_from_montgomery(uint64_t* out, const uint64_t* a, size_t n,
                                                   const ringlet_modulus* q);

/// out[i] = a[i] * s mod q
/// Input      a in [0, f q) and below 2^64, f = input_factor in {1, 2, 4, 8}
RINGLET_API ringlet_status ringlet_mul_scalar(uint64_t* out, const uint64_t* a, uint64_t s, size_t n,
                                              const ringlet_modulus* q, unsigned input_factor);

/// out[i] = a[i] * s + c[i] mod q; if c is null, a[i] * s mod q.
/// Input      a, c in [0, f q) and below 2^64, f = input_factor in {1, 2, 4, 8}
RINGLET_API ringlet_status ringlet_axpy(uint64_t* out, const uint64_t* a, uint64_t s, const uint64_t* c, size_t n,
                                        const ringlet_modulus* q, unsigned input_factor);

/// out[i] = 1 / a[i] mod q, or 0 if a[i] is 0. Its time depends on the values: not for secrets.
/// Errors     RINGLET_INVALID_ARGUMENT when a number other than 0 has a common factor with q; out is then unchanged.
///            RINGLET_OUT_OF_MEMORY
RINGLET_API ringlet_status ringlet_invert(uint64_t* out, const uint64_t* a, size_t n, const ringlet_modulus* q);

/// out[i] = first * ratio^i mod q
RINGLET_API ringlet_status ringlet_powers(uint64_t* out, uint64_t first, uint64_t ratio, size_t n,
                                          const ringlet_modulus* q);

/// out[i] = 1 / a[i] mod q, or 0 if a[i] is 0, of numbers in a form; otherwise as ringlet_invert
/// Validity   q odd for RINGLET_MONTGOMERY
RINGLET_API ringlet_status ringlet_invert_in_form(uint64_t* out, const uint64_t* a, size_t n, const ringlet_modulus* q,
                                                  ringlet_form form);

/// out[i] = first * ratio^i mod q, of numbers in a form
/// Validity   q odd for RINGLET_MONTGOMERY
RINGLET_API ringlet_status ringlet_powers_in_form(uint64_t* out, uint64_t first, uint64_t ratio, size_t n,
                                                  const ringlet_modulus* q, ringlet_form form);

/// out[i] = in[i] mod q; with output_factor 2, any representative in [0, 2q).
/// Input      any number if input_factor is RINGLET_ANY_WORD; else in [0, f q), f = input_factor in {2, 4}
/// Output     [0, f q), f = output_factor in {1, 2}
RINGLET_API ringlet_status ringlet_reduce(uint64_t* out, const uint64_t* in, size_t n, const ringlet_modulus* q,
                                          unsigned input_factor, unsigned output_factor);

/// Comparison of an element (left) with the bound (right), both unsigned.
typedef enum ringlet_comparison RINGLET_ENUM_TYPE {
  RINGLET_EQUAL = 0,
  RINGLET_LESS = 1,
  RINGLET_LESS_EQUAL = 2,
  RINGLET_NEVER = 3,
  RINGLET_NOT_EQUAL = 4,
  RINGLET_GREATER_EQUAL = 5,
  RINGLET_GREATER = 6,
  RINGLET_ALWAYS = 7,
} ringlet_comparison;

/// out[i] = in[i] + diff mod 2^64 if in[i] compares true with `bound`, else in[i]. No modulus is involved.
/// Input      any 64-bit in, bound, diff
/// Output     any
RINGLET_API ringlet_status ringlet_cmp_add(uint64_t* out, const uint64_t* in, size_t n, ringlet_comparison comparison,
                                           uint64_t bound, uint64_t diff);

/// out[i] = in[i] - diff mod q if in[i], before any reduction, compares true with `bound`, else in[i] mod q.
/// Input      any 64-bit in and bound; diff in [0, q)
RINGLET_API ringlet_status ringlet_cmp_sub(uint64_t* out, const uint64_t* in, size_t n, const ringlet_modulus* q,
                                           ringlet_comparison comparison, uint64_t bound, uint64_t diff);

/// @}
/// @name Fixed operands
/// @{

/// Vector w, such as a key or a plaintext, by which many vectors are multiplied element by element. Its Shoup quotients
/// are computed once.
typedef struct ringlet_fixed_operand ringlet_fixed_operand;

/// Copies `values` and computes their Shoup quotients.
/// Input      values in [0, q), checked in every build
/// Output     *operand: a new handle for `ringlet_fixed_operand_destroy`
/// Errors     RINGLET_INVALID_ARGUMENT, RINGLET_OUT_OF_MEMORY
RINGLET_API ringlet_status ringlet_fixed_operand_create(ringlet_fixed_operand** operand, const uint64_t* values,
                                                        size_t n, const ringlet_modulus* q);

/// Destroys an operand; null is allowed.
RINGLET_API void ringlet_fixed_operand_destroy(ringlet_fixed_operand* operand);

/// Returns n; 0 for a null handle.
RINGLET_API size_t ringlet_fixed_operand_size(const ringlet_fixed_operand* operand);

/// Returns the chosen backend and arithmetic, for people to read; valid as long as the handle; "" for a null handle.
RINGLET_API const char* ringlet_fixed_operand_describe(const ringlet_fixed_operand* operand);

/// out[i] = x[i] * w[i] mod q
/// Shape      n must be the operand's
/// Input      x in [0, f q) and below 2^64, f = input_factor in {1, 2, 4, 8}
/// Output     [0, q)
RINGLET_API ringlet_status ringlet_fixed_operand_mul(const ringlet_fixed_operand* w, uint64_t* out, const uint64_t* x,
                                                     size_t n, unsigned input_factor);

/// out[i] = x[i] * w[i] + z[i] mod q
/// Shape      n must be the operand's
/// Input      x, z in [0, f q) and below 2^64, f = input_factor in {1, 2, 4, 8}
/// Output     [0, q)
RINGLET_API ringlet_status ringlet_fixed_operand_mul_add(const ringlet_fixed_operand* w, uint64_t* out,
                                                         const uint64_t* x, const uint64_t* z, size_t n,
                                                         unsigned input_factor);

/// @}
/// @name Transforms
/// @{

/// Ring of a transform: Z_q[X]/(X^n + 1) or Z_q[X]/(X^n - 1).
typedef enum ringlet_ring RINGLET_ENUM_TYPE { RINGLET_NEGACYCLIC = 0, RINGLET_CYCLIC = 1 } ringlet_ring;

/// Order of evaluations: by the exponents of the root of unity with their bits reversed, which is faster, or by the
/// exponents.
typedef enum ringlet_order RINGLET_ENUM_TYPE { RINGLET_BIT_REVERSED = 0, RINGLET_NATURAL = 1 } ringlet_order;

/// Plan of transforms of n points modulo one prime.
typedef struct ringlet_ntt ringlet_ntt;

/// Creates a plan. For the negacyclic ring `root` is psi, a primitive 2n-th root of unity; for the cyclic ring it is
/// omega, a primitive n-th root. 0 stands for the smallest root. `order` is the order of evaluations: of the output of
/// `ringlet_ntt_forward` and the input of `ringlet_ntt_inverse`.
/// Validity   n a power of two, 2 <= n <= 2^24; q prime, q = 1 (mod 2n) for the negacyclic ring, q = 1 (mod n) for the
///            cyclic ring
/// Output     *ntt: a new handle for `ringlet_ntt_destroy`
/// Errors     RINGLET_INVALID_ARGUMENT, RINGLET_OUT_OF_MEMORY
RINGLET_API ringlet_status ringlet_ntt_create(ringlet_ntt** ntt, size_t n, const ringlet_modulus* q, ringlet_ring ring,
                                              uint64_t root, ringlet_order order);

/// Creates a plan for the cyclic ring, with all points of evaluation multiplied by `coset`. Transforms take the same
/// time for each coset.
/// Validity   as for `ringlet_ntt_create`; coset in [1, q)
/// Output     *ntt: a new handle for `ringlet_ntt_destroy`
/// Errors     RINGLET_INVALID_ARGUMENT, RINGLET_OUT_OF_MEMORY
RINGLET_API ringlet_status ringlet_ntt_create_on_coset(ringlet_ntt** ntt, size_t n, const ringlet_modulus* q,
                                                       uint64_t root, uint64_t coset, ringlet_order order);

/// Destroys a plan; null is allowed.
RINGLET_API void ringlet_ntt_destroy(ringlet_ntt* ntt);

/// Returns n; 0 for a null handle.
RINGLET_API size_t ringlet_ntt_size(const ringlet_ntt* ntt);

/// Returns q; 0 for a null handle.
RINGLET_API uint64_t ringlet_ntt_modulus(const ringlet_ntt* ntt);

/// Returns the ring; RINGLET_NEGACYCLIC for a null handle.
RINGLET_API ringlet_ring ringlet_ntt_ring(const ringlet_ntt* ntt);

/// Returns psi or omega; 0 for a null handle.
RINGLET_API uint64_t ringlet_ntt_root(const ringlet_ntt* ntt);

/// Returns the order of evaluations; RINGLET_BIT_REVERSED for a null handle.
RINGLET_API ringlet_order ringlet_ntt_order(const ringlet_ntt* ntt);

/// Describes the plan for people by its backend, its arithmetic and the radices of its passes: "avx512ifma / ifma52 /
/// radix 2^4, 2^6". Valid as long as the handle; "" for a null handle.
RINGLET_API const char* ringlet_ntt_describe(const ringlet_ntt* ntt);

/// Transforms coefficients in natural order to evaluations in the plan's order. Evaluation k is
/// negacyclic  sum_j in[j] * psi^((2k+1) j)
/// cyclic      sum_j in[j] * (coset * omega^k)^j
/// and goes to out[r(k)], where r reverses log2(n) bits, or to out[k] in natural order.
///
/// Shape      n must be the plan's
/// Input      any number if input_factor is RINGLET_ANY_WORD; else in [0, f q), f = input_factor in {1, 2, 4}; natural
///            order
/// Output     [0, f q), f = output_factor in {1, 4}, the plan's order; if f > 1, any representative
RINGLET_API ringlet_status ringlet_ntt_forward(const ringlet_ntt* ntt, uint64_t* out, const uint64_t* in, size_t n,
                                               unsigned input_factor, unsigned output_factor);

/// Inverse of `ringlet_ntt_forward`, scaled by 1/n.
/// Shape      n must be the plan's
/// Input      [0, f q), f = input_factor in {1, 2}, the plan's order
/// Output     [0, f q), f = output_factor in {1, 2}, natural order; if f > 1, any representative
RINGLET_API ringlet_status ringlet_ntt_inverse(const ringlet_ntt* ntt, uint64_t* out, const uint64_t* in, size_t n,
                                               unsigned input_factor, unsigned output_factor);

/// Multiplies two polynomials modulo X^n + 1 or, in the cyclic ring, modulo X^n - coset^n. Allocates n words.
/// Shape      n must be the plan's
/// Input      x, y in [0, q), natural order
/// Output     [0, q), natural order
/// Errors     RINGLET_OUT_OF_MEMORY too
RINGLET_API ringlet_status ringlet_ntt_multiply(const ringlet_ntt* ntt, uint64_t* out, const uint64_t* x,
                                                const uint64_t* y, size_t n);

/// Evaluates a polynomial of any number of coefficients at the n points coset * omega^k, in the plan's order. omega =
/// psi^2 in the negacyclic ring. The plan need not have seen the coset before; 0 stands for the plan's own points.
/// Shape      n must be the plan's; count >= 1. Missing coefficients are zeros. If count > n, the values are those of
///            the polynomial modulo X^n - coset^n.
/// Input, Output  as for `ringlet_ntt_forward`; coset in [0, q)
/// Aliasing   out may be in; another overlap is an error
/// Errors     RINGLET_OUT_OF_MEMORY too, which may leave `out` changed
RINGLET_API ringlet_status ringlet_ntt_evaluate(const ringlet_ntt* ntt, uint64_t* out, size_t n, const uint64_t* in,
                                                size_t count, uint64_t coset, unsigned input_factor,
                                                unsigned output_factor);

/// Finds the polynomial of less than n coefficients that has the values `in` at the points coset * omega^k: the inverse
/// of `ringlet_ntt_evaluate`.
/// Shape      n must be the plan's
/// Input      [0, f q), f = input_factor in {1, 2}, the plan's order; coset in [0, q), 0 for the plan's own points
/// Output     [0, q), natural order
RINGLET_API ringlet_status ringlet_ntt_interpolate(const ringlet_ntt* ntt, uint64_t* out, const uint64_t* in, size_t n,
                                                   uint64_t coset, unsigned input_factor);

/// Evaluates the polynomial with the values `in` at the plan's own points, at the count = n 2^b points coset * Omega^k.
/// Omega is `root`, a primitive root of unity of order `count` with Omega^(2^b) = omega, or, for 0, the root of
/// `ringlet_ntt_extension_root`.
/// Shape      n must be the plan's; 0 <= b <= 16
/// Input      [0, q), the plan's order; coset in [1, q)
/// Output     [0, q), in bit-reversed order, whatever the plan's order is
/// Aliasing   in may be one of the 2^b blocks of n words of out; another overlap is an error
/// Errors     RINGLET_OUT_OF_MEMORY too, which may leave `out` changed
RINGLET_API ringlet_status ringlet_ntt_extend(const ringlet_ntt* ntt, uint64_t* out, size_t count, const uint64_t* in,
                                              size_t n, uint64_t coset, uint64_t root);

/// Finds the smallest Omega with Omega^(2^log_blowup) = omega.
/// Validity   log_blowup <= 16; n 2^log_blowup divides q - 1
RINGLET_API ringlet_status ringlet_ntt_extension_root(uint64_t* root, const ringlet_ntt* ntt, unsigned log_blowup);

/// @}

/// @name 128-bit words
/// The functions above for moduli of up to 124 bits. Their comments hold, with words of 128 bits for words of 64 bits.
/// @{

#ifdef __cplusplus
#define RINGLET_ALIGNAS_16 alignas(16)
#else
#define RINGLET_ALIGNAS_16 _Alignas(16)
#endif
#ifdef __GNUC__
#define RINGLET_MAY_ALIAS __attribute__((__may_alias__))
#else
#define RINGLET_MAY_ALIAS
#endif

/// 128-bit number low + 2^64 high. On little-endian machines it has the same bytes as the compilers' unsigned __int128,
/// and as two words of an array of uint64_t: an array of words may be passed by a cast.
/// Alignment  16 bytes, as malloc's; an array at another address gives RINGLET_INVALID_ARGUMENT
typedef struct RINGLET_MAY_ALIAS ringlet_uint128 {
  RINGLET_ALIGNAS_16 uint64_t low;
  uint64_t high;
} ringlet_uint128;

#undef RINGLET_ALIGNAS_16
#undef RINGLET_MAY_ALIAS

/// Modulus q of a 128-bit word with the constants of its arithmetic.
typedef struct ringlet_modulus128 ringlet_modulus128;

/// Creates the constants of q.
/// Validity   2 <= q < 2^124; q need be neither prime nor odd
RINGLET_API ringlet_status ringlet_modulus128_create(ringlet_modulus128** modulus, ringlet_uint128 q);
RINGLET_API void ringlet_modulus128_destroy(ringlet_modulus128* modulus);
RINGLET_API ringlet_uint128 ringlet_modulus128_value(const ringlet_modulus128* modulus);
RINGLET_API unsigned ringlet_modulus128_bits(const ringlet_modulus128* modulus);

RINGLET_API ringlet_status ringlet_reduce_mod128(ringlet_uint128* result, ringlet_uint128 x,
                                                 const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_add_mod128(ringlet_uint128* result, ringlet_uint128 a, ringlet_uint128 b,
                                              const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_sub_mod128(ringlet_uint128* result, ringlet_uint128 a, ringlet_uint128 b,
                                              const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_mul_mod128(ringlet_uint128* result, ringlet_uint128 a, ringlet_uint128 b,
                                              const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_pow_mod128(ringlet_uint128* result, ringlet_uint128 base, ringlet_uint128 exponent,
                                              const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_inverse_mod128(ringlet_uint128* result, ringlet_uint128 a,
                                                  const ringlet_modulus128* q);

/// *result = whether n is prime. A prime is always accepted. Below 3317044064679887385961981 the answer is proved;
/// above it, no composite is known that is accepted.
/// Validity   n < 2^124
RINGLET_API ringlet_status ringlet_is_prime128(bool* result, ringlet_uint128 n);

/// Finds primes as `ringlet_ntt_primes` does.
/// Validity   2 <= bits <= 124, else as for one word
RINGLET_API ringlet_status ringlet_ntt_primes128(ringlet_uint128* primes, size_t count, unsigned bits, size_t n,
                                                 ringlet_prime_order order);
RINGLET_API ringlet_status ringlet_is_primitive_root_of_unity128(bool* result, ringlet_uint128 root, uint64_t order,
                                                                 const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_primitive_root_of_unity128(ringlet_uint128* root, uint64_t order,
                                                              const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_smallest_primitive_root_of_unity128(ringlet_uint128* root, uint64_t order,
                                                                       const ringlet_modulus128* q);

RINGLET_API ringlet_status ringlet_add128(ringlet_uint128* out, const ringlet_uint128* a, const ringlet_uint128* b,
                                          size_t n, const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_add_scalar128(ringlet_uint128* out, const ringlet_uint128* a, ringlet_uint128 s,
                                                 size_t n, const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_sub128(ringlet_uint128* out, const ringlet_uint128* a, const ringlet_uint128* b,
                                          size_t n, const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_sub_scalar128(ringlet_uint128* out, const ringlet_uint128* a, ringlet_uint128 s,
                                                 size_t n, const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_neg128(ringlet_uint128* out, const ringlet_uint128* a, size_t n,
                                          const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_mul128(ringlet_uint128* out, const ringlet_uint128* a, const ringlet_uint128* b,
                                          size_t n, const ringlet_modulus128* q, unsigned input_factor);
RINGLET_API ringlet_status ringlet_mul_sub128(ringlet_uint128* out, const ringlet_uint128* a, const ringlet_uint128* b,
                                              const ringlet_uint128* c, size_t n, const ringlet_modulus128* q,
                                              unsigned input_factor);
RINGLET_API ringlet_status ringlet_mul_scalar128(ringlet_uint128* out, const ringlet_uint128* a, ringlet_uint128 s,
                                                 size_t n, const ringlet_modulus128* q, unsigned input_factor);
RINGLET_API ringlet_status ringlet_axpy128(ringlet_uint128* out, const ringlet_uint128* a, ringlet_uint128 s,
                                           const ringlet_uint128* c, size_t n, const ringlet_modulus128* q,
                                           unsigned input_factor);
RINGLET_API ringlet_status ringlet_mul_add128(ringlet_uint128* out, const ringlet_uint128* a, const ringlet_uint128* b,
                                              const ringlet_uint128* c, size_t n, const ringlet_modulus128* q,
                                              unsigned input_factor);
RINGLET_API ringlet_status ringlet_invert128(ringlet_uint128* out, const ringlet_uint128* a, size_t n,
                                             const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_powers128(ringlet_uint128* out, ringlet_uint128 first, ringlet_uint128 ratio,
                                             size_t n, const ringlet_modulus128* q);
RINGLET_API ringlet_status ringlet_reduce128(ringlet_uint128* out, const ringlet_uint128* in, size_t n,
                                             const ringlet_modulus128* q, unsigned input_factor,
                                             unsigned output_factor);

/// Vector of 128-bit words by which many vectors are multiplied.
typedef struct ringlet_fixed_operand128 ringlet_fixed_operand128;

RINGLET_API ringlet_status ringlet_fixed_operand128_create(ringlet_fixed_operand128** operand,
                                                           const ringlet_uint128* values, size_t n,
                                                           const ringlet_modulus128* q);
RINGLET_API void ringlet_fixed_operand128_destroy(ringlet_fixed_operand128* operand);
RINGLET_API size_t ringlet_fixed_operand128_size(const ringlet_fixed_operand128* operand);
RINGLET_API const char* ringlet_fixed_operand128_describe(const ringlet_fixed_operand128* operand);
RINGLET_API ringlet_status ringlet_fixed_operand128_mul(const ringlet_fixed_operand128* w, ringlet_uint128* out,
                                                        const ringlet_uint128* x, size_t n, unsigned input_factor);
RINGLET_API ringlet_status ringlet_fixed_operand128_mul_add(const ringlet_fixed_operand128* w, ringlet_uint128* out,
                                                            const ringlet_uint128* x, const ringlet_uint128* z,
                                                            size_t n, unsigned input_factor);

/// Plan of transforms of n points modulo one prime of a 128-bit word.
typedef struct ringlet_ntt128 ringlet_ntt128;

/// Creates a plan as `ringlet_ntt_create` does.
/// Validity   2 <= n <= 2^20, else as for one word
RINGLET_API ringlet_status ringlet_ntt128_create(ringlet_ntt128** ntt, size_t n, const ringlet_modulus128* q,
                                                 ringlet_ring ring, ringlet_uint128 root, ringlet_order order);
RINGLET_API ringlet_status ringlet_ntt128_create_on_coset(ringlet_ntt128** ntt, size_t n, const ringlet_modulus128* q,
                                                          ringlet_uint128 root, ringlet_uint128 coset,
                                                          ringlet_order order);
RINGLET_API void ringlet_ntt128_destroy(ringlet_ntt128* ntt);
RINGLET_API size_t ringlet_ntt128_size(const ringlet_ntt128* ntt);
RINGLET_API ringlet_uint128 ringlet_ntt128_modulus(const ringlet_ntt128* ntt);
RINGLET_API ringlet_ring ringlet_ntt128_ring(const ringlet_ntt128* ntt);
RINGLET_API ringlet_uint128 ringlet_ntt128_root(const ringlet_ntt128* ntt);
RINGLET_API ringlet_order ringlet_ntt128_order(const ringlet_ntt128* ntt);
RINGLET_API const char* ringlet_ntt128_describe(const ringlet_ntt128* ntt);
RINGLET_API ringlet_status ringlet_ntt128_forward(const ringlet_ntt128* ntt, ringlet_uint128* out,
                                                  const ringlet_uint128* in, size_t n, unsigned input_factor,
                                                  unsigned output_factor);
RINGLET_API ringlet_status ringlet_ntt128_inverse(const ringlet_ntt128* ntt, ringlet_uint128* out,
                                                  const ringlet_uint128* in, size_t n, unsigned input_factor,
                                                  unsigned output_factor);
RINGLET_API ringlet_status ringlet_ntt128_multiply(const ringlet_ntt128* ntt, ringlet_uint128* out,
                                                   const ringlet_uint128* x, const ringlet_uint128* y, size_t n);
RINGLET_API ringlet_status ringlet_ntt128_evaluate(const ringlet_ntt128* ntt, ringlet_uint128* out, size_t n,
                                                   const ringlet_uint128* in, size_t count, ringlet_uint128 coset,
                                                   unsigned input_factor, unsigned output_factor);
RINGLET_API ringlet_status ringlet_ntt128_interpolate(const ringlet_ntt128* ntt, ringlet_uint128* out,
                                                      const ringlet_uint128* in, size_t n, ringlet_uint128 coset,
                                                      unsigned input_factor);
RINGLET_API ringlet_status ringlet_ntt128_extend(const ringlet_ntt128* ntt, ringlet_uint128* out, size_t count,
                                                 const ringlet_uint128* in, size_t n, ringlet_uint128 coset,
                                                 ringlet_uint128 root);
RINGLET_API ringlet_status ringlet_ntt128_extension_root(ringlet_uint128* root, const ringlet_ntt128* ntt,
                                                         unsigned log_blowup);

/// @}
/// @name Executors
/// @{

/// Function that an executor calls for each index. It never fails, and returns at once if another task has failed.
typedef void (*ringlet_task)(void* task_context, size_t index, size_t worker);

/// Calls task(task_context, i, worker) once for each i in [0, count), and returns when all of these calls have
/// returned. The library calls it on the thread that called the library, with the `context` of
/// `ringlet_executor_create`.
///
/// Tasks      may run in any order, at the same time or one after the other, on any threads
/// Worker     below the executor's `workers`; two tasks that run at the same time have different numbers
/// Memory     writes before the call must be visible to each task, and writes of tasks after the call
/// Errors     it must return, without an exception. If a task fails, the library's call fails after this function has
///            returned. If tasks were left out or a worker is too large, it fails with RINGLET_INVALID_ARGUMENT.
///            Outputs may have been written by then
typedef void (*ringlet_run)(void* context, size_t count, ringlet_task task, void* task_context);

/// Threads of the caller. Whether several threads may share an executor depends on `run`.
typedef struct ringlet_executor ringlet_executor;

/// Creates an executor.
/// Validity   1 <= workers <= 65536; context may be null
/// Output     *executor: a new handle for `ringlet_executor_destroy`
RINGLET_API ringlet_status ringlet_executor_create(ringlet_executor** executor, size_t workers, ringlet_run run,
                                                   void* context);
/// Destroys an executor; null is allowed.
RINGLET_API void ringlet_executor_destroy(ringlet_executor* executor);
/// Returns the number of workers; 0 for a null handle.
RINGLET_API size_t ringlet_executor_workers(const ringlet_executor* executor);

/// @}

#ifdef __cplusplus
}
#endif

// Included at the end, because they need the declarations above. A library that is built without a part has no header
// of that part. rns.h undefines RINGLET_ENUM_TYPE.
#if __has_include("ringlet/word32.h")
#include "ringlet/word32.h"
#endif
#if __has_include("ringlet/matrix_ntt.h")
#include "ringlet/extension_field.h"
#include "ringlet/matrix_ntt.h"
#endif
#if __has_include("ringlet/multiword.h")
#include "ringlet/multiword.h"
#endif
#if __has_include("ringlet/convolve.h")
#include "ringlet/convolve.h"
#endif
#if __has_include("ringlet/rns.h")
#include "ringlet/rns.h"
#endif

#endif
