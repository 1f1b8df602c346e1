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
/// x mod q in [0, q), also of a negative x.
[[nodiscard]] std::uint64_t residue(const mpz_class& x, std::uint64_t q);

/// The integer that a lift makes of residues.
[[nodiscard]] mpz_class lifted(const Words& residues, const Words& moduli, ringlet::Lift lift);

/// Whether x, in [0, Q), is so near to where representatives change that either may be taken: (2L + 1) / 2^42 of Q, on
/// the side that the documentation of BaseConversion names; never of one modulus.
[[nodiscard]] bool may_be_either(const mpz_class& x, const Words& moduli, ringlet::Lift lift);

/// Residues, a row for each modulus, of one integer for each column.
[[nodiscard]] Rows rows_of(const std::vector<mpz_class>& integers, const Words& moduli);

}  // namespace ringlet_test::rns
