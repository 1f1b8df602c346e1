// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"

namespace ringlet {

namespace api {
class ScaleAndRoundState;
}

/// How `ScaleAndRound` finds multiples of products of moduli.
struct ScaleAndRoundOptions {
  /// 0: with the fixed-point fractions of `BaseConversion`, centred, as Halevi, Polyakov and Shoup do in floating
  /// point. Else that of the Montgomery reduction with which Bajard et al. extend a base, SEAL's m_tilde, 2^32 there;
  /// the last modulus of the auxiliary base is redundant then, SEAL's m_sk.
  std::uint64_t montgomery_modulus = 0;
};

/// The steps of a BFV multiplication that are no transforms and no products: residues modulo a base Q are extended to
/// an auxiliary base, and what is known modulo both is multiplied by t / Q and rounded, back modulo Q. All of it on
/// coefficients, in one pass over memory each. Immutable; copies share the constants; any number of threads may use
/// one.
///
/// B is the product of the auxiliary base, without its last modulus m with a Montgomery modulus; L and K are the
/// numbers of moduli of Q and of B.
///
/// Input      [0, q_i) in row i of a base
/// Output     [0, q_i) in row i, the same on every backend and for any number of threads
/// Errors     std::invalid_argument for shapes and overlaps; values are checked in a checked build only
/// Threads    those of `executor`, by default the calling one alone
/// Source     S. Halevi, Y. Polyakov, V. Shoup, CT-RSA 2019; J. Bajard, J. Eynard, A. Hasan, V. Zucca, SAC 2016, with
///            whose method results are SEAL's, bit for bit
class RINGLET_API ScaleAndRound {
 public:
  /// Validity  t >= 1; both bases together at most 64 moduli without common factors; a Montgomery modulus is at least
  ///           2, below 2^61, without a factor in common with any modulus, and needs two moduli or more in the
  ///           auxiliary base
  /// Errors    std::invalid_argument with the value and the rule
  ScaleAndRound(const RnsBase& base, const RnsBase& auxiliary, std::uint64_t t,
                const ScaleAndRoundOptions& options = {});

  /// out = x modulo the auxiliary base, of the x in [-Q/2, Q/2) that has the residues `in`. Near the ends it may be
  /// x + Q in place of x: within (2L + 1) 2^-42 Q of -Q/2, and with a Montgomery modulus m' within (L / m') Q.
  ///
  /// Shape      in: a row of n >= 1 words for each modulus of Q, out: one for each of the auxiliary base
  /// Aliasing   none: no row of out may overlap one of in
  void extend(RnsSpan out, RnsView in, Executor* executor = nullptr) const;

  /// out = t x / Q rounded to the nearest integer, modulo Q, of the x that has the residues `in` and `auxiliary`;
  /// where its fraction lies in [1/2, 1/2 + (2L + 1) 2^-42) and L > 1, it may be rounded down. With a Montgomery
  /// modulus it is rounded down, and up to L - 1 too small.
  ///
  /// Shape      in, out: a row of n >= 1 words for each modulus of Q, auxiliary: one for each of the auxiliary base
  /// Validity   |t x / Q| + 1 < (1/2 - (2K + 1) 2^-42) B, with a Montgomery modulus |t x / Q| + L < (floor(m/2) - K) B
  /// Aliasing   row i of out may be row i of in; no other rows may overlap
  void operator()(RnsSpan out, RnsView in, RnsView auxiliary, Executor* executor = nullptr) const;

  [[nodiscard]] const RnsBase& base() const noexcept;
  [[nodiscard]] const RnsBase& auxiliary() const noexcept;

 private:
  std::shared_ptr<const api::ScaleAndRoundState> state_;
};

}  // namespace ringlet
