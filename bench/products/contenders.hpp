#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bench::products {

using Words = std::vector<std::uint64_t>;

/// A product of two polynomials modulo m, or of two integers in limbs for m = 0.
struct Problem {
  std::uint64_t m;
  Words a, b;
};

/// Computation of a product, with its own memory.
struct Run {
  /// Empty if a library has no such product.
  std::function<void()> run = {};
  /// Returns the coefficients or the limbs of the last result.
  std::function<Words()> results = {};
};

struct Contender {
  std::string name;
  std::function<Run(const Problem&)> prepare;
};

[[nodiscard]] Contender ours();

/// Returns the peers that were found when this program was built.
[[nodiscard]] std::vector<Contender> peers();
/// Returns the names of the other peers, with a hint.
[[nodiscard]] std::vector<std::string> absent_peers();

/// Returns GMP's product of integers, and of polynomials by one product of integers (Kronecker substitution).
[[nodiscard]] Contender gmp();
/// Returns FLINT's nmod_poly_mul and flint_mpn_mul.
[[nodiscard]] Contender flint();
/// Returns NTL's zz_pX, for m below 2^60.
[[nodiscard]] Contender ntl();

}  // namespace bench::products
