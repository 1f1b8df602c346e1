// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/types.hpp"

/// Element-wise arithmetic on rows of residues, coefficients or evaluations. Row i is modulo modulus i of the base.
///
/// Numbers are plain, or in Montgomery form, x R mod q_i with R = 2^64, as Lattigo keeps them. Sums and transforms are
/// the same for both. Products take a `Form`, which all their operands and the result have. `Form::montgomery` divides
/// each product by R and needs odd moduli. A plain factor and a factor in Montgomery form give a plain product.
///
/// All functions:
/// Shape      the same number of rows of n >= 1 words in out and each input, a row for each modulus of the base or of a
///            prefix of it
/// Input      [0, q_i) in row i
/// Output     [0, q_i) in row i
/// Aliasing   row i of out may be row i of any input; no other rows may overlap
/// Alignment  that of the word; 64 bytes are fastest
/// Errors     std::invalid_argument for shapes and overlaps, for a form that is not listed, and for an even modulus and
///            Montgomery form; values are checked in a checked build only
/// Threads    threads of `executor`, one task a row; by default the calling thread alone. The result does not depend on
///            them.
namespace ringlet {

/// out = a + b.
RINGLET_API void add(RnsSpan out, RnsView a, RnsView b, const RnsBase& base, Executor* executor = nullptr);

/// out = a - b.
RINGLET_API void sub(RnsSpan out, RnsView a, RnsView b, const RnsBase& base, Executor* executor = nullptr);

/// out = -a.
RINGLET_API void neg(RnsSpan out, RnsView a, const RnsBase& base, Executor* executor = nullptr);

/// out = a b.
RINGLET_API void mul(RnsSpan out, RnsView a, RnsView b, const RnsBase& base, Form form = Form::plain,
                     Executor* executor = nullptr);
inline void mul(RnsSpan out, RnsView a, RnsView b, const RnsBase& base, Executor* executor) {
  mul(out, a, b, base, Form::plain, executor);
}

/// out = a b - c.
RINGLET_API void mul_sub(RnsSpan out, RnsView a, RnsView b, RnsView c, const RnsBase& base,
                         Executor* executor = nullptr);

/// out = a b + c.
RINGLET_API void mul_add(RnsSpan out, RnsView a, RnsView b, RnsView c, const RnsBase& base, Form form = Form::plain,
                         Executor* executor = nullptr);
inline void mul_add(RnsSpan out, RnsView a, RnsView b, RnsView c, const RnsBase& base, Executor* executor) {
  mul_add(out, a, b, c, base, Form::plain, executor);
}

/// out = a_0 b_0 + a_1 b_1 + ..., with one reduction for many terms.
/// Shape      as many views in a as in b, at least one
RINGLET_API void inner_product(RnsSpan out, RnsViews a, RnsViews b, const RnsBase& base, Form form = Form::plain,
                               Executor* executor = nullptr);
inline void inner_product(RnsSpan out, RnsViews a, RnsViews b, const RnsBase& base, Executor* executor) {
  inner_product(out, a, b, base, Form::plain, executor);
}

/// out = a R: converts plain numbers to Montgomery form.
RINGLET_API void to_montgomery(RnsSpan out, RnsView a, const RnsBase& base, Executor* executor = nullptr);

/// out = a / R: converts numbers from Montgomery form to plain form.
RINGLET_API void from_montgomery(RnsSpan out, RnsView a, const RnsBase& base, Executor* executor = nullptr);

/// out_0 = a_0 b_0, out_1 = a_0 b_1 + a_1 b_0, out_2 = a_1 b_1: the tensor product of two ciphertexts, as evaluations.
/// Reads and writes each value once.
/// Shape     a row for each modulus in each of the three views of out, the two of a and the two of b
/// Aliasing  row i of each of out may be row i of any input; no other rows may overlap
RINGLET_API void tensor(std::span<const RnsSpan, 3> out, RnsViews a, RnsViews b, const RnsBase& base,
                        Executor* executor = nullptr);

/// out = a s, where s has one residue for each modulus.
/// Shape      scalars: at least as many as rows
/// Input      scalars[i] in [0, q_i)
/// Errors     std::out_of_range for a scalar outside its range
RINGLET_API void mul(RnsSpan out, RnsView a, std::span<const std::uint64_t> scalars, const RnsBase& base,
                     Executor* executor = nullptr);

}  // namespace ringlet
