#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "multiword/multiword_cases.hpp"
#include "reference/multiword_transform.hpp"
#include "ringlet/multiword_ntt.hpp"

/// Transforms modulo multiword moduli and their expected results.
namespace ringlet_test {

enum class MultiwordKind { cyclic, negacyclic, coset };
inline constexpr MultiwordKind all_multiword_kinds[] = {MultiwordKind::cyclic, MultiwordKind::negacyclic,
                                                        MultiwordKind::coset};
inline constexpr ringlet::Order both_orders[] = {ringlet::Order::natural, ringlet::Order::bit_reversed};

/// Returns an element of order `order`, a power of two, modulo the prime q.
[[nodiscard]] inline mpz_class element_of_order(std::size_t order, const mpz_class& q) {
  for (unsigned long x = 2;; ++x) {
    const mpz_class root = reference::power(x, (q - 1) / mpz_class(static_cast<unsigned long>(order)), q);
    if (reference::power(root, static_cast<unsigned long>(order / 2), q) == q - 1) return root;
  }
}

/// Returns i < n, or i with its bits reversed.
[[nodiscard]] inline std::size_t place_of(std::size_t i, std::size_t n, ringlet::Order order) {
  if (order == ringlet::Order::natural) return i;
  std::size_t reversed = 0;
  for (std::size_t bit = 1; bit < n; bit *= 2) reversed = 2 * reversed + (i / bit) % 2;
  return reversed;
}

/// Returns a prime for which a width has kernels on vectors.
[[nodiscard]] inline mpz_class long_prime(unsigned width) {
  return reference::prime_beside(reference::power_of_two(width - 1), reference::power_of_two(27), true);
}

/// Returns primes that are 1 modulo 2^20 on both sides of each bound where the number of limbs changes,
/// and at both ends of the width.
[[nodiscard]] inline std::vector<mpz_class> limb_primes(unsigned width) {
  const mpz_class step = reference::power_of_two(20);
  std::vector<mpz_class> primes = edge_primes(width, step);
  for (unsigned limbs = 3; limbs <= 10; ++limbs) {
    const mpz_class bound =
        limbs == 5 ? mpz_class(reference::power_of_two(260) / 35) : reference::power_of_two(52 * limbs - 8);
    if (bound < reference::power_of_two(125) || bound > reference::power_of_two(width - 1)) continue;
    primes.push_back(reference::prime_beside(bound, step, true));
    const mpz_class above = reference::prime_beside(bound, step, false);
    if (above < reference::power_of_two(width - 1)) primes.push_back(above);
  }
  return primes;
}

/// A plan and the numbers from which it is made.
template <unsigned width>
struct MultiwordTransform {
  using Number = ringlet::UInt<width>;
  using Numbers = std::vector<Number>;

  MultiwordTransform(std::size_t n, const mpz_class& prime, MultiwordKind kind, ringlet::Order order)
      : MultiwordTransform(n, prime, kind, order,
                           element_of_order(kind == MultiwordKind::negacyclic ? 2 * n : n, prime)) {}

  [[nodiscard]] reference::Integers values_of(const reference::Integers& coefficients) const {
    const reference::Integers natural = reference::values_at_powers(coefficients, first, omega, q);
    reference::Integers values(natural.size());
    for (std::size_t k = 0; k < natural.size(); ++k) values[place_of(k, natural.size(), plan.order())] = natural[k];
    return values;
  }

  mpz_class q, omega, first;
  ringlet::Ntt<Number> plan;

 private:
  MultiwordTransform(std::size_t n, const mpz_class& prime, MultiwordKind kind, ringlet::Order order,
                     const mpz_class& root)
      : q(prime),
        omega(kind == MultiwordKind::negacyclic ? mpz_class(root * root % q) : root),
        first(kind == MultiwordKind::cyclic  ? mpz_class(1)
              : kind == MultiwordKind::coset ? mpz_class(q - 7)
                                             : root),
        plan(n, modulus_of<width>(q), options(kind, order, root)) {}

  [[nodiscard]] ringlet::NttOptions<Number> options(MultiwordKind kind, ringlet::Order order,
                                                    const mpz_class& root) const {
    ringlet::NttOptions<Number> chosen;
    chosen.order = order;
    chosen.ring = kind == MultiwordKind::negacyclic ? ringlet::Ring::negacyclic : ringlet::Ring::cyclic;
    (kind == MultiwordKind::negacyclic ? chosen.psi : chosen.omega) = uint_of<width>(root);
    if (kind == MultiwordKind::coset) chosen.coset = uint_of<width>(first);
    return chosen;
  }
};

template <unsigned width>
[[nodiscard]] std::vector<ringlet::UInt<width>> numbers_of(const reference::Integers& integers) {
  std::vector<ringlet::UInt<width>> numbers;
  for (const mpz_class& x : integers) numbers.push_back(uint_of<width>(x));
  return numbers;
}

}  // namespace ringlet_test
