#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "ringlet/large_transport.hpp"

/// Lines of a matrix, from an array to where they lie one after the other, and back. Numbers are so many bytes, those
/// of one of the words of large transforms: what moves them does not depend on what they mean.
namespace ringlet::api {

/// `LargeTransport::Compute` of numbers whose words are not known.
using LargeCompute = std::function<void(std::byte* values, std::size_t first, std::size_t count, std::size_t worker)>;

/// Keeps a reference.
template <class Word>
LargeCompute compute_of_bytes(const typename LargeTransport<Word>::Compute& compute) {
  return [&compute](std::byte* values, std::size_t first, std::size_t count, std::size_t worker) {
    compute(reinterpret_cast<Word*>(values), first, count, worker);
  };
}

/// `LargeTransport` of numbers whose words are not known.
class LargeBytes {
 public:
  LargeBytes() = default;
  LargeBytes(const LargeBytes&) = delete;
  LargeBytes& operator=(const LargeBytes&) = delete;
  virtual ~LargeBytes() = default;

  [[nodiscard]] virtual std::size_t workers() const noexcept = 0;
  virtual void run(const LargePass& pass, const LargeCompute& compute) = 0;
};

/// The transport of words that moves bytes. Keeps a reference.
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

/// Numbers that fill whole cache lines: neighbouring columns that are read or written together.
constexpr std::size_t numbers_of_cache_lines(std::size_t number_bytes) {
  return 64 / std::min<std::size_t>(64, number_bytes & -number_bytes);
}

/// Lines that stay in a second-level cache together, whole cache lines of columns at least.
[[nodiscard]] std::size_t lines_of_cache(const LargePass& pass, std::size_t number_bytes);

/// Rows that are copied together.
inline constexpr std::size_t rows_of_tile = 8;

/// Pieces of the rows of a matrix: `count` of them, `stride` bytes from one to the next. Where they are reversed, row i
/// is the piece whose number has the log2(count) bits of i in reverse.
template <class Byte>
struct LargeRows {
  Byte* first;
  std::size_t stride;
  std::size_t count;
  bool are_reversed;
};

/// Copies `columns` neighbouring columns out of rows into lines of `length` numbers, from the place that `lines` points
/// to in each on, and back. What `is_streamed` says may be followed.
void read_columns(std::byte* lines, std::size_t length, std::size_t columns, const LargeRows<const std::byte>& rows,
                  std::size_t number_bytes);
void write_columns(const std::byte* lines, std::size_t length, std::size_t columns, const LargeRows<std::byte>& rows,
                   std::size_t number_bytes, bool streams = false);

/// Copies a line of `length` numbers, a power of two, each to the place whose bits are those of its own in reverse.
void reverse_line(std::byte* to, const std::byte* from, std::size_t length, std::size_t number_bytes);

/// Brings `count` lines from number `first` on out of an array into `lines`, as `layout` says how they lie.
void read_lines(std::byte* lines, const std::byte* array, const LargePass& pass, LargeLayout layout, std::size_t first,
                std::size_t count, std::size_t number_bytes);

/// The reverse. What `is_streamed` says may be followed where `first` is a multiple of a cache line's numbers.
void write_lines(std::byte* array, const std::byte* lines, const LargePass& pass, LargeLayout layout, std::size_t first,
                 std::size_t count, std::size_t number_bytes, bool streams = false);

/// Whether words are better written past the caches: short pieces of rows of an array that no second-level cache holds,
/// each of which a CPU would read before it writes it. Pieces are whole cache lines.
[[nodiscard]] bool is_streamed(const std::byte* array, const LargePass& pass, std::size_t count,
                               std::size_t number_bytes);

}  // namespace ringlet::api
