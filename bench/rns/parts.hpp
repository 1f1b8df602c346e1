#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rns/problem.hpp"

namespace bench::rns {

/// A part of a key switch, by public operations.
struct Part {
  std::string name;
  std::function<void()> run;
  /// Read and written, where memory may bind; else 0.
  std::size_t bytes = 0;
};

/// The whole, then its three phases: digits, inner product, division; then what digits are made by: inverse transforms,
/// conversions (of digits of several moduli), forward transforms. They keep `results`, which the whole writes.
[[nodiscard]] std::vector<Part> parts_of(const Problem& problem, Polynomials& results);

}  // namespace bench::rns
