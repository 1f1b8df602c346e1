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

/// Z_q[X]/(X^n + 1) and the parameter set that it comes from.
struct Ring {
  std::string set;
  std::size_t n;
  Word q;

  [[nodiscard]] unsigned bits() const;
  /// The label of a row, such as "seal/n:4096/bits:36/forward".
  [[nodiscard]] std::string label(Operation operation) const;
  /// Number of butterflies on eight lanes in a transform: what one takes compares transforms of different sizes.
  [[nodiscard]] double butterflies() const;
};

/// Reads a table of rings: a line "n,q" as header, then one ring a line; lines that start with # are comments. The set
/// is named after the file, up to its first underscore.
/// Errors    std::runtime_error with file and line for what cannot be read.
[[nodiscard]] std::vector<Ring> read_rings(const std::filesystem::path& file);

}  // namespace bench::words
