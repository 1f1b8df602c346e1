#pragma once

#include "products/product_call.hpp"
#include "products/ring.hpp"

/// Estimates of the times of the methods on the active backend, from which `choose_method` chooses.
namespace ringlet::products {

/// Return times in nanoseconds: of multiply_by_definition, of multiply_by_rows, and of a product by transforms modulo
/// `prime_count` primes, in `blocks` blocks of a ring of `points` points.
[[nodiscard]] double definition_time(const ProductCall& call);
[[nodiscard]] double rows_time(const ProductCall& call);
[[nodiscard]] double ring_time(unsigned prime_count, std::size_t points, double blocks);

}  // namespace ringlet::products
