// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/shared.hpp"

namespace ringlet {

namespace rns {
class BaseConversionPlan;
}

/// Conversion of residues modulo the q_i of one base to residues modulo the p_j of another base. OpenFHE calls it
/// SwitchCRTBasis, SEAL BaseConverter, Lattigo BasisExtender. Immutable; copies share the constants; any number of
/// threads may use it at once. Q is the product of the q_i.
///
/// Source  J. Bajard, J. Eynard, A. Hasan, V. Zucca, SAC 2016, for the approximate conversion; S. Halevi, Y. Polyakov,
///         V. Shoup, CT-RSA 2019, for the multiple of Q that makes it exact, here in fixed point (docs/bounds/dot.md);
///         A. Shenoy, R. Kumaresan, IEEE Transactions on Computers 38, 1989, for a redundant modulus
class RINGLET_API BaseConversion {
 public:
  /// Prepares a conversion of the integer that `lift` chooses. The bases may have moduli in common.
  /// Errors  std::invalid_argument for a value of `lift` that is not listed
  BaseConversion(const RnsBase& from, const RnsBase& to, Lift lift);

  /// Prepares an exact conversion with a redundant modulus m. Inputs have one more row, the residues modulo m, from
  /// which the multiple of Q follows without fractions. It is exact for all integers in
  /// [-Q (floor(m/2) - L), Q (floor(m/2) - L)], L the number of moduli in `from`. Residues of other integers are taken
  /// for residues of an integer in [-Q floor(m/2), Q (floor(m/2) + L)).
  /// Validity  m without a common factor with the moduli of `from`
  /// Errors    std::invalid_argument with the value and the rule
  BaseConversion(const RnsBase& from, const Modulus<std::uint64_t>& redundant, const RnsBase& to);

  /// Writes the residues modulo the p_j of the lift of `in`.
  ///
  /// Shape      in: a row of n words for each modulus of from(), then one for the redundant modulus, if there is one;
  ///            out: to().size() rows of n words; n >= 1
  /// Input      [0, q_i) in row i
  /// Output     [0, p_j) in row j, the same on every backend. Lifts floor and centred are exact for one modulus. For L
  ///            moduli they may choose the neighbouring representative where x is within d = 3L 2^-42 Q of a
  ///            boundary: floor may take x - Q where x >= Q - d, centred x for x - Q where Q/2 <= x < Q/2 + d.
  /// Aliasing   none: no row of out may overlap a row of in
  /// Errors     std::invalid_argument for shapes and overlaps
  /// Threads    threads of `executor`, by default the calling thread alone; the result does not depend on them
  void operator()(RnsSpan out, RnsView in, Executor* executor = nullptr) const;

  [[nodiscard]] const RnsBase& from() const noexcept { return from_; }
  [[nodiscard]] const RnsBase& to() const noexcept { return to_; }
  /// Integer that residues stand for; Lift::centred with a redundant modulus.
  [[nodiscard]] Lift lift() const noexcept { return lift_; }
  /// Number of rows in inputs, including the row of the redundant modulus.
  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }

  /// Backend and arithmetic, for people to read.
  [[nodiscard]] std::string describe() const;

 private:
  RnsBase from_;
  RnsBase to_;
  Lift lift_;
  std::size_t rows_;
  Shared<const rns::BaseConversionPlan> plan_;
};

}  // namespace ringlet
