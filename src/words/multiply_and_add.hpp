#pragma once

#include <algorithm>
#include <cstddef>

#include "arith/modulus.hpp"
#include "kernels/eltwise_table.hpp"

namespace ringlet::words {

/// Computes n products tile by tile in a first-level cache. multiply(products, i, count) writes the products of a tile
/// from value i on, and combine(products, i, count) uses them.
template <class Word, class Multiply, class Combine>
void combine_products(std::size_t n, const Multiply& multiply, const Combine& combine) {
  constexpr std::size_t tile = kernels::words_per_tile;
  alignas(64) Word products[tile];
  for (std::size_t i = 0; i < n; i += tile) {
    const std::size_t count = std::min(tile, n - i);
    multiply(products, i, count);
    combine(products, i, count);
  }
}

/// Computes n values out = a b + c of plain numbers in [0, f q).
template <class Word>
void multiply_and_add(Word* out, const Word* a, const Word* b, const Word* c, std::size_t n,
                      const kernels::BasicEltwiseKernels<Word>& kernels, const arith::ModulusFor<Word>& q, unsigned f) {
  const auto multiply = [&](Word* products, std::size_t i, std::size_t count) {
    kernels.mul(products, a + i, b + i, count, q, f);
  };
  const auto add = [&](const Word* products, std::size_t i, std::size_t count) {
    if (f == 1) {
      kernels.add(out + i, products, c + i, count, q);
    } else {
      kernels.axpy(out + i, products, 1, c + i, count, q, f);
    }
  };
  combine_products<Word>(n, multiply, add);
}

}  // namespace ringlet::words
