#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "large/file_matrix.hpp"
#include "large/lines.hpp"
#include "large/system_file.hpp"
#include "memory/huge_block.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/large_transport.hpp"

namespace ringlet::large {

/// Moves a block of lines of a pass between a file and memory, on the threads of an executor. If lines are columns in
/// both layouts, the block holds them side by side as the file does, and copies a batch at a time into the cache.
/// Otherwise it holds line after line.
class FileLines {
 public:
  /// Uses `values`, which has room for `numbers(pass, block_lines, memory, number_bytes)` numbers. Keeps references.
  FileLines(const LargePass& pass, std::size_t block_lines, std::size_t memory, std::size_t number_bytes,
            std::uint64_t* values, Executor& executor)
      : pass_(&pass),
        executor_(&executor),
        number_bytes_(number_bytes),
        are_columns_(pass.from.are_columns && pass.to.are_columns),
        stride_(stride_of(pass, block_lines, memory, number_bytes)),
        batch_(std::min(lines_of_cache(pass, number_bytes), block_lines)),
        stage_numbers_(numbers(pass, block_lines, 0, number_bytes) - block_lines * pass.length),
        values_(reinterpret_cast<std::byte*>(values)),
        stage_(values_ + block_lines * pass.length * number_bytes),
        batches_(are_columns_ ? executor.workers() * batch_bytes() / sizeof(std::uint64_t) : 0) {}

  /// Returns how many numbers a block takes. With more than the least memory, rows may be padded.
  static std::size_t numbers(const LargePass& pass, std::size_t block_lines, std::size_t memory,
                             std::size_t number_bytes);

  void read(const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first, std::size_t count) const;

  /// Calls compute(values, line, lines, worker) for all lines; line i of the block is line first + i of the pass.
  /// Returns a checksum of the results.
  [[nodiscard]] std::uint64_t transform(const LargeCompute& compute, std::size_t first, std::size_t count) const;

  /// Writes the block to the file. Its content in memory is meaningless afterwards.
  void write(const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first,
             std::size_t count) const;

  /// Returns the checksum that `transform` returned, from lines that were read back from the pass's output.
  [[nodiscard]] std::uint64_t checksum(std::size_t count) const;

  /// Asks the system to read a block ahead.
  void announce(const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first,
                std::size_t count) const;

  /// Returns how many lines fit in so many bytes with all their working memory, or 0 if these are too few.
  static std::size_t fitting(const LargePass& pass, std::size_t bytes, std::size_t number_bytes);
  /// Returns the least number of bytes for which `fitting` is not 0.
  static std::size_t least_bytes(const LargePass& pass, std::size_t number_bytes);

 private:
  /// Returns the distance between rows of a block of columns. Rows of whole pages are a cache line further apart if the
  /// memory allows it: otherwise all numbers of a column compete for a few lines of a cache.
  static std::size_t stride_of(const LargePass& pass, std::size_t block_lines, std::size_t memory,
                               std::size_t number_bytes);

  /// Returns the executor that moves numbers. All threads read; one writes, since the system lets only one at a time
  /// write to a file.
  [[nodiscard]] Executor& movers(bool reads) const { return reads ? *executor_ : serial_; }
  void move(bool reads, const File& file, std::byte* numbers, std::size_t count, std::size_t offset) const {
    if (reads) {
      file.read(numbers, count * number_bytes_, offset * number_bytes_);
    } else {
      file.write(numbers, count * number_bytes_, offset * number_bytes_);
    }
  }

  /// Moves group number `group` of `rows` rows, for `count` columns, by way of `stage`. The rows of a group hold
  /// neighbouring numbers of each column. If columns are reversed, they are several runs of rows that lie far apart in
  /// the file, one run for each of the `rows_of_tile` rows of a tile.
  void move_group(bool reads, const File& file, const FileMatrix& matrix, bool are_reversed, std::size_t group,
                  std::size_t rows, std::size_t first, std::size_t count, std::byte* stage) const;

  /// Moves the rows of a block of columns.
  void move_pieces(bool reads, const File& file, const FileMatrix& matrix, std::size_t first, std::size_t count) const {
    run_in_pieces(movers(reads), pass_->length, 1, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
      matrix.each_run(begin, end, first, count, [&](std::size_t row, std::size_t rows, std::size_t offset) {
        std::byte* const piece = values_ + row * stride_ * number_bytes_;
        if (stride_ == count) return move(reads, file, piece, rows * count, offset);
        for (std::size_t i = 0; i < rows; ++i) {
          move(reads, file, piece + i * stride_ * number_bytes_, count, offset + i * count);
        }
      });
    });
  }
  void move_columns(bool reads, const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first,
                    std::size_t count) const;
  void move_rows(bool reads, const File& file, const FileMatrix& matrix, std::size_t first, std::size_t count) const;

  /// Moves the numbers of the lines that are in the tiles whose first column is `left`.
  void move_tile(bool reads, const File& file, const FileMatrix& matrix, std::size_t first, std::size_t count,
                 std::size_t left, std::byte* stage, std::size_t room) const;

  void reverse_lines(std::size_t count) const {
    const std::size_t line_bytes = pass_->length * number_bytes_;
    for (std::size_t i = 0; i < count; ++i) {
      std::byte* const line = values_ + i * line_bytes;
      std::memcpy(stage_, line, line_bytes);
      reverse_line(line, stage_, pass_->length, number_bytes_);
    }
  }

  [[nodiscard]] std::size_t batch_bytes() const { return batch_ * pass_->length * number_bytes_; }

  /// Calls work(lines, first, count, worker) for all lines, a batch at a time, and puts each batch back if `is_written`
  /// is set. Returns the checksum of all lines after `work`.
  std::uint64_t each_batch(std::size_t count, LargeLayout layout, bool is_written, const LargeCompute& work) const;

  const LargePass* pass_;
  Executor* executor_;
  mutable SerialExecutor serial_;
  std::size_t number_bytes_;
  bool are_columns_;
  std::size_t stride_;
  std::size_t batch_;
  std::size_t stage_numbers_;
  std::byte* values_;
  std::byte* stage_;
  memory::HugeBlock batches_;
};

}  // namespace ringlet::large
