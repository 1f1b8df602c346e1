#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"
#include "isa/word_pair.hpp"

namespace ringlet::kernels {

/// Writes two rows of a matrix from `count` lines, a multiple of eight, which lie `length` words apart. The first word
/// of each line goes to `row`, the second word to `next`. Eight words of a row, one cache line, are written in
/// succession. If `streams`, they go past the caches: both rows are aligned to 16 bytes, and `finish_streams` must
/// follow all rows before other threads read them.
template <bool streams>
RINGLET_INLINE void turn_lines(std::uint64_t* row, std::uint64_t* next, const std::uint64_t* lines, std::size_t length,
                               std::size_t count) {
  using isa::WordPair;
  constexpr std::size_t pairs = 4;
  const auto put = [](std::uint64_t* to, WordPair pair) RINGLET_INLINE_LAMBDA {
    if constexpr (streams) {
      pair.stream(to);
    } else {
      pair.store(to);
    }
  };
  for (std::size_t c = 0; c < count; c += 2 * pairs) {
    std::uint64_t* const to[] = {row + c, next + c};
    const std::uint64_t* line = lines + c * length;
    const WordPair x[pairs] = {WordPair::load(line), WordPair::load(line + 2 * length),
                               WordPair::load(line + 4 * length), WordPair::load(line + 6 * length)};
    line += length;
    const WordPair y[pairs] = {WordPair::load(line), WordPair::load(line + 2 * length),
                               WordPair::load(line + 4 * length), WordPair::load(line + 6 * length)};
    for (std::size_t i = 0; i < pairs; ++i) put(to[0] + 2 * i, WordPair::firsts(x[i], y[i]));
    for (std::size_t i = 0; i < pairs; ++i) put(to[1] + 2 * i, WordPair::seconds(x[i], y[i]));
  }
}

/// Prefetches the cache lines of a piece of a row for writing. Rows of a matrix lie so far apart that a CPU does not
/// foresee the next row and waits for each of its lines.
RINGLET_INLINE void ask_for_row(const std::byte* row, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 64) isa::WordPair::prefetch_for_writing(row + i);
}

RINGLET_INLINE void finish_streams() { isa::WordPair::finish_streams(); }

}  // namespace ringlet::kernels
