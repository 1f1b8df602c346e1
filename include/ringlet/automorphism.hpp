// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/shared.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

namespace rns {
class AutomorphismPlan;
}

/// Automorphism X -> X^g of Z_q[X]/(X^n + 1) on rows of residues; SEAL calls it a Galois automorphism. Schemes rotate
/// slots with it. Immutable; any number of threads may use it at once. Copies share the table, which has a 32-bit word
/// for each SIMD vector of a row and is the same for all moduli. It keeps the backend that was active when it was made.
///
/// All operations:
/// Shape     out, in: the same number of rows of n words, a row for each modulus of the base or of a prefix of it
/// Aliasing  none: no row of out may overlap a row of in
/// Threads   threads of `executor`, one task a row; by default the calling thread alone. The result does not depend on
///           them.
/// Errors    std::invalid_argument for shapes and overlaps; values are checked in a checked build only
/// Source    C. Gentry, S. Halevi, N. Smart, CRYPTO 2012, appendix D, for the use; the order of evaluations is that of
///           `Ntt::forward`
class RINGLET_API Automorphism {
 public:
  /// Makes the table of X -> X^g.
  /// Validity  n a power of two, 2 <= n <= 2^24; g odd, 1 <= g < 2n
  /// Errors    std::invalid_argument with the value and the rule
  Automorphism(std::size_t n, std::uint64_t g);

  /// Computes out(X) = in(X^g) from coefficients in natural order. Coefficient i goes to place g i mod n. Its sign
  /// changes where X^(g i) = -X^(g i mod n) in the ring.
  /// Input     [0, q_i) in row i
  /// Output    [0, q_i) in row i
  void on_coefficients(RnsSpan out, RnsView in, const RnsBase& base, Executor* executor = nullptr) const;

  /// Computes the evaluations of in(X^g) from the evaluations of in, both in the bit-reversed order of `Ntt::forward`.
  /// This permutes each row, in the same way for all moduli.
  /// Input     any words
  void on_evaluations(RnsSpan out, RnsView in, Executor* executor = nullptr) const;

  /// Adds to out the evaluations of in(X^g), from the evaluations of in.
  /// Input     out, in: [0, q_i) in row i
  /// Output    [0, q_i) in row i
  void add_on_evaluations(RnsSpan out, RnsView in, const RnsBase& base, Executor* executor = nullptr) const;

  [[nodiscard]] std::size_t size() const noexcept;
  /// Exponent g.
  [[nodiscard]] std::uint64_t exponent() const noexcept;
  /// Name of the backend, for people to read.
  [[nodiscard]] std::string describe() const;

 private:
  friend class KeySwitch;
  Shared<const rns::AutomorphismPlan> plan_;
};

}  // namespace ringlet
