#pragma once

#include <cstddef>

#include "contender.hpp"

namespace bench {

/// The contender with `count` moduli that take turns, as residues do: each run is modulo another prime, with an array
/// of its own, and finds little of either in the caches where a single modulus finds all.
[[nodiscard]] Contender in_turn(const Contender& contender, std::size_t count);

}  // namespace bench
