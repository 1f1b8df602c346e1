#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fields/problem.hpp"

namespace bench::fields {

/// Computation of a problem's results, with its own memory.
struct Run {
  /// Empty if a library does not have the operation. Transforms are in place: each call works on the results of the
  /// previous call.
  std::function<void()> run = {};
  /// Stores the results of the first call in natural order; empty if a library defines its transform in another way.
  std::function<void(Words&)> store = {};
};

struct Contender {
  std::string name;
  std::function<Run(const Problem&)> prepare;
  /// Backend of this library; empty: the active one.
  std::string backend = {};
};

/// Returns this library in words of the field's size, and other ways of it.
[[nodiscard]] std::vector<Contender> ours();

/// Returns the peers that were found when this program was built.
[[nodiscard]] std::vector<Contender> peers();
/// Returns the names of the other peers, with a hint.
[[nodiscard]] std::vector<std::string> absent_peers();

/// Returns Plonky3, by the algorithm that is fastest for the problem.
[[nodiscard]] Contender plonky3();
/// Returns Plonky3's elements of extension fields whose coordinates are vectors; only for their product.
[[nodiscard]] Contender plonky3_packed();
/// Returns tfhe-ntt; only for single transforms, negacyclic, in its own order.
[[nodiscard]] Contender tfhe_ntt();
/// Returns gnark-crypto; without matrices.
[[nodiscard]] Contender gnark();

}  // namespace bench::fields
