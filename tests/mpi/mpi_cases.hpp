#pragma once

#include <mpi.h>

#include <algorithm>
#include <string>
#include <vector>

#include "large/large_cases.hpp"
#include "ringlet/mpi.hpp"

/// Large transforms on several ranks.
namespace ringlet_test {

namespace mpi = ringlet::mpi;
using mpi::CoefficientOrder;

inline constexpr CoefficientOrder all_coefficient_orders[] = {CoefficientOrder::natural, CoefficientOrder::transposed};

/// What was thrown before MPI was initialised.
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

/// What passed through MPI_Alltoallv since `reset`.
struct Traffic {
  std::size_t calls = 0;
  /// To other ranks.
  std::size_t bytes = 0;

  static Traffic& of_this_rank() {
    static Traffic traffic;
    return traffic;
  }
};

/// The values of a whole, in this rank's block.
template <class Word>
[[nodiscard]] std::vector<Word> block_of(const std::vector<Word>& whole, const mpi::Block& block) {
  const auto first = whole.begin() + static_cast<std::ptrdiff_t>(block.first);
  return {first, first + static_cast<std::ptrdiff_t>(block.count)};
}

/// A whole input in the order of coefficients.
template <class Word>
[[nodiscard]] std::vector<Word> ordered(const std::vector<Word>& in, CoefficientOrder order, std::size_t height) {
  if (order == CoefficientOrder::natural) return in;
  const std::size_t width = in.size() / height;
  std::vector<Word> out(in.size());
  for (std::size_t j = 0; j < in.size(); ++j) out[j % width * height + j / width] = in[j];
  return out;
}

}  // namespace ringlet_test
