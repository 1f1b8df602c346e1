#pragma once

#include <functional>
#include <ringlet/executor.hpp>
#include <string>
#include <vector>

#include "rns/problem.hpp"

namespace bench::rns {

/// A computation of a problem's results, with memory of its own.
struct Run {
  /// Empty where a library has no such operation.
  std::function<void()> run = {};
  /// Gives the results of the first run; empty where they are not the same by definition.
  std::function<void(Polynomials&)> store = {};
};

struct Contender {
  std::string name;
  /// Whether its results are the same as ours.
  bool is_comparable;
  std::function<Run(const Problem&)> prepare;
};

/// This library, which writes into `results`: after the first call, later ones of a division work on what the last one
/// has left, as with all contenders. The plans have the backend that is active now. The problem and the
/// results must live as long as it is used.
[[nodiscard]] std::function<void()> ours(const Problem& problem, Polynomials& results,
                                         ringlet::Executor* executor = nullptr);

/// The peers that were found when this program was built, and the names of the others with a hint.
[[nodiscard]] std::vector<Contender> peers();
[[nodiscard]] std::vector<std::string> absent_peers();

/// Microsoft SEAL without acceleration, and on our libhexl: two libraries that hide all else, from one source.
[[nodiscard]] __attribute__((visibility("default"))) Run seal_plain(const Problem& problem);
[[nodiscard]] __attribute__((visibility("default"))) Run seal_on_libhexl(const Problem& problem);
/// Lattigo, in Go.
[[nodiscard]] Run lattigo(const Problem& problem);

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

/// Compares results with the definition, in GMP's integers at some coefficients or by transforms, lifts and products,
/// all of which have tests of their own. Throws std::runtime_error that names the row.
void verify(const Problem& problem, const Polynomials& results);

}  // namespace bench::rns
