#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "memory/aligned_words.hpp"

namespace bench {

using Word = std::uint64_t;
using Words = std::vector<Word>;

/// Words that begin on a cache line, so that no contender is slowed by an unlucky position on the heap.
using CacheLineWords = ringlet::memory::AlignedWords<Word>;

/// Returns random numbers below 2^bits, of `words` words each, the lowest first. Equal seeds give equal numbers.
[[nodiscard]] inline Words random_numbers(std::size_t count, std::size_t words, unsigned bits, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Words numbers(count * words);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto end = static_cast<unsigned>(64 * (i % words + 1));
    if (end < bits + 64) numbers[i] = random() >> (end > bits ? end - bits : 0);
  }
  return numbers;
}

}  // namespace bench
