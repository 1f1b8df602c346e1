#pragma once

#include <functional>
#include <ringlet/ringlet.hpp>
#include <string>
#include <vector>

#include "multiword/problem.hpp"

namespace bench::multiword {

/// A computation of a problem's results, with memory of its own.
struct Run {
  /// Empty where a library has no such operation. Transforms are in place: after the first call, they work on what the
  /// last one has left.
  std::function<void()> run = {};
  /// Gives the results of the first call.
  std::function<void(Words&)> store = {};
};

struct Contender {
  std::string name;
  /// Order of the evaluations that it leaves or takes.
  ringlet::Order order = ringlet::Order::natural;
  /// Prepares a computation on x in place of the problem's, which is x in the contender's order.
  std::function<Run(const Problem&, const Words& x)> prepare;
  /// Backend of this library; empty: the active one.
  std::string backend = {};
  bool on_all_cores = false;
};

/// This library with numbers in natural order, in bit-reversed order, and on the scalar backend.
[[nodiscard]] std::vector<Contender> ours();
/// The first on the executor's threads and on one, and the four steps of LargeNtt on the threads: transforms only.
[[nodiscard]] std::vector<Contender> ours_on(ringlet::Executor& executor);

/// Peers that were found when this program was built, on one thread and on all cores, and the names of the others with
/// a hint.
[[nodiscard]] std::vector<Contender> peers();
[[nodiscard]] std::vector<std::string> absent_peers();

/// GMP's integers, one number after the other.
[[nodiscard]] Contender gmp();
/// FLINT's vectors and polynomials, fmpz_mod.
[[nodiscard]] Contender flint();
/// gnark-crypto's, with evaluations as it leaves them and with its function that brings them into natural order.
[[nodiscard]] Contender gnark(ringlet::Order order, bool on_all_cores);
/// Those in Rust.
[[nodiscard]] Contender arkworks(bool on_all_cores);
[[nodiscard]] Contender halo2curves(bool on_all_cores);

/// Compares results with what GMP computes by the definition: some of them, of many.
/// Errors    std::runtime_error where they differ.
void verify(const Problem& problem, const Words& results);

}  // namespace bench::multiword
