#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ringlet/types.hpp"

/// The primes modulo which products of integers are computed.
namespace ringlet::products {

inline constexpr unsigned max_primes = 4;

/// The four largest primes below 2^50 with roots of unity of order 2^25, ascending.
inline constexpr std::array<std::uint64_t, max_primes> primes{1125897625141249U, 1125898195566593U, 1125899302862849U,
                                                              1125899437080577U};

/// Greatest log2 of a transform's size modulo these primes.
inline constexpr unsigned max_log_size = 24;

/// Bound of the magnitudes of sums of products: `terms` products of numbers up to a and b in magnitude.
struct SumBound {
  std::uint64_t terms;
  std::uint64_t a;
  std::uint64_t b;
  /// Whether sums may be negative.
  bool is_signed;

  /// Returns whether all sums are at most `most`.
  [[nodiscard]] bool fits(uint128_t most) const { return uint128_t{a} * b <= most / terms; }
  /// Returns whether residues modulo the first `count` primes determine each sum.
  [[nodiscard]] bool fits_primes(unsigned count) const;
  /// Returns the least number of primes that determine each sum. Input: terms < 2^40.
  [[nodiscard]] unsigned prime_count() const;
};

}  // namespace ringlet::products
