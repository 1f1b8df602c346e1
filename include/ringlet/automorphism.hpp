// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

namespace plan {
class Automorphism;
}

/// The automorphism X -> X^g of Z_q[X]/(X^n + 1), for rows of residues: what SEAL calls a Galois automorphism, by which
/// schemes rotate slots. Immutable; copies share the table, which has a word of 32 bits for each vector and serves all
/// moduli; any number of threads may use one. It keeps the backend that was active when it was made.
///
/// All operations:
/// Shape     as many rows of n words in out as in `in`: one for each modulus of the base, or of a prefix of it
/// Aliasing  none: no row of out may overlap one of in
/// Threads   those of `executor`, by default the calling one alone, a row each; the result does not depend on them
/// Errors    std::invalid_argument for shapes and overlaps; values are checked in a checked build only
/// Source    C. Gentry, S. Halevi, N. Smart, CRYPTO 2012, appendix D, for the use; the order of evaluations is that of
///           `Ntt::forward`
class RINGLET_API Automorphism {
 public:
  /// Validity  n a power of two, 2 <= n <= 2^24; g odd, 1 <= g < 2n
  /// Errors    std::invalid_argument with the value and the rule
  Automorphism(std::size_t n, std::uint64_t g);

  /// out(X) = in(X^g), coefficients in natural order: coefficient i goes to place g i modulo n, with the sign of
  /// X^(g i).
  /// Input     [0, q_i) in row i
  /// Output    [0, q_i) in row i
  void on_coefficients(RnsSpan out, RnsView in, const RnsBase& base, Executor* executor = nullptr) const;

  /// The same of evaluations, in the bit-reversed order of `Ntt::forward`: a permutation, the same for all moduli.
  /// Input     any words
  void on_evaluations(RnsSpan out, RnsView in, Executor* executor = nullptr) const;

  /// out += the image of in, evaluations.
  /// Input     out, in: [0, q_i) in row i
  /// Output    [0, q_i) in row i
  void add_on_evaluations(RnsSpan out, RnsView in, const RnsBase& base, Executor* executor = nullptr) const;

  [[nodiscard]] std::size_t size() const noexcept;
  /// g.
  [[nodiscard]] std::uint64_t exponent() const noexcept;
  /// The backend, for people.
  [[nodiscard]] std::string describe() const;

 private:
  std::shared_ptr<const plan::Automorphism> plan_;
};

}  // namespace ringlet
