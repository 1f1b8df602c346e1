#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "ringlet/large_transport.hpp"

/// Copies lines of a matrix between an array and consecutive memory. A number is just a count of bytes, that of one of
/// the words of large transforms, since moving it does not depend on its meaning.
namespace ringlet::large {

/// Counterpart of `LargeTransport::Compute` for numbers of an unknown type.
using LargeCompute = std::function<void(std::byte* values, std::size_t first, std::size_t count, std::size_t worker)>;

/// Adapts `compute` to bytes. Keeps a reference to it.
template <class Word>
LargeCompute compute_of_bytes(const typename LargeTransport<Word>::Compute& compute) {
  return [&compute](std::byte* values, std::size_t first, std::size_t count, std::size_t worker) {
    compute(reinterpret_cast<Word*>(values), first, count, worker);
  };
}

/// Counterpart of `LargeTransport` for numbers of an unknown type.
class LargeBytes {
 public:
  LargeBytes() = default;
  LargeBytes(const LargeBytes&) = delete;
  LargeBytes& operator=(const LargeBytes&) = delete;
  virtual ~LargeBytes() = default;

  [[nodiscard]] virtual std::size_t workers() const noexcept = 0;
  virtual void run(const LargePass& pass, const LargeCompute& compute) = 0;
};

/// Adapts a transport of bytes to words. Keeps a reference to it.
template <class Word>
class LargeWords final : public LargeTransport<Word> {
 public:
  explicit LargeWords(LargeBytes& bytes) : bytes_(&bytes) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return bytes_->workers(); }
  void run(const LargePass& pass, const typename LargeTransport<Word>::Compute& compute) override {
    bytes_->run(pass, compute_of_bytes<Word>(compute));
  }

 private:
  LargeBytes* bytes_;
};

/// Returns the least count of numbers that fills whole cache lines. So many neighbouring columns are read or written
/// together.
constexpr std::size_t numbers_of_cache_lines(std::size_t number_bytes) {
  return 64 / std::min<std::size_t>(64, number_bytes & -number_bytes);
}

/// Returns the number of lines that fit in a second-level cache together, at least numbers_of_cache_lines, at most all.
[[nodiscard]] std::size_t lines_of_cache(const LargePass& pass, std::size_t number_bytes);

/// Number of rows that are copied together.
inline constexpr std::size_t rows_of_tile = 8;

/// Pieces of the rows of a matrix: `count` of them, `stride` bytes apart. If they are reversed, row i is the piece
/// whose index has the log2(count) bits of i in reverse.
template <class Byte>
struct LargeRows {
  Byte* first;
  std::size_t stride;
  std::size_t count;
  bool are_reversed;
};

/// Copies `columns` neighbouring columns out of rows into lines. The lines lie `length` numbers apart; `lines` points
/// to the first number to be written in the first of them.
void read_columns(std::byte* lines, std::size_t length, std::size_t columns, const LargeRows<const std::byte>& rows,
                  std::size_t number_bytes);
/// Copies lines back into the columns of rows. `streams` may be set if `is_streamed` allows it.
void write_columns(const std::byte* lines, std::size_t length, std::size_t columns, const LargeRows<std::byte>& rows,
                   std::size_t number_bytes, bool streams = false);

/// Copies a line of `length` numbers, a power of two, to bit-reversed places.
void reverse_line(std::byte* to, const std::byte* from, std::size_t length, std::size_t number_bytes);

/// Copies `count` lines from line `first` on out of an array with this layout into `lines`.
void read_lines(std::byte* lines, const std::byte* array, const LargePass& pass, LargeLayout layout, std::size_t first,
                std::size_t count, std::size_t number_bytes);

/// Copies lines back into the array. `streams` may be set if `is_streamed` allows it and `first` is a multiple of a
/// cache line's numbers.
void write_lines(std::byte* array, const std::byte* lines, const LargePass& pass, LargeLayout layout, std::size_t first,
                 std::size_t count, std::size_t number_bytes, bool streams = false);

/// Returns whether words are better written past the caches: in short pieces of rows, to an array too large for a
/// second-level cache, where a CPU would otherwise read each cache line before it writes it. Pieces must be whole cache
/// lines.
[[nodiscard]] bool is_streamed(const std::byte* array, const LargePass& pass, std::size_t count,
                               std::size_t number_bytes);

}  // namespace ringlet::large
