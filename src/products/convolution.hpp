#pragma once

#include "products/product_call.hpp"
#include "ringlet/executor.hpp"

namespace ringlet::products {

/// A way to compute a product.
struct Method {
  enum class Kind {
    definition,  ///< sums of products of words
    rows,        ///< sums of products in vectors, 2 <= m < 2^61
    whole,       ///< one product in a ring of at least as many points as there are results
    wrapped,     ///< modulo X^n + 1, n = 2^log_n less than the number of results; the last by their definition
    blocks,      ///< overlap-save: products in a ring of 2^log_n points, more than b has elements
  };
  Kind kind;
  unsigned log_n = 0;
};

/// Returns the method that is fastest for the lengths and magnitudes of a product. At least one operand fits half of
/// the largest ring of 2^k points, or the whole product fits a ring.
[[nodiscard]] Method choose_method(const ProductCall& call);
void multiply_by(const Method& method, const ProductCall& call, Executor& executor);

/// Computes a product by the fastest method, or as a sum of products if operands are too long.
void multiply(const ProductCall& call, Executor& executor);

/// Returns whether multiply_in_ring takes less time than the linear convolution.
[[nodiscard]] bool gains_from_ring(const ProductCall& call, unsigned log_n, Ring ring);

/// Computes the product modulo X^n + 1 or X^n - 1 in a ring of n = 2^log_n points, 1 <= log_n <= max_log_size. The call
/// asks for results 0 to n - 1; operands have at most n elements.
void multiply_in_ring(const ProductCall& call, unsigned log_n, Ring ring, Executor& executor);

}  // namespace ringlet::products
