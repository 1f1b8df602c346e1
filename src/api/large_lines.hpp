#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernels/turn_lines.hpp"
#include "ringlet/large_transport.hpp"

/// Lines of a matrix, from an array to where they lie one after the other, and back.
namespace ringlet::api {

/// 0 to count - 1, count a power of two, each with its log2(count) bits reversed or not.
class Places {
 public:
  Places(std::size_t count, bool are_reversed) : count_(count), are_reversed_(are_reversed) {}

  [[nodiscard]] std::size_t place() const { return place_; }
  /// After the last, none is asked for.
  void advance() {
    ++i_;
    // Counting changes the lowest bits up to the first that becomes one; reversed, these are the highest.
    place_ = are_reversed_ ? place_ ^ (count_ - (count_ >> (std::countr_zero(i_) + 1))) : i_;
  }

 private:
  std::size_t count_;
  bool are_reversed_;
  std::size_t i_ = 0;
  std::size_t place_ = 0;
};

/// Numbers that fill whole cache lines: neighbouring columns that are read or written together.
template <class Word>
inline constexpr std::size_t numbers_of_cache_lines = 64 / std::min<std::size_t>(64, sizeof(Word) & -sizeof(Word));

/// Lines that stay in a second-level cache together, whole cache lines of columns at least.
template <class Word>
std::size_t lines_of_cache(const LargePass& pass) {
  constexpr std::size_t bytes = std::size_t{1} << 19, least = numbers_of_cache_lines<Word>;
  const std::size_t fitting = bytes / (pass.length * sizeof(Word)) / least * least;
  return std::min(std::max(fitting, least), pass.lines);
}

/// Bytes of a row from which on neighbouring columns are many.
inline constexpr std::size_t long_piece = 1024;

/// Rows that `copy_columns` copies together.
inline constexpr std::size_t rows_of_tile = 8;

/// Copies `count` neighbouring columns out of or into lines of `length` numbers. `row(i)` is where their numbers of row
/// i < `rows` begin; `lines` is where the number of the first column and of row 0 is.
template <bool to_lines, class Array, class Line>
void copy_columns(Line* lines, std::size_t length, std::size_t count, std::size_t rows, const auto& row,
                  [[maybe_unused]] bool streams = false) {
  constexpr std::size_t tile = rows_of_tile;
  constexpr bool are_words = std::is_same_v<std::remove_const_t<Array>, std::uint64_t>;
  const bool asks = !to_lines && !streams && (!are_words || count * sizeof(Line) < long_piece);
  for (std::size_t i = 0; i < rows; i += tile) {
    const std::size_t height = std::min(tile, rows - i);
    Array* at[tile];
    for (std::size_t k = 0; k < height; ++k) at[k] = row(i + k);
    for (std::size_t k = 0; asks && k < height; ++k) kernels::ask_for_row(at[k], count);
    const auto copy = [&](std::size_t c, std::size_t width, std::size_t tile_height) {
      if constexpr (!to_lines && !are_words) {
        // Row by row, so that few lines of the array are open: rows a power of two apart share places of a cache.
        for (std::size_t k = 0; k < tile_height; ++k) {
          for (std::size_t w = 0; w < width; ++w) at[k][c + w] = lines[(c + w) * length + i + k];
        }
        return;
      }
      for (std::size_t w = 0; w < width; ++w) {
        for (std::size_t k = 0; k < tile_height; ++k) {
          if constexpr (to_lines) {
            lines[(c + w) * length + i + k] = at[k][c + w];
          } else {
            at[k][c + w] = lines[(c + w) * length + i + k];
          }
        }
      }
    };
    std::size_t c = 0;
    if constexpr (!to_lines && are_words) {
      // Short pieces of a row are written in one go; of long ones, more lines would be read at once than a cache has
      // places for.
      const std::size_t whole = height == tile ? count / tile * tile : 0;
      const std::size_t step = count * sizeof(Line) < long_piece ? whole : tile;
      for (; c < whole; c += step) {
        const auto* const from = lines + c * length + i;
        for (std::size_t k = 0; k < tile; k += 2) {
          if (streams) {
            kernels::turn_lines<true>(at[k] + c, at[k + 1] + c, from + k, length, step);
          } else {
            kernels::turn_lines<false>(at[k] + c, at[k + 1] + c, from + k, length, step);
          }
        }
      }
    }
    // Sizes that the compiler knows.
    for (; height == tile && c + tile <= count; c += tile) copy(c, tile, tile);
    if (c < count) copy(c, count - c, height);
  }
}

/// Brings `count` lines from number `first` on out of an array into `lines`, as `layout` says how they lie.
template <class Word>
void read_lines(Word* lines, const Word* array, const LargePass& pass, LargeLayout layout, std::size_t first,
                std::size_t count) {
  if (layout.are_columns) {
    Places places(pass.length, layout.are_reversed);
    copy_columns<true, const Word>(lines, pass.length, count, pass.length, [&](std::size_t /*i*/) {
      const Word* row = array + places.place() * pass.lines + first;
      places.advance();
      return row;
    });
  } else if (layout.are_reversed) {
    for (std::size_t c = 0; c < count; ++c) {
      Places places(pass.length, true);
      const Word* line = array + (first + c) * pass.length;
      for (std::size_t i = 0; i < pass.length; ++i, places.advance()) lines[c * pass.length + i] = line[places.place()];
    }
  } else {
    std::memcpy(lines, array + first * pass.length, count * pass.length * sizeof(Word));
  }
}

/// Whether words are better written past the caches: short pieces of rows of an array that no second-level cache holds,
/// each of which a CPU would read before it writes it. Pieces are whole cache lines.
template <class Word>
bool is_streamed(const Word* array, const LargePass& pass, std::size_t count) {
  constexpr std::size_t large_array = std::size_t{1} << 23;
  return std::is_same_v<Word, std::uint64_t> && count * sizeof(Word) < long_piece &&
         pass.lines * pass.length * sizeof(Word) >= large_array && reinterpret_cast<std::uintptr_t>(array) % 64 == 0;
}

/// The reverse. What `is_streamed` says may be followed where `first` is a multiple of a cache line's numbers.
template <class Word>
void write_lines(Word* array, const Word* lines, const LargePass& pass, LargeLayout layout, std::size_t first,
                 std::size_t count, bool streams = false) {
  if (layout.are_columns) {
    Places places(pass.length, layout.are_reversed);
    copy_columns<false, Word>(
        lines, pass.length, count, pass.length,
        [&](std::size_t /*i*/) {
          Word* row = array + places.place() * pass.lines + first;
          places.advance();
          return row;
        },
        streams);
    if (streams) kernels::finish_streams();
  } else if (layout.are_reversed) {
    for (std::size_t c = 0; c < count; ++c) {
      Places places(pass.length, true);
      Word* line = array + (first + c) * pass.length;
      for (std::size_t i = 0; i < pass.length; ++i, places.advance()) line[places.place()] = lines[c * pass.length + i];
    }
  } else {
    std::memcpy(array + first * pass.length, lines, count * pass.length * sizeof(Word));
  }
}

}  // namespace ringlet::api
