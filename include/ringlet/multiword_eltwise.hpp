// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <type_traits>

#include "ringlet/export.hpp"
#include "ringlet/multiword_modulus.hpp"
#include "ringlet/types.hpp"
#include "ringlet/uint.hpp"

/// Element-wise arithmetic modulo any multiword modulus q, prime or not. Arrays are spans of `UInt<width>` or convert
/// to a span; the modulus decides the width.
///
/// Numbers are plain, or in Montgomery form, x R mod q with R = 2^width, as arkworks, gnark-crypto and blst keep them.
/// Sums and transforms are the same for both. Products take a `Form`, which all their operands and the result have.
/// `Form::montgomery` costs one reduction, `Form::plain` two. `Form::montgomery` computes a b / R, so with a plain
/// factor and a factor in Montgomery form it gives a plain product. Keep an array that is multiplied often in
/// Montgomery form, which takes the place of a `FixedOperand`.
///
/// All functions:
/// Shape      n numbers in each span, n >= 1
/// Input      [0, q)
/// Output     [0, q)
/// Aliasing   out may equal any input; a partial overlap is an error
/// Alignment  that of the word; 64 bytes are fastest
/// Errors     std::invalid_argument for an empty or mismatched span and for a form that is not listed;
///            std::out_of_range for a single number that is not below q; elements are checked in a checked build only
/// Results are exact, and the same on every backend.
namespace ringlet {

/// Array that is written.
template <unsigned width>
using UIntSpan = std::span<std::type_identity_t<UInt<width>>>;

/// Array that is read.
template <unsigned width>
using UIntView = std::span<const std::type_identity_t<UInt<width>>>;

/// out[i] = a[i] + b[i] mod q, or a[i] + s mod q.
template <unsigned width>
RINGLET_API void add(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, const Modulus<UInt<width>>& q);
template <unsigned width>
RINGLET_API void add(UIntSpan<width> out, UIntView<width> a, const std::type_identity_t<UInt<width>>& s,
                     const Modulus<UInt<width>>& q);

/// out[i] = a[i] - b[i] mod q, or a[i] - s mod q.
template <unsigned width>
RINGLET_API void sub(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, const Modulus<UInt<width>>& q);
template <unsigned width>
RINGLET_API void sub(UIntSpan<width> out, UIntView<width> a, const std::type_identity_t<UInt<width>>& s,
                     const Modulus<UInt<width>>& q);

/// out[i] = -a[i] mod q.
template <unsigned width>
RINGLET_API void neg(UIntSpan<width> out, UIntView<width> a, const Modulus<UInt<width>>& q);

/// out[i] = a[i] * b[i] mod q.
template <unsigned width>
RINGLET_API void mul(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, const Modulus<UInt<width>>& q,
                     Form form = Form::plain);

/// out[i] = a[i] * b[i] - c[i] mod q.
template <unsigned width>
RINGLET_API void mul_sub(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, UIntView<width> c,
                         const Modulus<UInt<width>>& q, Form form = Form::plain);

/// out[i] = a[i] * b[i] + c[i] mod q.
template <unsigned width>
RINGLET_API void mul_add(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, UIntView<width> c,
                         const Modulus<UInt<width>>& q, Form form = Form::plain);

/// out[i] = a[i] * s mod q, or a[i] * s + c[i] mod q, with one reduction in either form.
template <unsigned width>
RINGLET_API void mul(UIntSpan<width> out, UIntView<width> a, const std::type_identity_t<UInt<width>>& s,
                     const Modulus<UInt<width>>& q, Form form = Form::plain);
template <unsigned width>
RINGLET_API void mul_add(UIntSpan<width> out, UIntView<width> a, const std::type_identity_t<UInt<width>>& s,
                         UIntView<width> c, const Modulus<UInt<width>>& q, Form form = Form::plain);

/// Returns a[0] * b[0] + a[1] * b[1] + ... mod q, with one reduction for many terms.
template <unsigned width>
[[nodiscard]] RINGLET_API UInt<width> inner_product(UIntView<width> a, UIntView<width> b, const Modulus<UInt<width>>& q,
                                                    Form form = Form::plain);

/// out[i] = a[i] R mod q: converts plain numbers to Montgomery form.
template <unsigned width>
RINGLET_API void to_montgomery(UIntSpan<width> out, UIntView<width> a, const Modulus<UInt<width>>& q);

/// out[i] = a[i] / R mod q: converts numbers from Montgomery form to plain form.
template <unsigned width>
RINGLET_API void from_montgomery(UIntSpan<width> out, UIntView<width> a, const Modulus<UInt<width>>& q);

/// out[i] = 1 / a[i] mod q, or 0 if a[i] is 0. Takes three products for each number and one inversion for all.
/// Errors     std::invalid_argument when a number other than 0 has a common factor with q, which happens for composite
///            q only; out is then unchanged. std::bad_alloc: it allocates as many numbers as a has.
/// Source     P. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", Math. Comp. 48 (1987)
/// Timing     depends on the values: not for secrets
template <unsigned width>
RINGLET_API void invert(UIntSpan<width> out, UIntView<width> a, const Modulus<UInt<width>>& q, Form form = Form::plain);

/// out[i] = first * ratio^i mod q, for all i below the size of out.
template <unsigned width>
RINGLET_API void powers(UIntSpan<width> out, const std::type_identity_t<UInt<width>>& first,
                        const std::type_identity_t<UInt<width>>& ratio, const Modulus<UInt<width>>& q,
                        Form form = Form::plain);

}  // namespace ringlet
