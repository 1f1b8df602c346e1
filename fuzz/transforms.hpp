#pragma once

#include <bit>

#include "numbers.hpp"
#include "reference/bits.hpp"
#include "reference/multiword_transform.hpp"
#include "ringlet/types.hpp"

/// Transforms by their definition: values of a polynomial at the points first ratio^k, 0 <= k < n.
namespace fuzz {

struct Points {
  std::size_t n;
  mpz_class first, ratio, q;
  ringlet::Order order;

  /// Returns the place of the value at point k.
  [[nodiscard]] std::size_t place(std::size_t k) const {
    const auto bits = static_cast<unsigned>(std::countr_zero(n));
    return order == ringlet::Order::natural ? k : reference::reverse_bits(k, bits);
  }

  [[nodiscard]] mpz_class point(std::size_t k) const {
    return first * reference::power(ratio, static_cast<unsigned long>(k), q) % q;
  }

  [[nodiscard]] Integers values_of(const Integers& coefficients) const {
    const Integers natural = reference::values_at_powers(coefficients, first, ratio, q);
    Integers values(n);
    // A constant is its own value, which is not reduced yet.
    for (std::size_t k = 0; k < n; ++k) values[place(k)] = natural[k] % q;
    return values;
  }

  /// Returns (1/n) first^-j sum_k values_k ratio^(-j k).
  [[nodiscard]] Integers coefficients_of(const Integers& values) const {
    Integers natural(n);
    for (std::size_t k = 0; k < n; ++k) natural[k] = values[place(k)];
    Integers coefficients = reference::values_at_powers(natural, 1, reference::inverse(ratio, q), q);
    mpz_class factor = reference::inverse(static_cast<unsigned long>(n), q);
    const mpz_class step = reference::inverse(first, q);
    for (mpz_class& x : coefficients) {
      x = x * factor % q;
      factor = factor * step % q;
    }
    return coefficients;
  }
};

/// Returns the points of a ring with that root of unity: odd powers of psi, or powers of omega.
[[nodiscard]] inline Points points_of(std::size_t n, ringlet::Ring ring, const mpz_class& root, const mpz_class& q,
                                      ringlet::Order order) {
  if (ring == ringlet::Ring::cyclic) return {n, 1, root, q, order};
  return {n, root, mpz_class(root * root % q), q, order};
}

/// Requires `values`, below factor * q, to be those of the polynomial. For large n, checks only some
/// points, since the oracle is slow.
inline void require_values(Input& input, const Integers& values, const Integers& coefficients, unsigned factor,
                           const Points& points, const std::function<std::string()>& call) {
  constexpr std::size_t most = 512;
  if (points.n <= most) return require_results(values, points.values_of(coefficients), factor, points.q, call);
  for (int i = 0; i < 3; ++i) {
    const std::size_t k = input.up_to(points.n - 1);
    require_results({values[points.place(k)]}, {reference::value_at(coefficients, points.point(k), points.q)}, factor,
                    points.q, [&] { return call() + named("k", k); });
  }
}

/// Returns a power of two: mostly few points, rarely so many that tables are shared.
[[nodiscard]] inline std::size_t points_of_transform(Input& input, unsigned most) {
  const std::uint64_t kind = input.up_to(31);
  return std::size_t{1} << (kind == 31 ? most : 1 + input.up_to(kind < 8 ? 9 : 6));
}

}  // namespace fuzz
