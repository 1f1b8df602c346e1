#include "reference/primes.hpp"

#include <gmpxx.h>

namespace reference {

bool is_prime(std::uint64_t n) {
  // Baillie-PSW is exact below 2^64; further rounds cost nothing here.
  constexpr int rounds = 40;
  return mpz_probab_prime_p(mpz_class(static_cast<unsigned long>(n)).get_mpz_t(), rounds) != 0;
}

std::optional<std::uint64_t> largest_prime_below(std::uint64_t bound, std::uint64_t step) {
  if (bound < 2) return std::nullopt;
  for (std::uint64_t multiple = (bound - 2) / step; multiple > 0; --multiple) {
    if (is_prime(multiple * step + 1)) return multiple * step + 1;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> smallest_prime_above(std::uint64_t bound, std::uint64_t step) {
  constexpr std::uint64_t greatest = ~std::uint64_t{0};
  for (std::uint64_t candidate = bound / step * step + 1;; candidate += step) {
    if (candidate > bound && is_prime(candidate)) return candidate;
    if (candidate > greatest - step) return std::nullopt;
  }
}

}  // namespace reference
