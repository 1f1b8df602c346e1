#pragma once

#include <algorithm>
#include <cstddef>

#include "arith/modulus.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/map.hpp"

namespace ringlet::words {

/// Computes n values out = a b + c of plain numbers in [0, f q), tile by tile in a first-level cache.
template <class Word>
void multiply_and_add(Word* out, const Word* a, const Word* b, const Word* c, std::size_t n,
                      const kernels::BasicEltwiseKernels<Word>& kernels, const arith::ModulusFor<Word>& q, unsigned f) {
  constexpr std::size_t tile = kernels::words_per_tile;
  alignas(64) Word products[tile];
  for (std::size_t i = 0; i < n; i += tile) {
    const std::size_t count = std::min(tile, n - i);
    kernels.mul(products, a + i, b + i, count, q, f);
    if (f == 1) {
      kernels.add(out + i, products, c + i, count, q);
    } else {
      kernels.axpy(out + i, products, 1, c + i, count, q, f);
    }
  }
}

}  // namespace ringlet::words
