#pragma once

#include <functional>
#include <ringlet/executor.hpp>
#include <string>
#include <vector>

#include "rns/problem.hpp"

namespace bench::rns {

/// Computation of a problem's results, with its own memory.
struct Run {
  /// Empty if a library has no such operation.
  std::function<void()> run = {};
  /// Stores the results of the first run. Empty if they need not equal ours by definition.
  std::function<void(Polynomials&)> store = {};
};

struct Contender {
  std::string name;
  /// Whether its results equal ours.
  bool is_comparable;
  std::function<Run(const Problem&)> prepare;
};

/// Returns the computation by this library, which writes into `results`. As with all contenders, a division is in
/// place, so that each call works on the results of the previous one. The plans keep the backend that is active now.
/// The problem and the results must outlive the function.
[[nodiscard]] std::function<void()> ours(const Problem& problem, Polynomials& results,
                                         ringlet::Executor* executor = nullptr);

/// Returns the peers that were found when this program was built.
[[nodiscard]] std::vector<Contender> peers();
/// Returns the names of the other peers, with a hint.
[[nodiscard]] std::vector<std::string> absent_peers();

/// Prepares a run of Microsoft SEAL, without acceleration or on our libhexl. These are two libraries from one source,
/// which export nothing else.
[[nodiscard]] __attribute__((visibility("default"))) Run seal_plain(const Problem& problem);
[[nodiscard]] __attribute__((visibility("default"))) Run seal_on_libhexl(const Problem& problem);
/// Prepares a run of Lattigo, in Go.
[[nodiscard]] Run lattigo(const Problem& problem);

/// Part of an operation, by public operations.
struct Part {
  std::string name;
  std::function<void()> run;
  /// Bytes that are read and written if memory may limit the part; else 0.
  std::size_t bytes = 0;
};

/// Returns the whole key switch, then its three phases: digits, inner product, division; then the steps that make the
/// digits: inverse transforms, conversions (if digits have several moduli), forward transforms. The whole writes
/// `results`, which must outlive the parts.
[[nodiscard]] std::vector<Part> parts_of(const Problem& problem, Polynomials& results);

/// Returns the sum over rotations, each times a plaintext, modulo Q P: as one operation, then by one call after the
/// other; then a read of the plaintexts, for the speed of memory. Throws std::runtime_error unless both ways agree.
[[nodiscard]] std::vector<Part> rotations_of(const Problem& problem, std::size_t rotations);

/// Compares results with the definition: by GMP's integers at some coefficients, or by transforms, lifts and products,
/// which have their own tests. Throws std::runtime_error that names the row.
void verify(const Problem& problem, const Polynomials& results);

}  // namespace bench::rns
