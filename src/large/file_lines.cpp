#include "large/file_lines.hpp"

#include <atomic>
#include <bit>
#include <cstring>

#include "arith/bit_reversal.hpp"
#include "large/journal.hpp"

namespace ringlet::large {
namespace {

/// Number of rows that all threads together stage between the file and the columns. A thread stages at least
/// `rows_of_tile`.
constexpr std::size_t staged_rows = 64;

/// Returns a count of numbers that fills whole pages of 4096 bytes.
std::size_t numbers_of_page(std::size_t number_bytes) { return 64 * numbers_of_cache_lines(number_bytes); }

/// Reverses the log2(count) bits of x < count, a power of two.
std::size_t reversed(std::size_t x, std::size_t count) {
  return arith::reverse_bits(x, static_cast<unsigned>(std::countr_zero(count)));
}

}  // namespace

std::size_t FileLines::numbers(const LargePass& pass, std::size_t block_lines, std::size_t memory,
                               std::size_t number_bytes) {
  const std::size_t least = block_lines * pass.length + std::max(staged_rows * block_lines, pass.length);
  return std::max(least, stride_of(pass, block_lines, memory, number_bytes) * pass.length);
}

std::size_t FileLines::stride_of(const LargePass& pass, std::size_t block_lines, std::size_t memory,
                                 std::size_t number_bytes) {
  const std::size_t padded = block_lines + numbers_of_cache_lines(number_bytes);
  const bool is_padded = block_lines >= numbers_of_page(number_bytes) && padded * pass.length <= memory / number_bytes;
  return is_padded ? padded : block_lines;
}

std::size_t FileLines::fitting(const LargePass& pass, std::size_t bytes, std::size_t number_bytes) {
  const std::size_t numbers = bytes / number_bytes;
  if (numbers < pass.length) return 0;
  const std::size_t lines = (numbers - pass.length) / (pass.length + staged_rows);
  if (lines >= pass.lines) return pass.lines;
  // Pieces are whole pages if possible: a page need not be read when all of it is written. Else whole cache lines.
  const std::size_t page = numbers_of_page(number_bytes), cache_line = numbers_of_cache_lines(number_bytes);
  return lines >= page ? lines / page * page : lines / cache_line * cache_line;
}

std::size_t FileLines::least_bytes(const LargePass& pass, std::size_t number_bytes) {
  const std::size_t lines = std::min(numbers_of_cache_lines(number_bytes), pass.lines);
  return (lines * (pass.length + staged_rows) + pass.length) * number_bytes;
}

void FileLines::read(const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first,
                     std::size_t count) const {
  if (are_columns_) return move_pieces(true, file, matrix, first, count);
  if (layout.are_columns) return move_columns(true, file, matrix, layout, first, count);
  move_rows(true, file, matrix, first, count);
  if (layout.are_reversed) reverse_lines(count);
}

void FileLines::write(const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first,
                      std::size_t count) const {
  if (are_columns_) return move_pieces(false, file, matrix, first, count);
  if (layout.are_columns) return move_columns(false, file, matrix, layout, first, count);
  if (layout.are_reversed) reverse_lines(count);
  move_rows(false, file, matrix, first, count);
}

std::uint64_t FileLines::transform(const LargeCompute& compute, std::size_t first, std::size_t count) const {
  return each_batch(count, pass_->from, true,
                    [&](std::byte* lines, std::size_t i, std::size_t some, std::size_t worker) {
                      compute(lines, first + i, some, worker);
                    });
}

std::uint64_t FileLines::checksum(std::size_t count) const {
  return each_batch(count, pass_->to, false, [](std::byte*, std::size_t, std::size_t, std::size_t) {});
}

std::uint64_t FileLines::each_batch(std::size_t count, LargeLayout layout, bool is_written,
                                    const LargeCompute& work) const {
  std::atomic<std::uint64_t> sum = 0;
  const std::size_t line_bytes = pass_->length * number_bytes_;
  LargePass block = *pass_;
  if (are_columns_) block.lines = stride_;
  run_in_pieces(*executor_, count, batch_, [&](std::size_t begin, std::size_t end, std::size_t worker) {
    for (std::size_t first = begin; first < end; first += batch_) {
      const std::size_t some = std::min(batch_, end - first);
      std::byte* lines = values_ + first * line_bytes;
      if (are_columns_) {
        lines = reinterpret_cast<std::byte*>(batches_.get()) + worker * batch_bytes();
        read_lines(lines, values_, block, layout, first, some, number_bytes_);
      }
      work(lines, first, some, worker);
      for (std::size_t i = 0; i < some; ++i) {
        sum += (2 * (first + i) + 1) * checksum_of(lines + i * line_bytes, line_bytes);
      }
      if (are_columns_ && is_written) write_lines(values_, lines, block, pass_->to, first, some, number_bytes_);
    }
  });
  return sum;
}

void FileLines::announce(const File& file, const FileMatrix& matrix, LargeLayout layout, std::size_t first,
                         std::size_t count) const {
  if (layout.are_columns) {
    matrix.each_run(0, pass_->length, first, count, [&](std::size_t /*row*/, std::size_t rows, std::size_t offset) {
      file.announce(rows * count * number_bytes_, offset * number_bytes_);
    });
  } else {
    for (std::size_t left = 0; left < matrix.width; left += matrix.tile_columns) {
      const std::size_t columns = std::min(matrix.tile_columns, matrix.width - left);
      file.announce(count * columns * number_bytes_, matrix.offset(first, left) * number_bytes_);
    }
  }
}

void FileLines::move_group(bool reads, const File& file, const FileMatrix& matrix, bool are_reversed, std::size_t group,
                           std::size_t rows, std::size_t first, std::size_t count, std::byte* stage) const {
  const std::size_t length = pass_->length, height = std::min(rows_of_tile, rows), tiles = rows / height;
  const std::size_t runs = are_reversed ? height : 1, run = rows / runs, row_bytes = count * number_bytes_;
  const auto move_runs = [&] {
    for (std::size_t i = 0; i < runs; ++i) {
      const std::size_t begin =
          are_reversed ? i * (length / runs) + reversed(group, length / rows) * run : group * rows;
      matrix.each_run(begin, begin + run, first, count, [&](std::size_t row, std::size_t some, std::size_t offset) {
        move(reads, file, stage + (i * run + row - begin) * row_bytes, some * count, offset);
      });
    }
  };
  if (reads) move_runs();
  for (std::size_t t = 0; t < tiles; ++t) {
    const std::size_t element = are_reversed ? t * (length / tiles) + group * height : group * rows + t * height;
    std::byte* const lines = values_ + element * number_bytes_;
    const LargeRows<std::byte> staged{.first = stage + (are_reversed ? reversed(t, tiles) : t * height) * row_bytes,
                                      .stride = (are_reversed ? tiles : 1) * row_bytes,
                                      .count = height,
                                      .are_reversed = are_reversed};
    if (reads) {
      read_columns(lines, length, count, {staged.first, staged.stride, staged.count, staged.are_reversed},
                   number_bytes_);
    } else {
      write_columns(lines, length, count, staged, number_bytes_);
    }
  }
  if (!reads) move_runs();
}

void FileLines::move_columns(bool reads, const File& file, const FileMatrix& matrix, LargeLayout layout,
                             std::size_t first, std::size_t count) const {
  const std::size_t tasks = std::bit_ceil(std::min(movers(reads).workers(), staged_rows / rows_of_tile));
  const std::size_t rows = std::min(staged_rows / tasks, pass_->length), groups = pass_->length / rows;
  movers(reads).run(tasks, [&](std::size_t task, std::size_t /*worker*/) {
    std::byte* const stage = stage_ + task * rows * count * number_bytes_;
    for (std::size_t group = task; group < groups; group += tasks) {
      move_group(reads, file, matrix, layout.are_reversed, group, rows, first, count, stage);
    }
  });
}

void FileLines::move_rows(bool reads, const File& file, const FileMatrix& matrix, std::size_t first,
                          std::size_t count) const {
  const std::size_t length = pass_->length;
  if (matrix.tile_columns >= length) {
    run_in_pieces(movers(reads), count, 1, [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
      move(reads, file, values_ + begin * length * number_bytes_, (end - begin) * length,
           matrix.offset(first + begin, 0));
    });
    return;
  }
  const std::size_t tasks = std::min(movers(reads).workers(), stage_numbers_ / matrix.tile_columns);
  const std::size_t room = stage_numbers_ / tasks;
  movers(reads).run(tasks, [&](std::size_t task, std::size_t /*worker*/) {
    for (std::size_t left = task * matrix.tile_columns; left < length; left += tasks * matrix.tile_columns) {
      move_tile(reads, file, matrix, first, count, left, stage_ + task * room * number_bytes_, room);
    }
  });
}

void FileLines::move_tile(bool reads, const File& file, const FileMatrix& matrix, std::size_t first, std::size_t count,
                          std::size_t left, std::byte* stage, std::size_t room) const {
  const std::size_t columns = std::min(matrix.tile_columns, matrix.width - left), some = room / columns;
  const std::size_t row_bytes = columns * number_bytes_;
  for (std::size_t begin = 0; begin < count; begin += some) {
    const std::size_t rows = std::min(some, count - begin);
    const std::size_t offset = matrix.offset(first + begin, left);
    if (reads) move(true, file, stage, rows * columns, offset);
    for (std::size_t i = 0; i < rows; ++i) {
      std::byte* const line = values_ + ((begin + i) * pass_->length + left) * number_bytes_;
      std::byte* const staged = stage + i * row_bytes;
      std::memcpy(reads ? line : staged, reads ? staged : line, row_bytes);
    }
    if (!reads) move(false, file, stage, rows * columns, offset);
  }
}

}  // namespace ringlet::large
