#pragma once

#include <cstdint>
#include <optional>

namespace reference {

/// Tests primality by GMP (its Baillie-PSW test is exact for 64 bits).
[[nodiscard]] bool is_prime(std::uint64_t n);

/// Returns the largest prime q < bound, or the smallest prime q > bound, with q = 1 (mod step).
[[nodiscard]] std::optional<std::uint64_t> largest_prime_below(std::uint64_t bound, std::uint64_t step);
[[nodiscard]] std::optional<std::uint64_t> smallest_prime_above(std::uint64_t bound, std::uint64_t step);

}  // namespace reference
