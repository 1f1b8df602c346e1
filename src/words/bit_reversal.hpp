#pragma once

#include <algorithm>
#include <cstddef>

#include "arith/bit_reversal.hpp"

/// Permutation of an array between the orders of evaluations.
namespace ringlet::words {

/// Moves the values in square tiles, so that it reads and writes runs of 2^side_log words. An index has side_log bits
/// for the row, bits for the tile, and side_log bits for the column. The tile whose number has its bits reversed gets
/// the transposed tile, with its rows and columns reordered.
///
/// Validity  log_n >= 2 side_log
template <unsigned side_log, class Word>
void reverse_tiles(Word* out, const Word* in, unsigned log_n) {
  constexpr std::size_t side = std::size_t{1} << side_log;
  const std::size_t row_step = std::size_t{1} << (log_n - side_log);
  const unsigned count_log = log_n - 2 * side_log;
  alignas(64) Word first[side * side], second[side * side];
  const auto read = [=](Word* tile, std::size_t number) {
    for (std::size_t row = 0; row < side; ++row) {
      const Word* const from = in + arith::reverse_bits(row, side_log) * row_step + number * side;
      for (std::size_t column = 0; column < side; ++column) {
        tile[arith::reverse_bits(column, side_log) * side + row] = from[column];
      }
    }
  };
  const auto write = [=](std::size_t number, const Word* tile) {
    for (std::size_t row = 0; row < side; ++row) {
      std::copy_n(tile + row * side, side, out + row * row_step + number * side);
    }
  };
  for (std::size_t i = 0; i >> count_log == 0; ++i) {
    const std::size_t j = arith::reverse_bits(i, count_log);
    if (j < i) continue;
    read(first, i);
    if (j != i) {
      read(second, j);
      write(i, second);
    }
    write(j, first);
  }
}

/// Writes each value to the index with its bits reversed, which converts between bit-reversed and natural order.
///
/// Shape     2^log_n words each
/// Aliasing  out may equal in; a partial overlap is an error
template <class Word>
void reverse_order(Word* out, const Word* in, unsigned log_n) {
  constexpr unsigned side_log = sizeof(Word) > 8 ? 3 : 4;
  if (log_n < 2 * side_log) return reverse_tiles<0>(out, in, log_n);
  reverse_tiles<side_log>(out, in, log_n);
}

}  // namespace ringlet::words
