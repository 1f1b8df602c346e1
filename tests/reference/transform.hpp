#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/polynomial.hpp"

/// Transforms by their definitions, one output at a time. r is the bit reversal of log2(n) bits.
namespace reference {

struct Transform {
  Wrap wrap;
  std::uint64_t q;
  /// psi, a primitive 2n-th root of unity, for the negacyclic ring; omega, a primitive n-th one, for the cyclic ring.
  std::uint64_t root;
};

/// Returns forward(a)[index]: with index = r(k), sum_j a[j] psi^((2k+1) j) or sum_j a[j] omega^(k j).
[[nodiscard]] std::uint64_t forward_at(std::span<const std::uint64_t> a, std::size_t index, const Transform& transform);

/// Returns inverse(a)[index]: with j = index, (1/n) psi^-j sum_k a[r(k)] psi^(-2 k j) or
/// (1/n) sum_k a[r(k)] omega^(-k j).
[[nodiscard]] std::uint64_t inverse_at(std::span<const std::uint64_t> a, std::size_t index, const Transform& transform);

/// Returns sum_k z^k forward(a)[r(k)] from the input alone. A wrong output changes it, except with probability n/q over
/// a random z. z^n must not be 1.
[[nodiscard]] std::uint64_t forward_checksum(std::span<const std::uint64_t> a, std::uint64_t z,
                                             const Transform& transform);

/// Returns the same sum from the outputs.
[[nodiscard]] std::uint64_t output_checksum(std::span<const std::uint64_t> out, std::uint64_t z, std::uint64_t q);

}  // namespace reference
