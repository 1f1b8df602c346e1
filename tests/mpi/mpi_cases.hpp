#pragma once

#include <mpi.h>

#include <algorithm>
#include <string>
#include <vector>

#include "large/rank_cases.hpp"
#include "ringlet/mpi.hpp"

/// Large transforms on several ranks.
namespace ringlet_test {

namespace mpi = ringlet::mpi;

/// Message of the exception that was thrown before MPI was initialised.
[[nodiscard]] inline std::string& message_before_mpi() {
  static std::string message;
  return message;
}

[[nodiscard]] inline std::size_t rank_of(MPI_Comm comm = MPI_COMM_WORLD) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return static_cast<std::size_t>(rank);
}

[[nodiscard]] inline std::size_t ranks_of(MPI_Comm comm = MPI_COMM_WORLD) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return static_cast<std::size_t>(size);
}

/// Traffic of MPI_Alltoallv since `reset`.
struct Traffic {
  std::size_t calls = 0;
  /// Bytes sent to other ranks.
  std::size_t bytes = 0;

  static Traffic& of_this_rank() {
    static Traffic traffic;
    return traffic;
  }
};

}  // namespace ringlet_test
