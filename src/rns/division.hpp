#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plan/eltwise.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/rns_span.hpp"
#include "rns/base_conversion_plan.hpp"
#include "rns/constants.hpp"

namespace ringlet::api {

/// Of a division by P, the product of some moduli, modulo others: the constants, and the step that follows a lift of
/// residues modulo P. Arguments have been checked.
class Division {
 public:
  Division(Moduli kept, Moduli dropped, const ModDownOptions& options);

  [[nodiscard]] std::size_t kept() const { return kept_.size(); }
  /// From P to what is added modulo the moduli that are kept.
  [[nodiscard]] const plan::BaseConversion& conversion() const { return conversion_; }

  /// out = c in / P + what the conversion has made, `count` values modulo q_j, c the numerator.
  void combine(std::uint64_t* out, const std::uint64_t* in, const std::uint64_t* converted, std::size_t count,
               std::size_t j) const {
    kept_[j].axpy(out, in, factors_[j], converted, count);
  }

  /// A rectangle of coefficients: values from `at` on of the rows.
  template <class Span>
  struct Piece {
    Span rows;
    std::size_t at;
  };
  /// The quotients of `count` coefficients, at most plan::BaseConversion::longest_tile, of which the conversion has
  /// prepared `lifted`. `in` may have more rows than are kept.
  void divide(const Piece<RnsSpan>& out, const Piece<RnsView>& in, const std::uint64_t* lifted, std::size_t stride,
              std::size_t count) const;

 private:
  /// Modulo q_j.
  std::vector<plan::Eltwise<std::uint64_t>> kept_;
  /// c / P modulo q_j.
  std::vector<std::uint64_t> factors_;
  plan::BaseConversion conversion_;
};

}  // namespace ringlet::api
