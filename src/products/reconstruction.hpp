#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/registry.hpp"
#include "products/product_primes.hpp"
#include "ringlet/types.hpp"

namespace ringlet::products {

/// Integers from their residues modulo the first primes, in the form of a product's results. Immutable.
class Reconstruction {
 public:
  /// Results modulo m, 1 <= m <= 2^64, or modulo 2^128 for m = 0. Integers are in [0, P), or with `is_signed` in
  /// (-P/2, P/2) up to a part in 2^49, for the product P of the primes.
  Reconstruction(unsigned prime_count, bool is_signed, uint128_t m, const backends::Backend& backend);

  /// Number of words of a result.
  [[nodiscard]] unsigned result_words() const { return is_modular_ ? 1 : 2; }

  /// Makes `count` results of rows of residues, in [0, p_i).
  void run(std::uint64_t* out, const std::uint64_t* const* residues, std::size_t count) const;

 private:
  bool is_modular_;
  kernels::ReconstructionConstants constants_{};
  void (*kernel_)(const kernels::ReconstructionCall&);
};

}  // namespace ringlet::products
