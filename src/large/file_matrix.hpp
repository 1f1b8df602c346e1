#pragma once

#include <algorithm>
#include <cstddef>

namespace ringlet::large {

/// Layout of a matrix in a file: tile after tile, each of them row by row. All tiles of the same columns follow each
/// other, or, if `is_by_rows` is set, all tiles of the same rows.
struct FileMatrix {
  std::size_t height;
  std::size_t width;
  std::size_t tile_rows;
  std::size_t tile_columns;
  bool is_by_rows;

  /// Returns the layout of a single tile, which is row by row.
  static FileMatrix rows(std::size_t height, std::size_t width) { return {height, width, height, width, true}; }

  [[nodiscard]] std::size_t offset(std::size_t row, std::size_t column) const {
    const std::size_t left = column / tile_columns * tile_columns, columns = std::min(tile_columns, width - left);
    if (!is_by_rows) return left * height + row * columns + (column - left);
    const std::size_t top = row / tile_rows * tile_rows, rows = std::min(tile_rows, height - top);
    return top * width + left * rows + (row - top) * columns + (column - left);
  }

  /// Calls work(row, rows, offset) for runs of the rows [begin, end). A run is as many rows as possible whose `count`
  /// numbers from column `first` on are one piece of the file, at `offset`.
  template <class Work>
  void each_run(std::size_t begin, std::size_t end, std::size_t first, std::size_t count, const Work& work) const {
    for (std::size_t row = begin; row < end;) {
      const std::size_t at = offset(row, first);
      std::size_t rows = 1;
      while (row + rows < end && offset(row + rows, first) == at + rows * count) ++rows;
      work(row, rows, at);
      row += rows;
    }
  }
};

}  // namespace ringlet::large
