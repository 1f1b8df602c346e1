#pragma once

#include <atomic>
#include <cstddef>
#include <new>

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
    ~Loan() { release(owner_->spare_.exchange(block_, std::memory_order_acq_rel)); }

    /// On a cache line; null where no byte is needed.
    [[nodiscard]] void* get() const { return block_; }

   private:
    Scratch* owner_;
    void* block_;
  };

 private:
  static constexpr std::align_val_t alignment{64};

  /// Throws std::bad_alloc.
  void* take() {
    if (bytes_ == 0) return nullptr;
    void* spare = spare_.exchange(nullptr, std::memory_order_acq_rel);
    return spare != nullptr ? spare : ::operator new(bytes_, alignment);
  }
  static void release(void* block) noexcept {
    if (block != nullptr) ::operator delete(block, alignment);
  }

  std::size_t bytes_;
  std::atomic<void*> spare_{nullptr};
};

}  // namespace ringlet::plan
