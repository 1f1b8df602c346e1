#pragma once

#include <cstddef>
#include <functional>
#include <ringlet/ringlet.hpp>
#include <string>
#include <vector>

#include "eltwise/bare_loops.hpp"
#include "support/words.hpp"

namespace bench {

/// Operands of n elements, on cache lines, shared by all compared computations.
struct EltwiseData {
  ringlet::Modulus<Word> q;
  std::size_t n;
  CacheLineWords x, y, words, out;
  BareConstants constants;

  EltwiseData(Word modulus, std::size_t size);
};

/// Call of the library, with its name in the report.
struct EltwiseOperation {
  std::string name;
  /// Number of words that it reads and writes for each element, without multiplicands that have quotients.
  unsigned words;
  /// Makes the call. Its backend must be active.
  std::function<std::function<void()>(EltwiseData&)> make;
  std::function<Word(const EltwiseData&, std::size_t)> expected;
};

[[nodiscard]] const std::vector<EltwiseOperation>& eltwise_operations();

/// Returns the same operation by a plain loop.
[[nodiscard]] std::function<void()> bare_run(EltwiseData& data, const EltwiseOperation& operation, BareLoop loop);

}  // namespace bench
