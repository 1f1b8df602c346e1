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

/// Divides by P, the product of the dropped moduli, modulo the kept ones. Holds the constants and does the step that
/// follows the lift of the residues modulo P. The caller has checked all arguments.
class Division {
 public:
  Division(Moduli kept, Moduli dropped, const ModDownOptions& options);

  [[nodiscard]] std::size_t kept() const { return kept_.size(); }
  /// Conversion from residues modulo P to the terms that are added modulo the kept moduli.
  [[nodiscard]] const plan::BaseConversion& conversion() const { return conversion_; }

  /// Computes out = c in / P + converted for `count` values modulo q_j, where c is the numerator and `converted` comes
  /// from the conversion.
  void combine(std::uint64_t* out, const std::uint64_t* in, const std::uint64_t* converted, std::size_t count,
               std::size_t j) const {
    kept_[j].axpy(out, in, factors_[j], converted, count);
  }

  /// Coefficients of all rows from `at` on.
  template <class Span>
  struct Piece {
    Span rows;
    std::size_t at;
  };
  /// Divides `count` coefficients, at most plan::BaseConversion::longest_tile. `lifted` holds the rows that the
  /// conversion has prepared from them. `in` may have more rows than there are kept moduli.
  void divide(const Piece<RnsSpan>& out, const Piece<RnsView>& in, const std::uint64_t* lifted, std::size_t stride,
              std::size_t count) const;

 private:
  /// Element-wise operations modulo q_j.
  std::vector<plan::Eltwise<std::uint64_t>> kept_;
  /// c / P modulo q_j.
  std::vector<std::uint64_t> factors_;
  plan::BaseConversion conversion_;
};

}  // namespace ringlet::api
