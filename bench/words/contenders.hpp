#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "words/problem.hpp"

namespace bench::words {

/// One operation of one contender in one ring, with operands of its own.
struct Run {
  /// Empty where the contender does not offer the operation. May overwrite its operands: only the first call has the
  /// stated result, those after it do the same work on other values of the same range.
  std::function<void()> run = {};
  /// Returns the result of the first call, n words in [0, q).
  std::function<Words()> result = {};
  /// How it computes, for people.
  std::string description = {};
  /// Bytes of the constants that a run reads; 0 where that is not known.
  std::size_t table_bytes = 0;
};

struct Contender {
  std::string name;
  /// A wrong result of ours ends the program; a peer's is reported in the table instead of its time.
  bool ours = false;
  /// Backend of ours; empty: the one that the library chooses.
  std::string backend = {};
  /// The inverse transform leaves out the factor 1/n.
  bool unscaled_inverse = false;
  /// Has tables for each modulus: what they cost where many moduli take turns is of interest.
  bool has_tables = false;
  /// Tells where its results are not quite ours; printed under the table.
  std::string remark = {};
  /// Prepares an operation on a and b; transforms ignore b. Good until the next call for another ring.
  std::function<Run(const Ring&, Operation, const Words& a, const Words& b)> prepare;
};

/// Operands and the result on cache lines. Operations in place find a in `out`.
struct Arrays {
  Arrays(const Words& x, const Words& y) : a(x.begin(), x.end()), b(y.begin(), y.end()), out(a) {}

  [[nodiscard]] Words result() const { return {out.begin(), out.end()}; }

  CacheLineWords a, b, out;
};

/// Run over arrays, which it keeps.
template <class Function>
[[nodiscard]] Run run_on(std::shared_ptr<Arrays> arrays, std::string description, Function run) {
  return {
      .run = std::move(run), .result = [arrays] { return arrays->result(); }, .description = std::move(description)};
}

/// This library on the backend that it chooses itself, and with its scalar backend forced.
[[nodiscard]] Contender this_library();
[[nodiscard]] Contender scalar_backend();
/// Its transforms out of place.
[[nodiscard]] Contender between_two_arrays();
/// The contender with `count` moduli that take turns, as residues do: each run is modulo another prime, with an array
/// of its own, and finds little of either in the caches where a single modulus finds all.
[[nodiscard]] Contender in_turn(const Contender& contender, std::size_t count);

// One file each in peers/, compiled where the peer is present.
[[nodiscard]] Contender gmp();
[[nodiscard]] Contender ntl();
[[nodiscard]] Contender flint();
[[nodiscard]] Contender tfhe_ntt();

/// Peers that were found when this program was built, and the names of the others with the reason.
[[nodiscard]] std::vector<Contender> peers();
[[nodiscard]] std::vector<std::string> absent_peers();

}  // namespace bench::words
