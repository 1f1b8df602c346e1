#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/random.hpp"

/// Test vectors.
namespace ringlet_test {

/// The word that a program tests, if it is not one of several: 64 bits, or one of the program's own.
#ifdef RINGLET_TEST_WORD
using Word = RINGLET_TEST_WORD;
#else
using Word = std::uint64_t;
#endif
using Words = std::vector<Word>;

inline constexpr Word max_word = static_cast<Word>(~Word{0});

/// Words as oracles take them.
[[nodiscard]] inline std::vector<std::uint64_t> exact(const Words& words) { return {words.begin(), words.end()}; }

/// The largest word below factor * q: the top of a lazy range. Factor 0 is the range of any word.
[[nodiscard]] Word top_of_range(Word q, unsigned factor);

/// Uniform over [0, top].
[[nodiscard]] Words uniform(Random& random, std::size_t n, Word top);

/// Half uniform, half corners of arithmetic modulo q: 0, 1, the neighbours of q, 2q, 4q, of the last multiple of q, of
/// powers of two, of the top, and alternating bits, as far as they are <= top.
[[nodiscard]] Words corner_biased(Random& random, std::size_t n, Word q, Word top);

struct NamedWords {
  std::string name;
  Words words;
};

/// Inputs that make the intermediate results of a transform as large, or as unequal, as they get: all at the top, all
/// q - 1, alternating and single spikes.
[[nodiscard]] std::vector<NamedWords> adversarial(std::size_t n, Word q, Word top);

}  // namespace ringlet_test
