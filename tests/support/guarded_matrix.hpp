#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "ringlet/matrix_ntt.hpp"

namespace ringlet_test {

/// Matrix in an array of its own, `offset` words after the array's begin. Guard words surround each row.
template <class Word>
class GuardedMatrix {
 public:
  GuardedMatrix(std::size_t rows, std::size_t width, std::size_t stride, std::size_t offset)
      : rows_(rows), width_(width), stride_(stride), offset_(offset), words_(offset + rows * stride + 8, guard) {}

  [[nodiscard]] ringlet::MatrixSpan<Word> span() { return {words_.data() + offset_, rows_, width_, stride_}; }
  [[nodiscard]] ringlet::MatrixSpan<const Word> view() const {
    return {words_.data() + offset_, rows_, width_, stride_};
  }
  [[nodiscard]] std::vector<Word> column(std::size_t c) const {
    std::vector<Word> values(rows_);
    for (std::size_t i = 0; i < rows_; ++i) values[i] = words_[offset_ + i * stride_ + c];
    return values;
  }
  void set_column(std::size_t c, const std::vector<Word>& values) {
    for (std::size_t i = 0; i < rows_; ++i) words_[offset_ + i * stride_ + c] = values[i];
  }

  /// Returns whether all words outside the matrix are as they were.
  [[nodiscard]] bool is_intact() const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const bool is_inside = i >= offset_ && (i - offset_) / stride_ < rows_ && (i - offset_) % stride_ < width_;
      if (!is_inside && words_[i] != guard) return false;
    }
    return true;
  }

 private:
  static constexpr Word guard = static_cast<Word>(0xa5a5'5a5a'a5a5'5a5a);

  std::size_t rows_;
  std::size_t width_;
  std::size_t stride_;
  std::size_t offset_;
  std::vector<Word> words_;
};

/// Widths from one column to two vectors of any backend and one column more for few rows, some of them and wider ones
/// for many rows.
[[nodiscard]] inline std::vector<std::size_t> matrix_widths(std::size_t rows, std::size_t random) {
  std::vector<std::size_t> widths;
  if (rows <= 64) {
    for (std::size_t width = 1; width <= 17; ++width) widths.push_back(width);
    widths.push_back(150);
    return widths;
  }
  if (rows <= 4096) return {1 + random % 17, 24 + random % 40};
  return {1 + random % 9};
}

/// Compares all uses of one transform: `transform(out, in)` and `column(values)` on each column. Returns whether all
/// results are right and no other word was written. Strides are the widths, or longer.
template <class Word, class Transform, class OnColumn>
[[nodiscard]] bool transforms_columns(std::size_t rows, std::size_t width, std::size_t random,
                                      const std::vector<std::vector<Word>>& in, const Transform& transform,
                                      const OnColumn& on_column) {
  const std::size_t gap = random % 4 == 0 ? 0 : random % 7;
  GuardedMatrix<Word> from(rows, width, width + gap, random % 8),
      to(rows, width, width + random / 8 % 3, random / 8 % 8);
  for (std::size_t c = 0; c < width; ++c) from.set_column(c, in[c]);
  const GuardedMatrix<Word> before = from;
  transform(to.span(), from.view());
  bool is_right = to.is_intact();
  for (std::size_t c = 0; c < width; ++c) is_right = is_right && from.column(c) == before.column(c);
  transform(from.span(), from.view());
  is_right = is_right && from.is_intact();
  for (std::size_t c = 0; c < width && is_right; ++c) {
    const std::vector<Word> expected = on_column(in[c]);
    is_right = to.column(c) == expected && from.column(c) == expected;
  }
  return is_right;
}

}  // namespace ringlet_test
