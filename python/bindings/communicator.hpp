#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <ringlet/large_ranks.hpp>
#include <string>

#include "integers.hpp"
#include "unlocked.hpp"

namespace ringlet_python {

/// Group of ranks of an mpi4py communicator. The constructor calls Get_rank, Get_size and Is_inter. All later calls are
/// of allgather and Alltoallv and, for a communicator of mpi4py's own classes, of the methods that make an MPI datatype
/// for numbers of several words. No other Python code runs between an agreement and the exchange after it: a signal
/// handler there could keep one rank away.
class Communicator final : public ringlet::RankGroup {
 public:
  /// Errors    TypeError where a method is missing; ValueError for an intercommunicator; whatever the methods raise.
  explicit Communicator(nb::handle comm);

  /// Lets the members below take the interpreter's lock, which the caller has released, while the object lives.
  class Use {
   public:
    Use(Communicator& comm, Unlocked& unlocked) : comm_(&comm) { comm_->unlocked_ = &unlocked; }
    ~Use() { comm_->unlocked_ = nullptr; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Communicator* comm_;
  };

  [[nodiscard]] std::size_t rank() const noexcept override { return rank_; }
  [[nodiscard]] std::size_t size() const noexcept override { return size_; }
  /// Returns whether messages are counted in numbers; otherwise they are counted in words.
  [[nodiscard]] bool counts_numbers() const { return word_type_.is_valid(); }
  /// Keeps an error until the next agreement, because other ranks may have no error.
  void exchange(const void* sent, const ringlet::RankPieces& to, void* received, const ringlet::RankPieces& from,
                std::size_t bytes) override;
  /// Treats an exception of a signal handler as an error of this rank, too.
  void agree(const std::exception_ptr& error) override;
  [[nodiscard]] std::string text_of_first(const std::string& text) override;

 private:
  using Lock = std::optional<Unlocked::Locked>;
  void lock(Lock& lock) const {
    if (unlocked_ != nullptr) lock.emplace(*unlocked_);
  }
  /// Returns the objects of all ranks, by rank.
  [[nodiscard]] nb::list gather(const nb::object& mine) const;

  nb::object comm_;
  nb::object word_type_;
  std::size_t rank_;
  std::size_t size_;
  Unlocked* unlocked_ = nullptr;
  std::exception_ptr kept_;
};

}  // namespace ringlet_python
