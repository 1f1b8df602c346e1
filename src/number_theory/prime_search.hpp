#pragma once

#include <bit>
#include <cstddef>
#include <string>

#include "checks/checks.hpp"
#include "ringlet/number_theory.hpp"

/// Checks of arguments that all searches for NTT primes share.
namespace ringlet::number_theory {

inline void require_prime_search(unsigned bits, unsigned min_bits, unsigned max_bits, std::size_t n, unsigned max_log_n,
                                 PrimeOrder order) {
  if (bits < min_bits || bits > max_bits) {
    checks::reject("bits", bits, "it must lie in [" + std::to_string(min_bits) + ", " + std::to_string(max_bits) + "]");
  }
  checks::require_points(n, 1, std::size_t{1} << max_log_n);
  checks::require_enumerator("order", order, PrimeOrder::smallest_first);
}

/// Throws std::invalid_argument: there are only `found` primes of this kind.
[[noreturn]] inline void reject_prime_count(std::size_t count, std::size_t found, unsigned bits, std::size_t n) {
  const bool one = found == 1;
  checks::reject("count", count,
                 "only " + std::to_string(found) + (one ? " prime of " : " primes of ") + std::to_string(bits) +
                     (one ? " bits is" : " bits are") + " 1 modulo 2n, n = " + std::to_string(n));
}

}  // namespace ringlet::number_theory
