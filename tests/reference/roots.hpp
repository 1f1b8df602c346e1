#pragma once

#include <cstdint>

/// Roots of unity modulo a prime.
namespace reference {

/// The multiplicative order of x, by multiplying until 1 appears: for small orders.
[[nodiscard]] std::uint64_t multiplicative_order(std::uint64_t x, std::uint64_t q);

/// The smallest x of that order, by trying 1, 2, 3...: for tiny q.
[[nodiscard]] std::uint64_t smallest_root_by_search(std::uint64_t order, std::uint64_t q);

/// The smallest element of that order, a power of two that divides q - 1: the least of the odd powers of any one.
[[nodiscard]] std::uint64_t smallest_root(std::uint64_t order, std::uint64_t q);

}  // namespace reference
