#pragma once

#include <cstddef>

#include "products/product_call.hpp"

namespace ringlet::products {

/// Computes a product by its definition.
void multiply_by_definition(const ProductCall& call);

/// Returns the time of multiply_by_definition in units of 0.1 ns.
[[nodiscard]] double definition_time(const ProductCall& call);

}  // namespace ringlet::products
