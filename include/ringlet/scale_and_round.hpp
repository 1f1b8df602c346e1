// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/shared.hpp"

namespace ringlet {

namespace rns {
class ScaleAndRoundState;
}

/// Options of `ScaleAndRound`.
struct ScaleAndRoundOptions {
  /// Selects how conversions find the multiple of a base's product that they subtract. 0: by the fixed-point fractions
  /// of `BaseConversion`, centred; Halevi, Polyakov and Shoup use floating point. Otherwise: by a Montgomery reduction
  /// with this modulus, as Bajard et al. do (SEAL's m_tilde = 2^32). The last modulus of the auxiliary base is then
  /// redundant (SEAL's m_sk).
  std::uint64_t montgomery_modulus = 0;
};

/// Steps of a BFV multiplication besides transforms and products. `extend` converts residues modulo a base Q to an
/// auxiliary base. The call operator takes integers that are known modulo both, multiplies them by t / Q, rounds, and
/// returns them modulo Q. Both work on coefficients, in one pass over memory. Immutable; copies share the constants;
/// any number of threads may use it at once.
///
/// B is the product of the auxiliary base; with a Montgomery modulus, without its last modulus m. L and K are the
/// numbers of moduli in Q and in B.
///
/// Input      [0, q_i) in row i of a base
/// Output     [0, q_i) in row i, the same on every backend and for any number of threads
/// Errors     std::invalid_argument for shapes and overlaps; values are checked in a checked build only
/// Threads    threads of `executor`, by default the calling thread alone
/// Source     S. Halevi, Y. Polyakov, V. Shoup, CT-RSA 2019; J. Bajard, J. Eynard, A. Hasan, V. Zucca, SAC 2016, whose
///            method gives SEAL's results, bit for bit
class RINGLET_API ScaleAndRound {
 public:
  /// Prepares the constants of both steps.
  /// Validity  t >= 1; both bases together have at most 2^16 moduli, pairwise coprime. A Montgomery modulus is at
  ///           least 2, below 2^62 and coprime to every modulus, and needs at least two moduli in the auxiliary base.
  /// Errors    std::invalid_argument with the value and the rule
  ScaleAndRound(const RnsBase& base, const RnsBase& auxiliary, std::uint64_t t,
                const ScaleAndRoundOptions& options = {});

  /// out = x modulo the auxiliary base, where x in [-Q/2, Q/2) has the residues `in`. Close to -Q/2 it may be x + Q
  /// instead: within 3L 2^-42 Q, or within (L / m') Q with a Montgomery modulus m'.
  ///
  /// Shape      in: a row of n >= 1 words for each modulus of Q, out: a row for each modulus of the auxiliary base
  /// Aliasing   none: no row of out may overlap a row of in
  void extend(RnsSpan out, RnsView in, Executor* executor = nullptr) const;

  /// out = t x / Q modulo Q, rounded to the nearest integer, where x has the residues `in` and `auxiliary`. If the
  /// fraction of t x / Q lies in [1/2, 1/2 + 3L 2^-42) and L > 1, it may be rounded down. With a Montgomery
  /// modulus it is rounded down, and up to L - 1 too small.
  ///
  /// Shape      in, out: rows of n >= 1 words for the moduli of Q, auxiliary: for the moduli of the auxiliary base
  /// Validity   |t x / Q| + 1 < (1/2 - (2K + 1) 2^-42) B, with a Montgomery modulus |t x / Q| + L < (floor(m/2) - K) B
  /// Aliasing   row i of out may be row i of in; no other rows may overlap
  void operator()(RnsSpan out, RnsView in, RnsView auxiliary, Executor* executor = nullptr) const;

  [[nodiscard]] const RnsBase& base() const noexcept;
  [[nodiscard]] const RnsBase& auxiliary() const noexcept;

 private:
  Shared<const rns::ScaleAndRoundState> state_;
};

}  // namespace ringlet
