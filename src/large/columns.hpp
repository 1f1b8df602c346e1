#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "arith/word_traits.hpp"
#include "backends/registry.hpp"
#include "large/factors.hpp"
#include "memory/huge_block.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/types.hpp"
#include "words/ntt_columns.hpp"

namespace ringlet::large {

/// Whether transforms of these numbers may work on columns without copying them into lines.
template <class Number>
inline constexpr bool may_keep_rows = requires { requires arith::WordTraits<Number>::has_columns; };

/// Pass of the columns of a matrix of words in memory, with its factors. It does not copy columns into lines.
class LargeColumns {
 public:
  using Word = std::uint64_t;

  /// Returns whether a backend has kernels for matrices of this shape.
  static bool serves(const backends::Backend& backend, const Modulus<Word>& q, std::size_t height, std::size_t width) {
    const auto heights = words::NttColumns::heights(q.value(), backend);
    const auto log_height = static_cast<unsigned>(std::countr_zero(height));
    return width >= columns && log_height >= heights.least && log_height <= heights.most;
  }

  /// Makes the tables. `backend` must support the shape; ring and root belong to a column's transform.
  LargeColumns(const backends::Backend& backend, const Modulus<Word>& q, Ring ring, Word root, std::size_t width,
               const LargeFactors<Word>& factors, const LargeFactors<Word>& inverse_factors)
      : width_(width),
        columns_(static_cast<unsigned>(std::countr_zero(factors.height())), q.constants(), ring, root,
                 factors.of_column_one(), inverse_factors.of_column_one(), backend),
        factors_(factors.of_every(columns)),
        inverse_factors_(inverse_factors.of_every(columns)) {}

  /// Transforms all columns. The arrays have n numbers each, and are the same or separate.
  void run(twiddles::Direction direction, Word* out, const Word* in, Executor& executor) const {
    const bool streams = out != in && is_worth_streaming(out);
    const LargeFactors<Word>& factors = direction == twiddles::Direction::forward ? factors_ : inverse_factors_;
    const std::size_t words = columns_.scratch_words() + factors.height();
    const memory::HugeBlock memory(executor.workers() * words);
    run_in_pieces(executor, width_ / columns, 1, [&](std::size_t begin, std::size_t end, std::size_t worker) {
      Word* const scratch = memory.get() + worker * words;
      Word* const row_factors = scratch + columns_.scratch_words();
      for (std::size_t i = begin; i < end; ++i) {
        if (i == begin) {
          factors.start(row_factors, i);
        } else {
          factors.advance(row_factors);
        }
        columns_.run(direction, out + i * columns, in + i * columns, width_, row_factors, scratch, streams);
      }
    });
  }

  [[nodiscard]] std::size_t table_bytes() const {
    return columns_.table_bytes() + factors_.bytes() + inverse_factors_.bytes();
  }
  [[nodiscard]] std::string describe() const { return columns_.describe(); }

 private:
  static constexpr std::size_t columns = words::NttColumns::columns;

  /// Returns whether writing past the caches pays: a CPU would otherwise read each cache line of an array that is in no
  /// cache before it writes it.
  [[nodiscard]] bool is_worth_streaming(const Word* out) const {
    constexpr std::size_t large_array = std::size_t{1} << 25;
    return factors_.height() * width_ * sizeof(Word) >= large_array && reinterpret_cast<std::uintptr_t>(out) % 64 == 0;
  }

  std::size_t width_;
  words::NttColumns columns_;
  LargeFactors<Word> factors_;
  LargeFactors<Word> inverse_factors_;
};

}  // namespace ringlet::large
