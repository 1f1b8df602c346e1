#pragma once

#include <functional>
#include <ringlet/ringlet.hpp>
#include <string>
#include <vector>

#include "multiword/problem.hpp"

namespace bench::multiword {

/// Computation of a problem's results, with its own memory.
struct Run {
  /// Empty if a library has no such operation. Transforms are in place, so that each call works on the results of the
  /// previous one.
  std::function<void()> run = {};
  /// Stores the results of the first call.
  std::function<void(Words&)> store = {};
};

struct Contender {
  std::string name;
  /// Order of the evaluations that it writes or reads.
  ringlet::Order order = ringlet::Order::natural;
  /// Prepares a computation on x, the problem's x in the contender's order.
  std::function<Run(const Problem&, const Words& x)> prepare;
  /// Backend of this library; empty: the active one.
  std::string backend = {};
  bool on_all_cores = false;
};

/// Returns this library with evaluations in natural order, in bit-reversed order, and on the scalar backend.
[[nodiscard]] std::vector<Contender> ours();
/// Returns this library on the executor's threads and on one, and LargeNtt on the threads. Only for transforms.
[[nodiscard]] std::vector<Contender> ours_on(ringlet::Executor& executor);

/// Returns the peers that were found when this program was built, on one thread and on all cores.
[[nodiscard]] std::vector<Contender> peers();
/// Returns the names of the other peers, with a hint.
[[nodiscard]] std::vector<std::string> absent_peers();

/// Returns GMP's integers, one number after the other.
[[nodiscard]] Contender gmp();
/// Returns FLINT's vectors and polynomials, fmpz_mod.
[[nodiscard]] Contender flint();
/// Returns gnark-crypto, with evaluations in bit-reversed order or, by its own permutation, in natural order.
[[nodiscard]] Contender gnark(ringlet::Order order, bool on_all_cores);
/// Returns a library in Rust.
[[nodiscard]] Contender arkworks(bool on_all_cores);
[[nodiscard]] Contender halo2curves(bool on_all_cores);

/// Compares results with GMP's by the definition; for many results, only some of them.
/// Errors    std::runtime_error if they differ
void verify(const Problem& problem, const Words& results);

}  // namespace bench::multiword
