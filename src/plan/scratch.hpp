#pragma once

#include <atomic>
#include <cstddef>

#include "plan/aligned_block.hpp"

namespace ringlet::plan {

/// Working memory of transform calls. It keeps one block between calls, so that one thread at a time allocates once
/// only; what concurrent calls need beyond that is allocated and freed. Any number of threads may borrow at once.
class Scratch {
 public:
  explicit Scratch(std::size_t bytes) : bytes_(bytes) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { release(spare_.load(std::memory_order_relaxed)); }

  /// Gives its block back when it goes.
  class Loan {
   public:
    explicit Loan(Scratch& owner) : owner_(&owner), block_(owner.take()) {}
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan() { owner_->release(owner_->spare_.exchange(block_, std::memory_order_acq_rel)); }

    /// On a cache line; null where no byte is needed.
    [[nodiscard]] void* get() const { return block_; }

   private:
    Scratch* owner_;
    void* block_;
  };

 private:
  /// Throws std::bad_alloc.
  void* take() {
    if (bytes_ == 0) return nullptr;
    void* spare = spare_.exchange(nullptr, std::memory_order_acq_rel);
    return spare != nullptr ? spare : allocate_block(bytes_);
  }
  void release(void* block) noexcept { release_block(block, bytes_); }

  std::size_t bytes_;
  std::atomic<void*> spare_{nullptr};
};

}  // namespace ringlet::plan
