#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arith/modulus.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/types.hpp"
#include "rns/base_conversion_plan.hpp"

/// Constants of operations on several moduli. The caller has checked all arguments.
namespace ringlet::rns {

using Moduli = std::span<const Modulus<std::uint64_t>>;

[[nodiscard]] std::vector<arith::WordModulus> kernel_moduli(Moduli moduli);

/// Returns `factor` >= 1 times the product of `moduli`, as little-endian words without leading zeros.
[[nodiscard]] std::vector<std::uint64_t> product_of(Moduli moduli, std::uint64_t factor = 1);

/// Returns whether x < y, for little-endian integers of any lengths.
[[nodiscard]] inline bool is_less(std::span<const std::uint64_t> x, std::span<const std::uint64_t> y) {
  for (std::size_t i = std::max(x.size(), y.size()); i-- > 0;) {
    const std::uint64_t a = i < x.size() ? x[i] : 0, b = i < y.size() ? y[i] : 0;
    if (a != b) return a < b;
  }
  return false;
}

/// Returns x modulo each of `moduli`.
[[nodiscard]] std::vector<std::uint64_t> reduced(std::uint64_t x, Moduli moduli);

/// Returns x / P modulo each of `moduli`, where P is the product of `divisors`, which are coprime to `moduli`.
[[nodiscard]] std::vector<std::uint64_t> divided_by_product(std::uint64_t x, Moduli moduli, Moduli divisors);

/// Returns a conversion on the active backend.
[[nodiscard]] BaseConversionPlan conversion_of(Moduli from, Moduli to, Lift lift);
/// Returns a conversion on the active backend that is given residues modulo a redundant modulus.
[[nodiscard]] BaseConversionPlan conversion_of(Moduli from, const Modulus<std::uint64_t>& redundant, Moduli to);

/// Returns the conversion of a `Division`. It multiplies the residues of x modulo P, the product of `dropped`, by
/// `factors`, lifts them to d, and yields -t d / P modulo each kept modulus, where t is the plaintext modulus.
[[nodiscard]] BaseConversionPlan conversion_of_division(Moduli dropped, Moduli kept, std::uint64_t plaintext_modulus,
                                                        Lift lift, std::span<const std::uint64_t> factors);

}  // namespace ringlet::rns
