#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arith/codec.hpp"
#include "arith/modulus.hpp"
#include "kernels/eltwise_table.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/rns_span.hpp"
#include "rns/base_conversion_plan.hpp"
#include "rns/constants.hpp"
#include "words/eltwise.hpp"

namespace ringlet::rns {

/// Division by P, the product of the dropped moduli, modulo each kept modulus q_j ("mod down"). Computes, for a
/// numerator c and a plaintext modulus t,
///
///     out = (c x - t d) / P        d = lift of (c / t) x modulo P
///
/// The conversion takes the dropped rows of x to -t d / P modulo q_j, and `combine` adds c x / P. The caller has
/// checked all arguments.
class Division {
 public:
  Division(Moduli kept, Moduli dropped, const ModDownOptions& options);

  [[nodiscard]] std::size_t kept() const { return kept_.size(); }
  /// Conversion from the residues of x modulo P to -t d / P modulo the kept moduli.
  [[nodiscard]] const BaseConversionPlan& conversion() const { return conversion_; }

  /// Computes out = c in / P + converted for `count` values modulo q_j. `converted` comes from the conversion.
  void combine(std::uint64_t* out, const std::uint64_t* in, const std::uint64_t* converted, std::size_t count,
               std::size_t j) const {
    kept_[j].axpy(out, in, factors_[j], converted, count);
  }

  /// Returns the constant s for which `subtract` takes the evaluations of the conversion's row plus s, in [0, 4 q_j).
  /// Empty if `combine` must do the division.
  [[nodiscard]] std::optional<std::uint64_t> lazy_summand(std::size_t j) const {
    return has_equal_factors_ ? conversion_.lazy_summand(j) : std::nullopt;
  }
  /// Computes out = (in - lifted) c / P for `count` values modulo q_j.
  void subtract(std::uint64_t* out, const std::uint64_t* in, const std::uint64_t* lifted, std::size_t count,
                std::size_t j) const {
    differences_[j](out, in, lifted, count);
  }

  /// Coefficients of all rows from `at` on.
  template <class Span>
  struct Piece {
    Span rows;
    std::size_t at;
  };
  /// Divides `count` coefficients, at most BaseConversionPlan::longest_tile. `lifted` holds the rows that the
  /// conversion has prepared from them. `in` may have more rows than there are kept moduli.
  void divide(const Piece<RnsSpan>& out, const Piece<RnsView>& in, const std::uint64_t* lifted, std::size_t stride,
              std::size_t count) const;

 private:
  using Kernels = kernels::EltwiseKernels;

  /// Scales differences modulo q_j by the quotient that `combine` multiplies by.
  struct Difference {
    void operator()(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, std::size_t count) const;

    arith::WordModulus modulus;
    decltype(Kernels::scale_difference) scale;
    std::array<std::uint64_t, arith::max_twiddle_words> multiplicand = {};
  };

  /// Element-wise operations modulo q_j.
  std::vector<words::Eltwise<std::uint64_t>> kept_;
  /// c / P modulo q_j.
  std::vector<std::uint64_t> factors_;
  std::vector<Difference> differences_;
  /// Whether the numerator is the plaintext modulus, so that x and the lift have the same factor.
  bool has_equal_factors_;
  BaseConversionPlan conversion_;
};

}  // namespace ringlet::rns
