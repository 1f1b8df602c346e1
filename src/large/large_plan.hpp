#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "large/arrays.hpp"
#include "large/columns.hpp"
#include "large/factors.hpp"
#include "memory/scratch.hpp"
#include "ringlet/large_ntt.hpp"
#include "ringlet/multiword_ntt.hpp"
#include "ringlet/ntt.hpp"

namespace ringlet::large {

/// Implementation of `LargeNtt`. The caller has checked all arguments.
template <class Word>
class LargePlan {
 public:
  LargePlan(const Modulus<Word>& q, Ring ring, const Word& root, LargeOrder order, std::size_t height,
            std::size_t width);
  LargePlan(const LargePlan&) = delete;
  LargePlan& operator=(const LargePlan&) = delete;
  ~LargePlan() = default;

  using Direction = twiddles::Direction;

  void run(Direction direction, LargeTransport<Word>& transport) const;
  /// Transforms arrays of n numbers, which are the same or separate.
  void run(Direction direction, Word* out, const Word* in, Executor& executor) const;

  [[nodiscard]] std::size_t size() const { return height_ * width_; }
  [[nodiscard]] std::size_t height() const { return height_; }
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] const Modulus<Word>& modulus() const { return modulus_; }
  [[nodiscard]] Ring ring() const { return ring_; }
  [[nodiscard]] LargeOrder order() const { return order_; }
  [[nodiscard]] const Word& root() const { return root_; }
  [[nodiscard]] std::size_t table_bytes() const;
  [[nodiscard]] std::string describe() const;

 private:
  /// Returns the inverse of a factor from its multiplicative order.
  [[nodiscard]] Word inverse_of(const Word& factor, std::size_t order) const {
    return power(numbers_, factor, order - 1);
  }
  [[nodiscard]] LargePass pass_of_columns(std::string_view name) const;
  [[nodiscard]] LargePass pass_of_rows(std::string_view name) const;
  [[nodiscard]] std::string text(Direction direction) const;
  void transform_columns(Direction direction, Word* values, std::size_t first, std::size_t count, Word* factors) const;
  void transform_rows(Direction direction, Word* values, std::size_t count) const;
  void run_on(Direction direction, const LargeArrays::Arrays& arrays, Executor& executor) const;
  void run_in_rows(Direction direction, Word* out, const Word* in, Executor& executor) const;

  Modulus<Word> modulus_;
  Ring ring_;
  LargeOrder order_;
  std::size_t height_;
  std::size_t width_;
  Word root_;
  LargeNumbers<Word> numbers_;
  /// Ratio of the factors of neighbouring columns in row 0, as a factor.
  Word first_;
  /// Quotient of this ratio in a row and in the row before, as a factor.
  Word omega_;
  Ntt<Word> columns_;
  Ntt<Word> rows_;
  LargeFactors<Word> factors_;
  LargeFactors<Word> inverse_factors_;
  /// Pass of columns for arrays in memory in bit-reversed order, if the backend has kernels for the shape.
  std::optional<LargeColumns> columns_in_rows_;
  mutable memory::Scratch between_;
};

}  // namespace ringlet::large
