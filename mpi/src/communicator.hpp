#pragma once

#include <mpi.h>

#include <cstddef>
#include <exception>
#include <string>
#include <vector>

#include "ringlet/large_ranks.hpp"

namespace ringlet::mpi {

/// Throws std::runtime_error with MPI's message if a call has failed.
void require_success(int status);

/// Calling rank of a communicator and number of its ranks. The constructor throws std::invalid_argument for
/// MPI_COMM_NULL and intercommunicators, and if MPI is not running.
struct Ranks {
  explicit Ranks(MPI_Comm comm);

  std::size_t mine = 0;
  std::size_t count = 0;
};

/// Duplicate of a communicator, so that its messages cannot mix with other messages. Its members are collective.
class Communicator final : public RankGroup {
 public:
  explicit Communicator(MPI_Comm comm);
  ~Communicator() override;

  [[nodiscard]] std::size_t rank() const noexcept override { return ranks_.mine; }
  [[nodiscard]] std::size_t size() const noexcept override { return ranks_.count; }

  /// Calls MPI_Alltoallv once. The datatype is a number, so that counts are numbers and not bytes.
  void exchange(const void* sent, const RankPieces& to, void* received, const RankPieces& from,
                std::size_t bytes) override;
  void agree(const std::exception_ptr& error) override;
  [[nodiscard]] std::string text_of_first(const std::string& text) override { return broadcast(text, 0); }

 private:
  /// Returns the text of rank `root` on all ranks.
  [[nodiscard]] std::string broadcast(std::string text, int root) const;

  Ranks ranks_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  /// Counts and places of MPI_Alltoallv, four lists.
  std::vector<int> counts_;
};

}  // namespace ringlet::mpi
