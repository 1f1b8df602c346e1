// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_ntt.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

namespace api {
class ModDownState;
}

/// What a division may be told beyond its moduli.
struct ModDownOptions {
  /// What x is multiplied by before it is divided: t for the scaling of BFV, whose P is the modulus of ciphertexts.
  std::uint64_t numerator = 1;
  /// That of BGV, modulo which P times the result is the numerator times x.
  std::uint64_t plaintext_modulus = 1;
  /// Which of the numbers that are congruent modulo P is subtracted: centred rounds to the nearest integer, floor down
  /// (without a plaintext modulus), and approximate leaves up to as many as there are moduli in P.
  Lift lift = Lift::centred;
};

/// Division by the product P of the last moduli of a base, with rounding, modulo the others: the mod down of key
/// switching, where these are the special moduli, the rescaling of CKKS, where they are the last ones of a level, and
/// the scaling of BFV by t / Q, where they are those of ciphertexts and the others an auxiliary base. It is what
/// OpenFHE calls ApproxModDown and ScaleAndRound and Lattigo ModDown, here exact; SEAL's divide_and_round_q_last for
/// one modulus. Immutable; copies share the constants; any number of threads may use one.
///
/// Both operations make (c x - d) / P of integers x, c the numerator, where d = c x (mod P) lies in [-P/2, P/2): c x /
/// P rounded to the nearest integer. With a plaintext modulus t, d is the product of t and the number in [-P/2, P/2)
/// that is t^-1 c x modulo P, so that P times the result is c x modulo t, too, as BGV wants it. With another lift it is
/// the number in [0, P), as SEAL takes for BGV, or any in [0, K P) for K moduli, in place of the one in [-P/2, P/2).
///
/// Shape      in: a row of n >= 1 words for each modulus of the base, n the transform's for evaluations;
///            out: one for each modulus that is kept
/// Input      [0, q_i) in row i
/// Output     [0, q_i) in row i, the same on every backend. The lift of x modulo P is that of `BaseConversion`,
///            centred: exact for one modulus, and where x mod P is not just at P/2
/// Aliasing   row i of out may be row i of in; no other rows may overlap
/// Errors     std::invalid_argument for shapes and overlaps; values are checked in a checked build only;
///            std::bad_alloc: on evaluations, it works in a row for each modulus that goes, and one for each worker,
///            which it keeps after the first call, and which concurrent calls each have
/// Threads    those of `executor`, by default the calling one alone; the result does not depend on them
/// Source     S. Halevi, Y. Polyakov, V. Shoup, CT-RSA 2019; C. Gentry, S. Halevi, N. Smart, CRYPTO 2012, for BGV
class RINGLET_API ModDown {
 public:
  /// Divides by the last `dropped` moduli of ntt.base().
  /// Validity  1 <= dropped < number of moduli; numerator and plaintext_modulus are at least 1, and the latter has no
  ///           factor in common with P
  /// Errors    std::invalid_argument with the value and the rule
  ModDown(const RnsNtt& ntt, std::size_t dropped, const ModDownOptions& options = {});
  /// The same for coefficients alone, of any coprime moduli.
  ModDown(const RnsBase& base, std::size_t dropped, const ModDownOptions& options = {});

  /// Of coefficients.
  void on_coefficients(RnsSpan out, RnsView in, Executor* executor = nullptr) const;

  /// Of evaluations in the bit-reversed order of `Ntt::forward`.
  /// Errors  std::logic_error for a division of coefficients alone
  void on_evaluations(RnsSpan out, RnsView in, Executor* executor = nullptr) const;

  /// The moduli that are kept, and all.
  [[nodiscard]] std::size_t kept() const noexcept;
  [[nodiscard]] const RnsBase& base() const noexcept;

 private:
  std::shared_ptr<const api::ModDownState> state_;
};

}  // namespace ringlet
