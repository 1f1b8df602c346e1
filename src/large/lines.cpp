#include "large/lines.hpp"

#include <bit>
#include <cstring>
#include <type_traits>

#include "kernels/choose.hpp"
#include "kernels/turn_lines.hpp"

namespace ringlet::large {
namespace {

using kernels::Constant;

/// Counts from 0 to count - 1, count a power of two, with the log2(count) bits reversed or not.
class Places {
 public:
  Places(std::size_t count, bool are_reversed) : count_(count), are_reversed_(are_reversed) {}

  [[nodiscard]] std::size_t place() const { return place_; }
  /// Steps to the next place. place() must not be called after the last place.
  void advance() {
    ++i_;
    // Counting changes the lowest bits up to the first that becomes 1; reversed, these are the highest bits.
    place_ = are_reversed_ ? place_ ^ (count_ - (count_ >> (std::countr_zero(i_) + 1))) : i_;
  }

 private:
  std::size_t count_;
  bool are_reversed_;
  std::size_t i_ = 0;
  std::size_t place_ = 0;
};

/// Least number of bytes of a row's piece that counts as long.
constexpr std::size_t long_piece = 1024;

constexpr std::size_t word_bytes = sizeof(std::uint64_t), word128_bytes = 2 * word_bytes;

/// Calls f with the number of bytes as a compile-time constant: that of a word, a 128-bit word or 192 to 512 bits.
template <class F>
void with_bytes(std::size_t number_bytes, const F& f) {
  switch (number_bytes) {
    case word_bytes:
      return f(Constant<word_bytes>{});
    case word128_bytes:
      return f(Constant<word128_bytes>{});
    case 24:
      return f(Constant<std::size_t{24}>{});
    case 32:
      return f(Constant<std::size_t{32}>{});
    case 40:
      return f(Constant<std::size_t{40}>{});
    case 48:
      return f(Constant<std::size_t{48}>{});
    default:
      return f(Constant<std::size_t{64}>{});
  }
}

/// Writes the whole tiles of `count` columns of words to rows, and returns the number of columns in them. Short pieces
/// of rows are written one after the other. Long pieces are written tile by tile, since a whole piece would need more
/// lines at once than a cache has room for.
std::size_t turn_words(std::byte* const* at, const std::byte* lines, std::size_t length, std::size_t count,
                       bool streams) {
  constexpr std::size_t tile = rows_of_tile;
  const auto word = [](auto* p) {
    using Word =
        std::conditional_t<std::is_const_v<std::remove_pointer_t<decltype(p)>>, const std::uint64_t, std::uint64_t>;
    return reinterpret_cast<Word*>(p);
  };
  const std::size_t whole = count / tile * tile;
  const std::size_t step = count * word_bytes < long_piece ? whole : tile;
  for (std::size_t c = 0; c < whole; c += step) {
    for (std::size_t k = 0; k < tile; k += 2) {
      const std::uint64_t* const from = word(lines) + c * length + k;
      if (streams) {
        kernels::turn_lines<true>(word(at[k]) + c, word(at[k + 1]) + c, from, length, step);
      } else {
        kernels::turn_lines<false>(word(at[k]) + c, word(at[k + 1]) + c, from, length, step);
      }
    }
  }
  return whole;
}

/// Copies columns between rows and lines. Line and Row are std::byte, const for the side that is read.
template <std::size_t bytes, class Line, class Row>
void copy_columns(Line* lines, std::size_t length, std::size_t count, const LargeRows<Row>& rows, bool streams) {
  constexpr std::size_t tile = rows_of_tile;
  constexpr bool to_lines = std::is_const_v<Row>, are_words = bytes == word_bytes;
  const bool asks = !to_lines && !streams && (!are_words || count * bytes < long_piece);
  Places places(rows.count, rows.are_reversed);
  for (std::size_t i = 0; i < rows.count; i += tile, lines += tile * bytes) {
    const std::size_t height = std::min(tile, rows.count - i);
    Row* at[tile];
    for (std::size_t k = 0; k < height; ++k, places.advance()) at[k] = rows.first + places.place() * rows.stride;
    for (std::size_t k = 0; asks && k < height; ++k) kernels::ask_for_row(at[k], count * bytes);
    const auto copy = [&](std::size_t c, std::size_t width, std::size_t tile_height) {
      if constexpr (to_lines) {
        for (std::size_t w = c; w < c + width; ++w) {
          for (std::size_t k = 0; k < tile_height; ++k) {
            std::memcpy(lines + (w * length + k) * bytes, at[k] + w * bytes, bytes);
          }
        }
      } else {
        // Row by row, so that few cache lines of the array are in use: rows a power of two apart compete for the same
        // lines of a cache.
        for (std::size_t k = 0; k < tile_height; ++k) {
          for (std::size_t w = c; w < c + width; ++w) {
            std::memcpy(at[k] + w * bytes, lines + (w * length + k) * bytes, bytes);
          }
        }
      }
    };
    std::size_t c = 0;
    if constexpr (!to_lines && are_words) {
      if (height == tile) c = turn_words(at, lines, length, count, streams);
    }
    // Constant sizes help the compiler, for numbers that take few instructions.
    if constexpr (bytes <= word128_bytes) {
      for (; height == tile && c + tile <= count; c += tile) copy(c, tile, tile);
    }
    if (c < count) copy(c, count - c, height);
  }
}

}  // namespace

std::size_t lines_of_cache(const LargePass& pass, std::size_t number_bytes) {
  constexpr std::size_t bytes = std::size_t{1} << 19;
  const std::size_t least = numbers_of_cache_lines(number_bytes);
  const std::size_t fitting = bytes / (pass.length * number_bytes) / least * least;
  return std::min(std::max(fitting, least), pass.lines);
}

void read_columns(std::byte* lines, std::size_t length, std::size_t columns, const LargeRows<const std::byte>& rows,
                  std::size_t number_bytes) {
  with_bytes(number_bytes, [&](auto bytes) { copy_columns<bytes.value>(lines, length, columns, rows, false); });
}

void write_columns(const std::byte* lines, std::size_t length, std::size_t columns, const LargeRows<std::byte>& rows,
                   std::size_t number_bytes, bool streams) {
  with_bytes(number_bytes, [&](auto bytes) { copy_columns<bytes.value>(lines, length, columns, rows, streams); });
}

void reverse_line(std::byte* to, const std::byte* from, std::size_t length, std::size_t number_bytes) {
  with_bytes(number_bytes, [&](auto bytes) {
    Places places(length, true);
    for (std::size_t i = 0; i < length; ++i, places.advance()) {
      std::memcpy(to + i * bytes.value, from + places.place() * bytes.value, bytes.value);
    }
  });
}

void read_lines(std::byte* lines, const std::byte* array, const LargePass& pass, LargeLayout layout, std::size_t first,
                std::size_t count, std::size_t number_bytes) {
  const std::size_t line_bytes = pass.length * number_bytes;
  if (layout.are_columns) {
    const LargeRows<const std::byte> rows{.first = array + first * number_bytes,
                                          .stride = pass.lines * number_bytes,
                                          .count = pass.length,
                                          .are_reversed = layout.are_reversed};
    read_columns(lines, pass.length, count, rows, number_bytes);
  } else if (layout.are_reversed) {
    for (std::size_t c = 0; c < count; ++c) {
      reverse_line(lines + c * line_bytes, array + (first + c) * line_bytes, pass.length, number_bytes);
    }
  } else {
    std::memcpy(lines, array + first * line_bytes, count * line_bytes);
  }
}

void write_lines(std::byte* array, const std::byte* lines, const LargePass& pass, LargeLayout layout, std::size_t first,
                 std::size_t count, std::size_t number_bytes, bool streams) {
  const std::size_t line_bytes = pass.length * number_bytes;
  if (layout.are_columns) {
    const LargeRows<std::byte> rows{.first = array + first * number_bytes,
                                    .stride = pass.lines * number_bytes,
                                    .count = pass.length,
                                    .are_reversed = layout.are_reversed};
    write_columns(lines, pass.length, count, rows, number_bytes, streams);
    if (streams) kernels::finish_streams();
  } else if (layout.are_reversed) {
    for (std::size_t c = 0; c < count; ++c) {
      reverse_line(array + (first + c) * line_bytes, lines + c * line_bytes, pass.length, number_bytes);
    }
  } else {
    std::memcpy(array + first * line_bytes, lines, count * line_bytes);
  }
}

bool is_streamed(const std::byte* array, const LargePass& pass, std::size_t count, std::size_t number_bytes) {
  constexpr std::size_t large_array = std::size_t{1} << 23;
  return number_bytes == word_bytes && count * number_bytes < long_piece &&
         pass.lines * pass.length * number_bytes >= large_array && reinterpret_cast<std::uintptr_t>(array) % 64 == 0;
}

}  // namespace ringlet::large
