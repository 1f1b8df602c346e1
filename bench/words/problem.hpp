#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/words.hpp"

/// Transforms and products of polynomials modulo primes of one word, by this library and its peers.
namespace bench::words {

enum class Operation { forward, inverse, elementwise_product, ring_product };

inline constexpr std::array operations{Operation::forward, Operation::inverse, Operation::elementwise_product,
                                       Operation::ring_product};

[[nodiscard]] constexpr bool is_transform(Operation operation) {
  return operation == Operation::forward || operation == Operation::inverse;
}
[[nodiscard]] std::string_view name(Operation operation);

/// Ring Z_q[X]/(X^n + 1), and the parameter set that it comes from.
struct Ring {
  std::string set;
  std::size_t n;
  Word q;

  [[nodiscard]] unsigned bits() const;
  /// Returns the label of a row, for example "seal/n:4096/bits:36/forward".
  [[nodiscard]] std::string label(Operation operation) const;
  /// Returns the number of butterflies on eight lanes in a transform. The time per butterfly compares sizes.
  [[nodiscard]] double butterflies() const;
};

/// Reads a table of rings: a header line "n,q", then one ring to a line; lines that begin with # are comments. The set
/// is named after the file, up to the first underscore.
/// Errors    std::runtime_error with file and line for invalid input
[[nodiscard]] std::vector<Ring> read_rings(const std::filesystem::path& file);

}  // namespace bench::words
