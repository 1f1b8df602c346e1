#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <ringlet/large_ranks.hpp>
#include <string>

#include "integers.hpp"
#include "unlocked.hpp"

namespace ringlet_python {

/// A communicator of mpi4py's, as the group of ranks that it is. Of its methods there are called Get_rank, Get_size and
/// Is_inter, then allgather and Alltoallv only, directly, and, where it is mpi4py's own, MPI is asked for a type of
/// numbers of several words: no code of Python's runs between an agreement and the exchange that follows it, in which a
/// signal handler could keep one rank away.
class Communicator final : public ringlet::RankGroup {
 public:
  /// Errors    TypeError where it lacks one of these methods; ValueError where it is one of two groups; what they
  /// raise.
  explicit Communicator(nb::handle comm);

  /// Lets the members below take the interpreter's lock, which their caller has given up, for as long as it lives.
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
  /// Whether messages are counted in numbers, else in words.
  [[nodiscard]] bool counts_numbers() const { return word_type_.is_valid(); }
  /// What it raises is kept until the ranks agree again: others may have had no error.
  void exchange(const void* sent, const ringlet::RankPieces& to, void* received, const ringlet::RankPieces& from,
                std::size_t bytes) override;
  /// What a signal handler raises is an error as well.
  void agree(const std::exception_ptr& error) override;
  [[nodiscard]] std::string text_of_first(const std::string& text) override;

 private:
  using Lock = std::optional<Unlocked::Locked>;
  void lock(Lock& lock) const {
    if (unlocked_ != nullptr) lock.emplace(*unlocked_);
  }
  /// What all ranks have, in a list.
  [[nodiscard]] nb::list gather(const nb::object& mine) const;

  nb::object comm_;
  nb::object word_type_;
  std::size_t rank_;
  std::size_t size_;
  Unlocked* unlocked_ = nullptr;
  std::exception_ptr kept_;
};

}  // namespace ringlet_python
