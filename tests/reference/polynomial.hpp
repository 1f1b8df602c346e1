#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Arithmetic in Z_q[X] by the definitions.
namespace reference {

/// Ring: X^n = -1 or X^n = +1.
enum class Wrap { negacyclic, cyclic };

/// Returns the schoolbook product in Z_q[X]/(X^n + 1) or Z_q[X]/(X^n - 1).
[[nodiscard]] std::vector<std::uint64_t> product(std::span<const std::uint64_t> x, std::span<const std::uint64_t> y,
                                                 std::uint64_t q, Wrap wrap);

/// Returns sum_j a[j] point^j mod q.
[[nodiscard]] std::uint64_t evaluate(std::span<const std::uint64_t> a, std::uint64_t point, std::uint64_t q);

}  // namespace reference
