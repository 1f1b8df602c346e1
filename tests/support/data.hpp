#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/random.hpp"

/// Test vectors.
namespace ringlet_test {

/// Word that a program tests: 64 bits, unless the program is compiled for another.
#ifdef RINGLET_TESTED_WORD
using Word = RINGLET_TESTED_WORD;
#else
using Word = std::uint64_t;
#endif
using Words = std::vector<Word>;

inline constexpr Word max_word = static_cast<Word>(~Word{0});

/// Converts words to those that oracles take.
[[nodiscard]] inline std::vector<std::uint64_t> exact(const Words& words) { return {words.begin(), words.end()}; }

/// Returns the largest word below factor * q, the top of a lazy range. Factor 0 stands for any word.
[[nodiscard]] Word top_of_range(Word q, unsigned factor);

/// Draws words uniformly from [0, top].
[[nodiscard]] Words uniform(Random& random, std::size_t n, Word top);

/// Draws half of the words uniformly, half from the corners of arithmetic modulo q: 0, 1, the neighbours of q, 2q, 4q,
/// of the last multiple of q, of powers of two and of the top, and alternating bits, if they are <= top.
[[nodiscard]] Words corner_biased(Random& random, std::size_t n, Word q, Word top);

struct NamedWords {
  std::string name;
  Words words;
};

/// Returns inputs that make a transform's intermediate results as large or as unequal as possible: all at the top, all
/// q - 1, alternating, and single spikes.
[[nodiscard]] std::vector<NamedWords> adversarial(std::size_t n, Word q, Word top);

}  // namespace ringlet_test
