#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// What tests of data independence must find: each function's steps depend on values.
namespace ringlet_test {

/// A branch: subtracts q where a value is not below it.
void reduce_by_branch(std::span<std::uint64_t> values, std::uint64_t q);

/// An address: looks values up in a table of 256 words.
void look_up(std::span<std::uint64_t> values, std::span<const std::uint64_t> table);

/// Time: divides by hand.
void reduce_by_division(std::span<std::uint64_t> values, std::uint64_t q);

/// An access: stores, by a mask, where values are not below q. Only where AVX-512 is.
void store_if_not_below(std::span<std::uint64_t> values, std::uint64_t q);

/// An address of a vector: looks values up, eight at a time. Only where AVX-512 is.
void gather(std::span<std::uint64_t> values, std::span<const std::uint64_t> table);

/// A branch on a vector: stops at the first eight values of which one is not below q. Only where AVX-512 is.
std::size_t count_below(std::span<const std::uint64_t> values, std::uint64_t q);

/// An address that was a lane: looks up the sum of the first and the ninth value. Only where AVX-512 is.
std::uint64_t look_up_a_sum(std::span<const std::uint64_t> values, std::span<const std::uint64_t> table);

}  // namespace ringlet_test
