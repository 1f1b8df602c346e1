// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/types.hpp"

/// Element-wise arithmetic modulo any q, prime or not: 2 <= q < 2^64 in 64-bit words, 2 <= q < 2^32 in 32-bit words, 2
/// <= q < 2^124 in 128-bit words.
///
/// All functions:
/// Range      input_factor as listed; output_factor 1 where no factors are listed for the output. If 2^62 <= q < 2^64,
///            a factor f with f q > 2^64 is an error.
/// Shape      n words in each span, n >= 1
/// Aliasing   out may equal any input; a partial overlap is an error
/// Alignment  that of the word; 64 bytes are fastest
/// Errors     std::invalid_argument for an empty or mismatched span and for a factor or comparison that is not listed;
///            std::out_of_range for a scalar outside its range; element values are checked in a checked build only
/// Results are exact, and bit-identical on every backend and in any rounding mode, except in a lazy output range.
namespace ringlet {

/// out[i] = a[i] + b[i] mod q, or a[i] + b mod q.
/// Input      a, b in [0, q)
/// Output     [0, q)
RINGLET_API void add(std::span<std::uint64_t> out, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                     const Modulus<std::uint64_t>& q);
RINGLET_API void add(std::span<std::uint64_t> out, std::span<const std::uint64_t> a, std::uint64_t b,
                     const Modulus<std::uint64_t>& q);

/// out[i] = a[i] - b[i] mod q, or a[i] - b mod q.
/// Input      a, b in [0, q)
/// Output     [0, q)
RINGLET_API void sub(std::span<std::uint64_t> out, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                     const Modulus<std::uint64_t>& q);
RINGLET_API void sub(std::span<std::uint64_t> out, std::span<const std::uint64_t> a, std::uint64_t b,
                     const Modulus<std::uint64_t>& q);

/// out[i] = -a[i] mod q.
/// Input      a in [0, q)
/// Output     [0, q)
RINGLET_API void neg(std::span<std::uint64_t> out, std::span<const std::uint64_t> a, const Modulus<std::uint64_t>& q);

/// out[i] = a[i] * b[i] mod q.
/// Input      a, b in [0, f q), f = input_factor in {1, 2, 4}
/// Output     [0, q)
RINGLET_API void mul(std::span<std::uint64_t> out, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                     const Modulus<std::uint64_t>& q, Range range = {});

/// out[i] = a[i] * b[i] - c[i] mod q.
/// Input      a, b, c in [0, f q), f = input_factor in {1, 2, 4}
/// Output     [0, q)
RINGLET_API void mul_sub(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::span<const std::uint64_t> c,
                         const Modulus<std::uint64_t>& q, Range range = {});

/// out[i] = a[i] * b[i] + c[i] mod q.
/// Input      a, b, c in [0, f q), f = input_factor in {1, 2, 4}
/// Output     [0, q)
RINGLET_API void mul_add(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::span<const std::uint64_t> c,
                         const Modulus<std::uint64_t>& q, Range range = {});

/// out[i] = a[i] * s mod q, or a[i] * s + c[i] mod q.
/// Input      a, c in [0, f q) and below 2^64, f = input_factor in {1, 2, 4, 8}; s in [0, q)
/// Output     [0, q)
RINGLET_API void mul(std::span<std::uint64_t> out, std::span<const std::uint64_t> a, std::uint64_t s,
                     const Modulus<std::uint64_t>& q, Range range = {});
RINGLET_API void mul_add(std::span<std::uint64_t> out, std::span<const std::uint64_t> a, std::uint64_t s,
                         std::span<const std::uint64_t> c, const Modulus<std::uint64_t>& q, Range range = {});

/// out[i] = a[i] * b[i] mod q, a[i] * b[i] - c[i] mod q, or a[i] * b[i] + c[i] mod q, of numbers in a form. Form::plain
/// is x itself; Form::montgomery is x R mod q with R = 2^64, and divides each product by R. Sums and transforms are the
/// same for both forms. With a plain factor and a factor in Montgomery form, Form::montgomery gives a plain product.
/// Input      a, b, c in [0, f q), f = input_factor in {1, 2, 4}
/// Output     [0, q)
/// Errors     std::invalid_argument for Form::montgomery and an even q, and for a form that is not listed
RINGLET_API void mul(std::span<std::uint64_t> out, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                     const Modulus<std::uint64_t>& q, Form form, Range range = {});
RINGLET_API void mul_sub(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::span<const std::uint64_t> c,
                         const Modulus<std::uint64_t>& q, Form form, Range range = {});
RINGLET_API void mul_add(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::span<const std::uint64_t> c,
                         const Modulus<std::uint64_t>& q, Form form, Range range = {});

/// out[i] = a[i] R mod q, R = 2^64: converts plain numbers to Montgomery form.
/// Input      a in [0, q)
/// Output     [0, q)
/// Errors     std::invalid_argument for an even q
RINGLET_API void to_montgomery(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                               const Modulus<std::uint64_t>& q);

/// out[i] = a[i] / R mod q, R = 2^64: converts numbers from Montgomery form to plain form.
/// Input      a in [0, q)
/// Output     [0, q)
/// Errors     std::invalid_argument for an even q
RINGLET_API void from_montgomery(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                                 const Modulus<std::uint64_t>& q);

/// out[i] = 1 / a[i] mod q, or 0 if a[i] is 0. Takes three products for each number and one inversion for all.
/// Numbers and results are in `form`.
/// Input      a in [0, q)
/// Output     [0, q)
/// Errors     std::invalid_argument with the index when a number other than 0 has a common factor with q, which happens
///            for composite q only; out is then unchanged. std::invalid_argument for Form::montgomery and an even q.
///            std::bad_alloc: it allocates as many numbers as a has
/// Source     P. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", Math. Comp. 48 (1987)
/// Timing     depends on the values: not for secrets
RINGLET_API void invert(std::span<std::uint64_t> out, std::span<const std::uint64_t> a, const Modulus<std::uint64_t>& q,
                        Form form = Form::plain);

/// out[i] = first * ratio^i mod q, for all i below the size of out. Numbers and results are in `form`.
/// Input      first, ratio in [0, q)
/// Output     [0, q)
/// Errors     std::invalid_argument for Form::montgomery and an even q
RINGLET_API void powers(std::span<std::uint64_t> out, std::uint64_t first, std::uint64_t ratio,
                        const Modulus<std::uint64_t>& q, Form form = Form::plain);

/// out[i] = in[i] mod q; with output_factor 2, any representative in [0, 2q).
/// Input      any word if input_factor is Range::any, as by default; else [0, f q), f = input_factor in {2, 4}
/// Output     [0, f q), f = output_factor in {1, 2}
RINGLET_API void reduce(std::span<std::uint64_t> out, std::span<const std::uint64_t> in,
                        const Modulus<std::uint64_t>& q, Range range = {Range::any});

/// The functions above, and cmp_add and cmp_sub, on 32-bit words, where bounds of 2^64 and R are 2^32. Results are
/// canonical for every output factor.
RINGLET_API void add(std::span<std::uint32_t> out, std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                     const Modulus<std::uint32_t>& q);
RINGLET_API void add(std::span<std::uint32_t> out, std::span<const std::uint32_t> a, std::uint32_t b,
                     const Modulus<std::uint32_t>& q);
RINGLET_API void sub(std::span<std::uint32_t> out, std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                     const Modulus<std::uint32_t>& q);
RINGLET_API void sub(std::span<std::uint32_t> out, std::span<const std::uint32_t> a, std::uint32_t b,
                     const Modulus<std::uint32_t>& q);
RINGLET_API void neg(std::span<std::uint32_t> out, std::span<const std::uint32_t> a, const Modulus<std::uint32_t>& q);
RINGLET_API void mul(std::span<std::uint32_t> out, std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                     const Modulus<std::uint32_t>& q, Range range = {});
RINGLET_API void mul_sub(std::span<std::uint32_t> out, std::span<const std::uint32_t> a,
                         std::span<const std::uint32_t> b, std::span<const std::uint32_t> c,
                         const Modulus<std::uint32_t>& q, Range range = {});
RINGLET_API void mul_add(std::span<std::uint32_t> out, std::span<const std::uint32_t> a,
                         std::span<const std::uint32_t> b, std::span<const std::uint32_t> c,
                         const Modulus<std::uint32_t>& q, Range range = {});
RINGLET_API void mul(std::span<std::uint32_t> out, std::span<const std::uint32_t> a, std::uint32_t s,
                     const Modulus<std::uint32_t>& q, Range range = {});
RINGLET_API void mul_add(std::span<std::uint32_t> out, std::span<const std::uint32_t> a, std::uint32_t s,
                         std::span<const std::uint32_t> c, const Modulus<std::uint32_t>& q, Range range = {});
RINGLET_API void mul(std::span<std::uint32_t> out, std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                     const Modulus<std::uint32_t>& q, Form form, Range range = {});
RINGLET_API void mul_sub(std::span<std::uint32_t> out, std::span<const std::uint32_t> a,
                         std::span<const std::uint32_t> b, std::span<const std::uint32_t> c,
                         const Modulus<std::uint32_t>& q, Form form, Range range = {});
RINGLET_API void mul_add(std::span<std::uint32_t> out, std::span<const std::uint32_t> a,
                         std::span<const std::uint32_t> b, std::span<const std::uint32_t> c,
                         const Modulus<std::uint32_t>& q, Form form, Range range = {});
RINGLET_API void to_montgomery(std::span<std::uint32_t> out, std::span<const std::uint32_t> a,
                               const Modulus<std::uint32_t>& q);
RINGLET_API void from_montgomery(std::span<std::uint32_t> out, std::span<const std::uint32_t> a,
                                 const Modulus<std::uint32_t>& q);
RINGLET_API void invert(std::span<std::uint32_t> out, std::span<const std::uint32_t> a, const Modulus<std::uint32_t>& q,
                        Form form = Form::plain);
RINGLET_API void powers(std::span<std::uint32_t> out, std::uint32_t first, std::uint32_t ratio,
                        const Modulus<std::uint32_t>& q, Form form = Form::plain);
RINGLET_API void reduce(std::span<std::uint32_t> out, std::span<const std::uint32_t> in,
                        const Modulus<std::uint32_t>& q, Range range = {Range::any});
RINGLET_API void cmp_add(std::span<std::uint32_t> out, std::span<const std::uint32_t> in, Comparison comparison,
                         std::uint32_t bound, std::uint32_t diff);
RINGLET_API void cmp_sub(std::span<std::uint32_t> out, std::span<const std::uint32_t> in,
                         const Modulus<std::uint32_t>& q, Comparison comparison, std::uint32_t bound,
                         std::uint32_t diff);

/// The functions above on 128-bit words, which have no Montgomery form. A bound of 2^64 above is 2^128 here.
RINGLET_API void add(std::span<uint128_t> out, std::span<const uint128_t> a, std::span<const uint128_t> b,
                     const Modulus<uint128_t>& q);
RINGLET_API void add(std::span<uint128_t> out, std::span<const uint128_t> a, uint128_t b, const Modulus<uint128_t>& q);
RINGLET_API void sub(std::span<uint128_t> out, std::span<const uint128_t> a, std::span<const uint128_t> b,
                     const Modulus<uint128_t>& q);
RINGLET_API void sub(std::span<uint128_t> out, std::span<const uint128_t> a, uint128_t b, const Modulus<uint128_t>& q);
RINGLET_API void neg(std::span<uint128_t> out, std::span<const uint128_t> a, const Modulus<uint128_t>& q);
RINGLET_API void mul(std::span<uint128_t> out, std::span<const uint128_t> a, std::span<const uint128_t> b,
                     const Modulus<uint128_t>& q, Range range = {});
RINGLET_API void mul_sub(std::span<uint128_t> out, std::span<const uint128_t> a, std::span<const uint128_t> b,
                         std::span<const uint128_t> c, const Modulus<uint128_t>& q, Range range = {});
RINGLET_API void mul_add(std::span<uint128_t> out, std::span<const uint128_t> a, std::span<const uint128_t> b,
                         std::span<const uint128_t> c, const Modulus<uint128_t>& q, Range range = {});
RINGLET_API void mul(std::span<uint128_t> out, std::span<const uint128_t> a, uint128_t s, const Modulus<uint128_t>& q,
                     Range range = {});
RINGLET_API void mul_add(std::span<uint128_t> out, std::span<const uint128_t> a, uint128_t s,
                         std::span<const uint128_t> c, const Modulus<uint128_t>& q, Range range = {});
RINGLET_API void invert(std::span<uint128_t> out, std::span<const uint128_t> a, const Modulus<uint128_t>& q);
RINGLET_API void powers(std::span<uint128_t> out, uint128_t first, uint128_t ratio, const Modulus<uint128_t>& q);
RINGLET_API void reduce(std::span<uint128_t> out, std::span<const uint128_t> in, const Modulus<uint128_t>& q,
                        Range range = {Range::any});

/// out[i] = in[i] + diff mod 2^64 if in[i] compares true with `bound`, else in[i]. No modulus is involved.
/// Input      any 64-bit in, bound, diff
RINGLET_API void cmp_add(std::span<std::uint64_t> out, std::span<const std::uint64_t> in, Comparison comparison,
                         std::uint64_t bound, std::uint64_t diff);

/// out[i] = in[i] - diff mod q if in[i], before any reduction, compares true with `bound`, else in[i] mod q.
/// Input      any 64-bit in and bound; diff in [0, q)
/// Output     [0, q)
RINGLET_API void cmp_sub(std::span<std::uint64_t> out, std::span<const std::uint64_t> in,
                         const Modulus<std::uint64_t>& q, Comparison comparison, std::uint64_t bound,
                         std::uint64_t diff);

}  // namespace ringlet
