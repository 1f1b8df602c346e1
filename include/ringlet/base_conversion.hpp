#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
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
///         V. Shoup, CT-RSA 2019, for the multiple of Q that makes it exact, here in fixed point (docs/bounds.md)
class RINGLET_API BaseConversion {
 public:
  /// The two bases may have moduli in common.
  /// Errors  std::invalid_argument for a lift that is none
  BaseConversion(const RnsBase& from, const RnsBase& to, Lift lift);

  /// The residues of the lift of `in`.
  ///
  /// Shape      in: from().size() rows of n words, out: to().size() rows of n words, n >= 1
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
  [[nodiscard]] Lift lift() const noexcept { return lift_; }

  /// Backend and arithmetic, for people.
  [[nodiscard]] std::string describe() const;

 private:
  RnsBase from_;
  RnsBase to_;
  Lift lift_;
  std::shared_ptr<const plan::BaseConversion> plan_;
};

}  // namespace ringlet
