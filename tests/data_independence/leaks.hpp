#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// Functions whose steps depend on values. Tests of data independence must detect each.
namespace ringlet_test {

/// Leaks by a branch: subtracts q from each value that is not below it.
void reduce_by_branch(std::span<std::uint64_t> values, std::uint64_t q);

/// Leaks by an address: looks values up in a table of 256 words.
void look_up(std::span<std::uint64_t> values, std::span<const std::uint64_t> table);

/// Leaks by time: reduces by a division.
void reduce_by_division(std::span<std::uint64_t> values, std::uint64_t q);

/// Leaks by an access: stores through a mask of the values that are not below q. Requires AVX-512.
void store_if_not_below(std::span<std::uint64_t> values, std::uint64_t q);

/// Leaks by a vector of addresses: looks values up, eight at a time. Requires AVX-512.
void gather(std::span<std::uint64_t> values, std::span<const std::uint64_t> table);

/// Leaks by a branch on a vector: stops at the first eight values with one that is not below q. Requires AVX-512.
std::size_t count_below(std::span<const std::uint64_t> values, std::uint64_t q);

/// Leaks by an address from a lane: looks up the sum of the first and the ninth value. Requires AVX-512.
std::uint64_t look_up_a_sum(std::span<const std::uint64_t> values, std::span<const std::uint64_t> table);

}  // namespace ringlet_test
