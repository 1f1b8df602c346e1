#pragma once

#include <mpi.h>

#include <cstddef>
#include <exception>
#include <string>

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
class Communicator {
 public:
  explicit Communicator(MPI_Comm comm);
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  ~Communicator();

  [[nodiscard]] MPI_Comm get() const { return comm_; }
  [[nodiscard]] const Ranks& ranks() const { return ranks_; }

  /// Returns where no rank has an error. Else throws on all: on one that has an error this one, on the others what the
  /// first rank with an error says, as std::invalid_argument where it is that, else as std::runtime_error.
  void agree(const std::exception_ptr& error) const;

  /// `agree` on what `work` throws.
  template <class Work>
  void agree_on(const Work& work) const {
    std::exception_ptr error;
    try {
      work();
    } catch (...) {
      error = std::current_exception();
    }
    agree(error);
  }

  /// Agrees that all ranks have the same text.
  void agree_on_text(const std::string& text) const;

 private:
  /// The text of a rank, on all of them.
  [[nodiscard]] std::string broadcast(std::string text, int root) const;

  Ranks ranks_;
  MPI_Comm comm_ = MPI_COMM_NULL;
};

}  // namespace ringlet::mpi
