#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arith/modulus.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/types.hpp"
#include "rns/base_conversion_plan.hpp"

/// Constants of operations on several moduli, of arguments that have been checked.
namespace ringlet::api {

using Moduli = std::span<const Modulus<std::uint64_t>>;

[[nodiscard]] std::vector<arith::WordModulus> kernel_moduli(Moduli moduli);

/// x modulo each of `moduli`.
[[nodiscard]] std::vector<std::uint64_t> reduced(std::uint64_t x, Moduli moduli);

/// x / P modulo each of `moduli`, P the product of `divisors`, which are coprime to them.
[[nodiscard]] std::vector<std::uint64_t> divided_by_product(std::uint64_t x, Moduli moduli, Moduli divisors);

/// Conversions on the active backend, and with a redundant modulus residues of which are given.
[[nodiscard]] plan::BaseConversion conversion_of(Moduli from, Moduli to, Lift lift);
[[nodiscard]] plan::BaseConversion conversion_of(Moduli from, const Modulus<std::uint64_t>& redundant, Moduli to);

/// What a division by P, the product of `dropped`, adds to x / P modulo each modulus that is kept: from the residues of
/// x modulo P, which are multiplied by `factors` first, to -t d / P, d their lift, t the plaintext modulus.
[[nodiscard]] plan::BaseConversion conversion_of_division(Moduli dropped, Moduli kept, std::uint64_t plaintext_modulus,
                                                          Lift lift, std::span<const std::uint64_t> factors);

}  // namespace ringlet::api
