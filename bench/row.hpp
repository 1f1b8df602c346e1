#pragma once

#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contender.hpp"

namespace bench {

/// One contender in a row of the table.
struct Entry {
  /// Null where the contender does not offer the operation. Holds the operands on which it was verified.
  std::unique_ptr<Computation> computation;
  bool wrong = false;
  std::optional<double> nanoseconds = std::nullopt;
};

/// One operation in one ring, by every contender.
///
/// A row stands for all moduli of its parameter set that have one size n and one number of bits: the contenders choose
/// their kernels and widths by these two, so such moduli cost the same. All are verified, the first is timed.
struct Row {
  Parameters parameters;
  Operation operation;
  unsigned moduli = 1;
  /// In the contenders' order.
  std::vector<Entry> entries = {};

  [[nodiscard]] int bits() const { return static_cast<int>(std::bit_width(parameters.q)); }

  /// Butterflies on eight lanes in a transform of this size; 0 for the other operations. What a butterfly takes
  /// compares transforms of different sizes.
  [[nodiscard]] double butterflies() const {
    if (operation != Operation::forward && operation != Operation::inverse) return 0;
    return static_cast<double>(parameters.n * (static_cast<std::size_t>(std::bit_width(parameters.n)) - 1)) / 16;
  }

  [[nodiscard]] std::string label() const {
    return parameters.set + "/n:" + std::to_string(parameters.n) + "/bits:" + std::to_string(bits()) + "/" +
           std::string(name(operation));
  }
};

}  // namespace bench
