#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "api/file.hpp"
#include "api/large_file_matrix.hpp"
#include "api/large_journal.hpp"
#include "api/large_lines.hpp"
#include "arith/bit_reversal.hpp"
#include "plan/large_block.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/large_transport.hpp"

namespace ringlet::api {

/// A block of lines of a pass between a file and the memory, on the threads of an executor. Where columns are read and
/// written, the block has them side by side, as the file has, and a few at a time are copied to where a cache has them;
/// else it has one line after the other.
template <class Word>
class FileLines {
 public:
  /// In `values`, which has room for `numbers(pass, block_lines, memory)` of them. Keeps references.
  FileLines(const LargePass& pass, std::size_t block_lines, std::size_t memory, std::uint64_t* values,
            Executor& executor)
      : pass_(&pass),
        executor_(&executor),
        are_columns_(pass.from.are_columns && pass.to.are_columns),
        stride_(stride_of(pass, block_lines, memory)),
        batch_(std::min(lines_of_cache<Word>(pass), block_lines)),
        stage_numbers_(numbers(pass, block_lines, 0) - block_lines * pass.length),
        values_(static_cast<Word*>(static_cast<void*>(values))),
        stage_(values_ + block_lines * pass.length),
        batches_(are_columns_ ? executor.workers() * batch_words() : 0) {}

  /// Room for a block within so many bytes.
  static std::size_t numbers(const LargePass& pass, std::size_t block_lines, std::size_t memory) {
    const std::size_t least = block_lines * pass.length + std::max(staged_rows * block_lines, pass.length);
    return std::max(least, stride_of(pass, block_lines, memory) * pass.length);
  }

  void read(const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first,
            std::size_t count) const {
    if (are_columns_) return move_pieces<true>(file, matrix, first, count);
    if (layout.are_columns) return move_columns<true>(file, matrix, layout, first, count);
    move_rows<true>(file, matrix, first, count);
    if (layout.are_reversed) reverse_lines(count);
  }

  /// compute(values, line, lines, worker) on all lines, of which the block has number i as line first + i. Returns a
  /// checksum of what they become.
  template <class Compute>
  std::uint64_t transform(const Compute& compute, std::size_t first, std::size_t count) const {
    return each_batch(count, pass_->from, true, [&](Word* lines, std::size_t i, std::size_t some, std::size_t worker) {
      compute(lines, first + i, some, worker);
    });
  }

  /// What lies in memory has no meaning afterwards.
  void write(const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first,
             std::size_t count) const {
    if (are_columns_) return move_pieces<false>(file, matrix, first, count);
    if (layout.are_columns) return move_columns<false>(file, matrix, layout, first, count);
    if (layout.are_reversed) reverse_lines(count);
    move_rows<false>(file, matrix, first, count);
  }

  /// Of lines that have been read from where the pass writes them, what `transform` returned.
  [[nodiscard]] std::uint64_t checksum(std::size_t count) const {
    return each_batch(count, pass_->to, false, [](Word*, std::size_t, std::size_t, std::size_t) {});
  }

  /// Asks the system to read what will be read.
  void announce(const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first,
                std::size_t count) const {
    if (layout.are_columns) {
      matrix.each_run(0, pass_->length, first, count, [&](std::size_t /*row*/, std::size_t rows, std::size_t offset) {
        file.announce(rows * count * sizeof(Word), offset * sizeof(Word));
      });
    } else {
      for (std::size_t left = 0; left < matrix.width; left += matrix.tile_columns) {
        const std::size_t columns = std::min(matrix.tile_columns, matrix.width - left);
        file.announce(count * columns * sizeof(Word), matrix.offset(first, left) * sizeof(Word));
      }
    }
  }

  /// As many lines as fit so many bytes with all that they need; 0 where too few do.
  static std::size_t fitting(const LargePass& pass, std::size_t bytes) {
    const std::size_t numbers = bytes / sizeof(Word);
    if (numbers < pass.length) return 0;
    const std::size_t lines = (numbers - pass.length) / (pass.length + staged_rows);
    if (lines >= pass.lines) return pass.lines;
    // Pieces of whole pages, of which none is read because a part of it is written; else of whole cache lines.
    return lines >= page ? lines / page * page : lines / cache_line * cache_line;
  }
  /// Bytes for which `fitting` is not 0.
  static std::size_t least_bytes(const LargePass& pass) {
    const std::size_t lines = std::min(numbers_of_cache_lines<Word>, pass.lines);
    return (lines * (pass.length + staged_rows) + pass.length) * sizeof(Word);
  }

 private:
  /// Rows of a matrix that are read or written before their numbers are sorted into columns; by all threads.
  static constexpr std::size_t staged_rows = 64;
  /// The least rows that a thread has.
  static constexpr std::size_t tile = rows_of_tile;

  static constexpr std::size_t cache_line = numbers_of_cache_lines<Word>, page = 64 * cache_line;

  /// From a row of a block of columns to the next one. Rows of pages have a cache line between them where there is room
  /// for it: else all rows of a column share a few places of a cache.
  static std::size_t stride_of(const LargePass& pass, std::size_t block_lines, std::size_t memory) {
    const std::size_t padded = block_lines + cache_line;
    const bool is_padded = block_lines >= page && padded * pass.length <= memory / sizeof(Word);
    return is_padded ? padded : block_lines;
  }

  /// All threads read. One writes, since the system lets one at a time write a file.
  template <bool reads>
  [[nodiscard]] Executor& movers() const {
    return reads ? *executor_ : serial_;
  }

  template <bool reads>
  static void move(const File& file, Word* numbers, std::size_t count, std::size_t offset) {
    if constexpr (reads) {
      file.read(numbers, count * sizeof(Word), offset * sizeof(Word));
    } else {
      file.write(numbers, count * sizeof(Word), offset * sizeof(Word));
    }
  }

  /// x below `count`, a power of two, with its log2(count) bits reversed.
  static std::size_t reversed(std::size_t x, std::size_t count) {
    return arith::reverse_bits(x, static_cast<unsigned>(std::countr_zero(count)));
  }

  /// Numbers of neighbouring rows that are moved together, those of `count` columns: as many runs of rows as make
  /// `tile` neighbouring numbers of a column, which are far from each other where columns are reversed.
  template <bool reads>
  void move_group(const File& file, const FileMatrix& matrix, bool are_reversed, std::size_t group, std::size_t rows,
                  std::size_t first, std::size_t count, Word* stage) const {
    const std::size_t length = pass_->length, height = std::min(tile, rows), tiles = rows / height;
    const std::size_t runs = are_reversed ? height : 1, run = rows / runs;
    const auto move_runs = [&] {
      for (std::size_t i = 0; i < runs; ++i) {
        const std::size_t begin =
            are_reversed ? i * (length / runs) + reversed(group, length / rows) * run : group * rows;
        matrix.each_run(begin, begin + run, first, count, [&](std::size_t row, std::size_t some, std::size_t offset) {
          move<reads>(file, stage + (i * run + row - begin) * count, some * count, offset);
        });
      }
    };
    if (reads) move_runs();
    for (std::size_t t = 0; t < tiles; ++t) {
      const std::size_t element = are_reversed ? t * (length / tiles) + group * height : group * rows + t * height;
      const auto staged = [&](std::size_t i) {
        return stage + (are_reversed ? reversed(i, height) * tiles + reversed(t, tiles) : t * height + i) * count;
      };
      copy_columns<reads, std::conditional_t<reads, const Word, Word>>(values_ + element, length, count, height,
                                                                       staged);
    }
    if (!reads) move_runs();
  }

  [[nodiscard]] std::size_t batch_words() const {
    return batch_ * pass_->length * (sizeof(Word) / sizeof(std::uint64_t));
  }

  /// work(lines, first, count, worker) on all lines, a batch at a time, which is put back where `is_written`. Returns
  /// the checksum of all lines after that.
  template <class Work>
  std::uint64_t each_batch(std::size_t count, LargeLayout layout, bool is_written, const Work& work) const {
    std::atomic<std::uint64_t> sum = 0;
    const std::size_t length = pass_->length;
    LargePass block = *pass_;
    if (are_columns_) block.lines = stride_;
    run_in_pieces(*executor_, count, batch_, [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t first = begin; first < end; first += batch_) {
        const std::size_t some = std::min(batch_, end - first);
        Word* lines = values_ + first * length;
        if (are_columns_) {
          lines = static_cast<Word*>(static_cast<void*>(batches_.get() + worker * batch_words()));
          read_lines(lines, values_, block, layout, first, some);
        }
        work(lines, first, some, worker);
        for (std::size_t i = 0; i < some; ++i) {
          sum += (2 * (first + i) + 1) * checksum_of(lines + i * length, length * sizeof(Word));
        }
        if (are_columns_ && is_written) write_lines(values_, lines, block, pass_->to, first, some);
      }
    });
    return sum;
  }

  /// The rows of a block of columns.
  template <bool reads>
  void move_pieces(const File& file, const FileMatrix& matrix, std::size_t first, std::size_t count) const {
    run_in_pieces(movers<reads>(), pass_->length, 1, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
      matrix.each_run(begin, end, first, count, [&](std::size_t row, std::size_t rows, std::size_t offset) {
        if (stride_ == count) return move<reads>(file, values_ + row * count, rows * count, offset);
        for (std::size_t i = 0; i < rows; ++i) {
          move<reads>(file, values_ + (row + i) * stride_, count, offset + i * count);
        }
      });
    });
  }

  template <bool reads>
  void move_columns(const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first,
                    std::size_t count) const {
    const std::size_t tasks = std::bit_ceil(std::min(movers<reads>().workers(), staged_rows / tile));
    const std::size_t rows = std::min(staged_rows / tasks, pass_->length), groups = pass_->length / rows;
    movers<reads>().run(tasks, [&](std::size_t task, std::size_t /*worker*/) {
      for (std::size_t group = task; group < groups; group += tasks) {
        move_group<reads>(file, matrix, layout.are_reversed, group, rows, first, count, stage_ + task * rows * count);
      }
    });
  }

  template <bool reads>
  void move_rows(const File& file, const FileMatrix& matrix, std::size_t first, std::size_t count) const {
    const std::size_t length = pass_->length;
    if (matrix.tile_columns >= length) {
      run_in_pieces(movers<reads>(), count, 1, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
        move<reads>(file, values_ + begin * length, (end - begin) * length, matrix.offset(first + begin, 0));
      });
      return;
    }
    const std::size_t tasks = std::min(movers<reads>().workers(), stage_numbers_ / matrix.tile_columns);
    const std::size_t room = stage_numbers_ / tasks;
    movers<reads>().run(tasks, [&](std::size_t task, std::size_t /*worker*/) {
      for (std::size_t left = task * matrix.tile_columns; left < length; left += tasks * matrix.tile_columns) {
        move_tile<reads>(file, matrix, first, count, left, stage_ + task * room, room);
      }
    });
  }

  /// Numbers of the lines that are in the tile of column `left`.
  template <bool reads>
  void move_tile(const File& file, const FileMatrix& matrix, std::size_t first, std::size_t count, std::size_t left,
                 Word* stage, std::size_t room) const {
    const std::size_t columns = std::min(matrix.tile_columns, matrix.width - left), some = room / columns;
    for (std::size_t begin = 0; begin < count; begin += some) {
      const std::size_t rows = std::min(some, count - begin);
      const std::size_t offset = matrix.offset(first + begin, left);
      if (reads) move<true>(file, stage, rows * columns, offset);
      for (std::size_t i = 0; i < rows; ++i) {
        Word* const line = values_ + (begin + i) * pass_->length + left;
        Word* const staged = stage + i * columns;
        std::copy_n(reads ? staged : line, columns, reads ? line : staged);
      }
      if (!reads) move<false>(file, stage, rows * columns, offset);
    }
  }

  void reverse_lines(std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
      Word* const values = values_ + i * pass_->length;
      std::copy_n(values, pass_->length, stage_);
      read_lines(values, stage_, *pass_, {.are_columns = false, .are_reversed = true}, 0, 1);
    }
  }

  const LargePass* pass_;
  Executor* executor_;
  mutable SerialExecutor serial_;
  bool are_columns_;
  std::size_t stride_;
  std::size_t batch_;
  std::size_t stage_numbers_;
  Word* values_;
  Word* stage_;
  plan::LargeBlock batches_;
};

}  // namespace ringlet::api
