#pragma once

#include <cstddef>

#include "products/product_call.hpp"

namespace ringlet::products {

/// Returns the number of words, 1 to 3, that multiply_by_definition takes for the sum of a result.
[[nodiscard]] unsigned sum_words(const ProductCall& call);

/// Computes a product by its definition.
void multiply_by_definition(const ProductCall& call);

/// Returns whether multiply_by_rows computes a product: modulo 2 <= m < 2^61.
[[nodiscard]] bool has_rows(const ProductCall& call);

/// Computes a product by its definition with the kernels of dot products, whose rows are the operand a, each moved by
/// one element.
void multiply_by_rows(const ProductCall& call);

}  // namespace ringlet::products
