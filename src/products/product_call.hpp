#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "products/product_primes.hpp"
#include "products/ring.hpp"
#include "ringlet/types.hpp"

namespace ringlet::products {

/// A product of two polynomials whose arguments have been checked: the results number first to last - 1 of the linear
/// convolution.
struct ProductCall {
  /// The longer operand is a.
  Operand a;
  Operand b;
  /// One word for each result, or two words, the low word first, for m = 0.
  std::uint64_t* out;
  std::size_t first;
  std::size_t last;
  /// 1 <= m <= 2^64, or 0 for integers, which fit 128 bits.
  uint128_t m;

  [[nodiscard]] unsigned result_words() const { return m == 0 ? 2 : 1; }
  [[nodiscard]] std::uint64_t* result(std::size_t k) const { return out + (k - first) * result_words(); }
  [[nodiscard]] SumBound bound() const { return {b.count, a.greatest, b.greatest, a.is_signed}; }
};

}  // namespace ringlet::products
