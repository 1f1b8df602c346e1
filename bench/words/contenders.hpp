#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "words/problem.hpp"

namespace bench::words {

/// Operation of a contender in a ring, with its own operands.
struct Run {
  /// Empty if the contender does not offer the operation. May overwrite its operands: only the first call has the
  /// stated result, later ones do the same work on other values of the same range.
  std::function<void()> run = {};
  /// Returns the result of the first call, n words in [0, q).
  std::function<Words()> result = {};
  /// Human-readable description of the method.
  std::string description = {};
  /// Bytes of the constants that a run reads; 0 if that is not known.
  std::size_t table_bytes = 0;
};

struct Contender {
  std::string name;
  /// Whether this is the library itself. A wrong result of it ends the program; a peer's is reported instead of its
  /// time.
  bool ours = false;
  /// Backend of the library; empty: the one that it chooses.
  std::string backend = {};
  /// Whether the inverse transform omits the factor 1/n.
  bool unscaled_inverse = false;
  /// Whether it has tables for each modulus, so that it is also measured with many moduli in turn.
  bool has_tables = false;
  /// Differences between its results and ours, printed under the table.
  std::string remark = {};
  /// Prepares an operation on a and b; transforms ignore b. Valid until the next call for another ring.
  std::function<Run(const Ring&, Operation, const Words& a, const Words& b)> prepare;
};

/// Operands and the result, each on a cache line. `out` begins as a copy of a, for operations in place.
struct Arrays {
  Arrays(const Words& x, const Words& y) : a(x.begin(), x.end()), b(y.begin(), y.end()), out(a) {}

  [[nodiscard]] Words result() const { return {out.begin(), out.end()}; }

  CacheLineWords a, b, out;
};

/// Makes a run on arrays, which it keeps alive.
template <class Function>
[[nodiscard]] Run run_on(std::shared_ptr<Arrays> arrays, std::string description, Function run) {
  return {
      .run = std::move(run), .result = [arrays] { return arrays->result(); }, .description = std::move(description)};
}

/// Returns this library on the backend that it chooses itself.
[[nodiscard]] Contender this_library();
/// Returns this library with its scalar backend forced.
[[nodiscard]] Contender scalar_backend();
/// Returns this library's transforms out of place.
[[nodiscard]] Contender between_two_arrays();
/// Returns the contender with `count` moduli that take turns, as residues do. Each run is modulo another prime and on
/// another array, so that it finds little of its tables and data in the caches.
[[nodiscard]] Contender in_turn(const Contender& contender, std::size_t count);

// Peers, one file each in peers/, compiled if the peer is present.
[[nodiscard]] Contender gmp();
[[nodiscard]] Contender ntl();
[[nodiscard]] Contender flint();
[[nodiscard]] Contender tfhe_ntt();

/// Returns the peers that were found when this program was built.
[[nodiscard]] std::vector<Contender> peers();
/// Returns the names of the other peers, with the reason.
[[nodiscard]] std::vector<std::string> absent_peers();

}  // namespace bench::words
