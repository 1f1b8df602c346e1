// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"

/// Balanced digits of residues modulo q to the base B = 2^w, as gadget decompositions use them. The representative of x
/// in [-q/2, q/2) is d_0 + d_1 B + d_2 B^2 + ..., with each digit in [-B/2, B/2).
namespace ringlet {

/// Returns the number of digits, which is the same for every x modulo q.
/// Validity  2 <= w <= 60
/// Errors    std::invalid_argument with the value and the rule
[[nodiscard]] RINGLET_API unsigned balanced_digit_count(const Modulus<std::uint64_t>& q, unsigned w);

/// Writes digit k of each x, modulo each modulus p_i of `base`.
///
/// Shape      x: n >= 1 words; out: a row of n words for each modulus of the base or of a prefix of it
/// Input      x in [0, q)
/// Output     [0, p_i) in row i: d_k, or d_k + p_i if it is negative
/// Validity   2 <= w <= 60, 2^(w-1) <= p_i for each i, k < balanced_digit_count(q, w)
/// Aliasing   none: no row of out may overlap x
/// Errors     std::invalid_argument with the value and the rule; values are checked in a checked build only
/// Threads    threads of `executor`, one task a row; by default the calling thread alone. The result does not depend on
///            them.
/// Source     I. Chillotti, N. Gama, M. Georgieva, M. Izabachene, J. Cryptology 2020, for the balanced digits
RINGLET_API void balanced_digit(RnsSpan out, std::span<const std::uint64_t> x, const Modulus<std::uint64_t>& q,
                                unsigned w, unsigned k, const RnsBase& base, Executor* executor = nullptr);

}  // namespace ringlet
