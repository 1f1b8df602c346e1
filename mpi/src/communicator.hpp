#pragma once

#include <mpi.h>

#include <cstddef>
#include <exception>
#include <string>
#include <vector>

#include "ringlet/large_ranks.hpp"

namespace ringlet::mpi {

/// std::runtime_error with MPI's message where a call has not succeeded.
void require_success(int status);

/// Ranks of a communicator, the calling one and how many there are. Throws std::invalid_argument where it has no one
/// group, or where MPI does not run.
struct Ranks {
  explicit Ranks(MPI_Comm comm);

  std::size_t mine = 0;
  std::size_t count = 0;
};

/// A duplicate of a communicator: messages of its owner cannot meet others. Its members are collective.
class Communicator final : public RankGroup {
 public:
  explicit Communicator(MPI_Comm comm);
  ~Communicator() override;

  [[nodiscard]] std::size_t rank() const noexcept override { return ranks_.mine; }
  [[nodiscard]] std::size_t size() const noexcept override { return ranks_.count; }

  /// One MPI_Alltoallv. Numbers are moved as such, so that counts are of numbers and not of bytes.
  void exchange(const void* sent, const RankPieces& to, void* received, const RankPieces& from,
                std::size_t bytes) override;
  void agree(const std::exception_ptr& error) override;
  [[nodiscard]] std::string text_of_first(const std::string& text) override { return broadcast(text, 0); }

 private:
  /// The text of a rank, on all of them.
  [[nodiscard]] std::string broadcast(std::string text, int root) const;

  Ranks ranks_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  /// Four lists of MPI_Alltoallv.
  std::vector<int> counts_;
};

}  // namespace ringlet::mpi
