// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_ntt.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/shared.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

namespace rns {
class ModDownState;
}

/// Options of a division.
struct ModDownOptions {
  /// Factor c of x before the division: t for BFV's scaling by t / Q, in which P is the ciphertext modulus Q.
  std::uint64_t numerator = 1;
  /// Plaintext modulus t of BGV, 1 if there is none: P times the result is congruent to c x modulo t.
  std::uint64_t plaintext_modulus = 1;
  /// Choice of d, the residue modulo P that is subtracted. Without a plaintext modulus, centred rounds to the nearest
  /// integer, floor rounds down, and approximate gives the result of floor or up to K - 1 less, for K moduli in P.
  Lift lift = Lift::centred;

  friend bool operator==(const ModDownOptions&, const ModDownOptions&) = default;
};

/// Division by the product P of the last moduli of a base, with rounding. The result is modulo the other moduli. In key
/// switching this is the mod down, by the special moduli. In CKKS it is the rescaling, by the last moduli of a level.
/// In BFV it is the scaling by t / Q: P is the ciphertext modulus, and the other moduli are an auxiliary base. OpenFHE
/// calls it ApproxModDown and ScaleAndRound, Lattigo ModDown; here it is exact. For one modulus it is SEAL's
/// divide_and_round_q_last. Immutable; copies share the constants; any number of threads may use it at once.
///
/// Both operations compute (c x - d) / P for integers x, where c is the numerator, d = c x (mod P) and d is in
/// [-P/2, P/2). This is c x / P rounded to the nearest integer. With a plaintext modulus t, d is t times the number in
/// [-P/2, P/2) that is congruent to t^-1 c x modulo P. Then P times the result is congruent to c x modulo t, too, as
/// BGV requires. Another lift replaces [-P/2, P/2): floor takes the number in [0, P), as SEAL does for BGV, approximate
/// a number in [0, K P), for K moduli in P.
///
/// Shape      in: one row of n >= 1 words for each modulus of the base, n the transform's for evaluations; out: one row
///            for each modulus that is kept
/// Input      [0, q_i) in row i
/// Output     [0, q_i) in row i, the same on every backend. The lift of x modulo P is that of `BaseConversion`,
///            centred: exact for one modulus, and for more unless c x mod P is very close to P/2
/// Aliasing   row i of out may be row i of in; no other rows may overlap
/// Errors     std::invalid_argument for shapes and overlaps; values are checked in a checked build only.
///            std::bad_alloc, before any output is written: calls on evaluations borrow working memory from the context
///            of `ntt`, a row for each dropped modulus, one more if they are several, one more for each dropped modulus
///            that needs longer arithmetic than most kept moduli, and a row for each worker
/// Threads    threads of `executor`, by default the calling thread alone; the result does not depend on them
/// Source     S. Halevi, Y. Polyakov, V. Shoup, CT-RSA 2019; C. Gentry, S. Halevi, N. Smart, CRYPTO 2012, for BGV
class RINGLET_API ModDown {
 public:
  /// Prepares the division by the last `dropped` moduli of ntt.base().
  /// Validity  1 <= dropped < number of moduli; numerator and plaintext_modulus are at least 1; plaintext_modulus has
  ///           no common factor with P
  /// Errors    std::invalid_argument with the value and the rule
  ModDown(const RnsNtt& ntt, std::size_t dropped, const ModDownOptions& options = {});
  /// Prepares the division of coefficients alone, for any coprime moduli.
  ModDown(const RnsBase& base, std::size_t dropped, const ModDownOptions& options = {});

  /// Divides coefficients.
  void on_coefficients(RnsSpan out, RnsView in, Executor* executor = nullptr) const;

  /// Divides evaluations in the bit-reversed order of `Ntt::forward`.
  /// Errors  std::logic_error for a division of coefficients alone
  void on_evaluations(RnsSpan out, RnsView in, Executor* executor = nullptr) const;

  /// Number of moduli that are kept, and the base with all moduli.
  [[nodiscard]] std::size_t kept() const noexcept;
  [[nodiscard]] const RnsBase& base() const noexcept;

 private:
  Shared<const rns::ModDownState> state_;
};

}  // namespace ringlet
