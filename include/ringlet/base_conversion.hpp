// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"

namespace ringlet {

namespace plan {
class BaseConversion;
}

/// From residues modulo the q_i of one base to residues modulo the p_j of another: what OpenFHE calls
/// SwitchCRTBasis, SEAL BaseConverter, Lattigo BasisExtender. Immutable; copies share the constants; any number of
/// threads may use one.
///
/// Source  J. Bajard, J. Eynard, A. Hasan, V. Zucca, SAC 2016, for the approximate conversion; S. Halevi, Y. Polyakov,
///         V. Shoup, CT-RSA 2019, for the multiple of Q that makes it exact, here in fixed point (docs/bounds/dot.md);
///         A. Shenoy, R. Kumaresan, IEEE Transactions on Computers 38, 1989, for the one with a redundant modulus
class RINGLET_API BaseConversion {
 public:
  /// The two bases may have moduli in common.
  /// Errors  std::invalid_argument for a lift that is none
  BaseConversion(const RnsBase& from, const RnsBase& to, Lift lift);

  /// With a redundant modulus m, residues modulo which are one more row of inputs. They tell the multiple of Q without
  /// fractions, so that the conversion is exact for all integers of [-Q (floor(m/2) - L), Q (floor(m/2) - L)], L the
  /// number of moduli in `from`; other residues it takes for an integer of [-Q floor(m/2), Q (floor(m/2) + L)).
  /// Validity  m without a factor in common with the moduli of `from`, which are at most 63
  /// Errors    std::invalid_argument with the value and the rule
  BaseConversion(const RnsBase& from, const Modulus<std::uint64_t>& redundant, const RnsBase& to);

  /// The residues of the lift of `in`.
  ///
  /// Shape      in: a row of n words for each modulus of from(), and one for the redundant modulus, where there is one;
  ///            out: to().size() rows of n words; n >= 1
  /// Input      [0, q_i) in row i
  /// Output     [0, p_j) in row j, the same on every backend. Floor and centred are exact for one modulus, and for
  ///            more of them except for x just where representatives change: floor may take x - Q for x where x >= Q -
  ///            d, centred x for x - Q where Q/2 <= x < Q/2 + d, with d = (2L + 1) 2^-42 Q for L moduli
  /// Aliasing   none: no row of out may overlap one of in
  /// Errors     std::invalid_argument for shapes and overlaps
  /// Threads    those of `executor`, by default the calling one alone; the result does not depend on them
  void operator()(RnsSpan out, RnsView in, Executor* executor = nullptr) const;

  [[nodiscard]] const RnsBase& from() const noexcept { return from_; }
  [[nodiscard]] const RnsBase& to() const noexcept { return to_; }
  /// Centred with a redundant modulus.
  [[nodiscard]] Lift lift() const noexcept { return lift_; }
  /// Rows of inputs.
  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }

  /// Backend and arithmetic, for people.
  [[nodiscard]] std::string describe() const;

 private:
  RnsBase from_;
  RnsBase to_;
  Lift lift_;
  std::size_t rows_;
  std::shared_ptr<const plan::BaseConversion> plan_;
};

}  // namespace ringlet
