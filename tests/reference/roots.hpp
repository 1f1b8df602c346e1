#pragma once

#include <cstdint>

/// Roots of unity modulo a prime.
namespace reference {

/// Returns the multiplicative order of x by multiplying until the product is 1, for small orders.
[[nodiscard]] std::uint64_t multiplicative_order(std::uint64_t x, std::uint64_t q);

/// Returns the smallest x of that order by trying 1, 2, 3, ..., for tiny q.
[[nodiscard]] std::uint64_t smallest_root_by_search(std::uint64_t order, std::uint64_t q);

/// Returns the smallest element of that order, a power of two that divides q - 1: the least odd power of any one.
[[nodiscard]] std::uint64_t smallest_root(std::uint64_t order, std::uint64_t q);

}  // namespace reference
