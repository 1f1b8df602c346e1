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

namespace ringlet::api {

/// A block of lines of a pass between a file and the memory, on the threads of an executor. Where columns are read and
/// written, the block has them side by side, as the file has, and a few at a time are copied to where a cache has them;
/// else it has one line after the other.
class FileLines {
 public:
  /// In `values`, which has room for `numbers(pass, block_lines, memory, number_bytes)` of them. Keeps references.
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

  /// Room for a block within so many bytes.
  static std::size_t numbers(const LargePass& pass, std::size_t block_lines, std::size_t memory,
                             std::size_t number_bytes);

  void read(const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first, std::size_t count) const;

  /// compute(values, line, lines, worker) on all lines, of which the block has number i as line first + i. Returns a
  /// checksum of what they become.
  [[nodiscard]] std::uint64_t transform(const LargeCompute& compute, std::size_t first, std::size_t count) const;

  /// What lies in memory has no meaning afterwards.
  void write(const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first,
             std::size_t count) const;

  /// Of lines that have been read from where the pass writes them, what `transform` returned.
  [[nodiscard]] std::uint64_t checksum(std::size_t count) const;

  /// Asks the system to read what will be read.
  void announce(const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first,
                std::size_t count) const;

  /// As many lines as fit so many bytes with all that they need; 0 where too few do.
  static std::size_t fitting(const LargePass& pass, std::size_t bytes, std::size_t number_bytes);
  /// Bytes for which `fitting` is not 0.
  static std::size_t least_bytes(const LargePass& pass, std::size_t number_bytes);

 private:
  /// From a row of a block of columns to the next one. Rows of pages have a cache line between them where there is room
  /// for it: else all rows of a column share a few places of a cache.
  static std::size_t stride_of(const LargePass& pass, std::size_t block_lines, std::size_t memory,
                               std::size_t number_bytes);

  /// All threads read. One writes, since the system lets one at a time write a file.
  [[nodiscard]] Executor& movers(bool reads) const { return reads ? *executor_ : serial_; }
  void move(bool reads, const File& file, std::byte* numbers, std::size_t count, std::size_t offset) const {
    if (reads) {
      file.read(numbers, count * number_bytes_, offset * number_bytes_);
    } else {
      file.write(numbers, count * number_bytes_, offset * number_bytes_);
    }
  }

  /// Numbers of neighbouring rows that are moved together, those of `count` columns: as many runs of rows as make
  /// `rows_of_tile` neighbouring numbers of a column, which are far from each other where columns are reversed.
  void move_group(bool reads, const File& file, const FileMatrix& matrix, bool are_reversed, std::size_t group,
                  std::size_t rows, std::size_t first, std::size_t count, std::byte* stage) const;

  /// The rows of a block of columns.
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

  /// Numbers of the lines that are in the tile of column `left`.
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

  /// work(lines, first, count, worker) on all lines, a batch at a time, which is put back where `is_written`. Returns
  /// the checksum of all lines after that.
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
  plan::HugeBlock batches_;
};

}  // namespace ringlet::api
