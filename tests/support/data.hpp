#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/random.hpp"

/// Test vectors.
namespace ringlet_test {

using Words = std::vector<std::uint64_t>;

inline constexpr std::uint64_t max_word = ~std::uint64_t{0};

/// The largest word below factor * q: the top of a lazy range. Factor 0 is the range of any word.
[[nodiscard]] std::uint64_t top_of_range(std::uint64_t q, unsigned factor);

/// Uniform over [0, top].
[[nodiscard]] Words uniform(Random& random, std::size_t n, std::uint64_t top);

/// Half uniform, half corners of arithmetic modulo q: 0, 1, the neighbours of q, 2q, 4q, of the last multiple of q, of
/// powers of two, of the top, and alternating bits, as far as they are <= top.
[[nodiscard]] Words corner_biased(Random& random, std::size_t n, std::uint64_t q, std::uint64_t top);

struct NamedWords {
  std::string name;
  Words words;
};

/// Inputs that make the intermediate results of a transform as large, or as unequal, as they get: all at the top, all
/// q - 1, alternating and single spikes.
[[nodiscard]] std::vector<NamedWords> adversarial(std::size_t n, std::uint64_t q, std::uint64_t top);

}  // namespace ringlet_test
