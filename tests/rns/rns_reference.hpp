#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <vector>

#include "ringlet/rns_base.hpp"

/// Residues and integers by their definitions, with GMP's integers.
namespace ringlet_test::rns {

using Words = std::vector<std::uint64_t>;
using Rows = std::vector<Words>;

[[nodiscard]] mpz_class big(std::uint64_t x);
[[nodiscard]] mpz_class product(const Words& moduli);
/// Reduces x to [0, q), negative x included.
[[nodiscard]] std::uint64_t residue(const mpz_class& x, std::uint64_t q);

/// Returns the integer to which a lift maps residues.
[[nodiscard]] mpz_class lifted(const Words& residues, const Words& moduli, ringlet::Lift lift);

/// Returns whether x, in [0, Q), is so near to where representatives change that either is allowed: within
/// (2L + floor(L / 512) + 1) 2^-42 of Q, on the side that BaseConversion documents. Never for one modulus.
[[nodiscard]] bool may_be_either(const mpz_class& x, const Words& moduli, ringlet::Lift lift);

/// Returns residues, a row for each modulus, of one integer for each column.
[[nodiscard]] Rows rows_of(const std::vector<mpz_class>& integers, const Words& moduli);

}  // namespace ringlet_test::rns
