#pragma once

#include <string>
#include <vector>

#include "contender.hpp"

namespace bench {

/// This library on the backend that it chooses itself.
[[nodiscard]] Contender this_library();
/// Its transforms out of place.
[[nodiscard]] Contender between_two_arrays();
/// The same with its scalar backend forced: what the instruction set is worth.
[[nodiscard]] Contender scalar_backend();

// One file each in peers/, compiled where the peer is present.
[[nodiscard]] Contender gmp();
[[nodiscard]] Contender ntl();
[[nodiscard]] Contender flint();
[[nodiscard]] Contender tfhe_ntt();

/// This library, then what this build compares it with, in the order of the table's columns.
[[nodiscard]] std::vector<Contender> contenders();

/// The peers that this build lacks, each with the reason.
[[nodiscard]] std::vector<std::string> absent_peers();

}  // namespace bench
