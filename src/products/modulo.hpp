#pragma once

#include <cstddef>
#include <cstdint>

#include "ringlet/types.hpp"

/// Sums and differences of results of products: modulo m, 1 <= m <= 2^64, or modulo 2^128 for m = 0.
namespace ringlet::products {

/// Computes out = out + in or out = out - in for `count` results.
void add_results(std::uint64_t* out, const std::uint64_t* in, std::size_t count, uint128_t m);
void subtract_results(std::uint64_t* out, const std::uint64_t* in, std::size_t count, uint128_t m);

}  // namespace ringlet::products
