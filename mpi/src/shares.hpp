#pragma once

#include <cstddef>

#include "ringlet/mpi.hpp"

namespace ringlet::mpi {

/// The lines of a rank, of so many lines: as many as another has, or one more.
[[nodiscard]] constexpr Block lines_of(std::size_t rank, std::size_t ranks, std::size_t lines) {
  const std::size_t first = rank * lines / ranks;
  return {.first = first, .count = (rank + 1) * lines / ranks - first};
}

}  // namespace ringlet::mpi
