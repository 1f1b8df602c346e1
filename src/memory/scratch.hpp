#pragma once

#include <atomic>
#include <cstddef>

#include "memory/aligned_words.hpp"
#include "memory/huge_block.hpp"

namespace ringlet::memory {

/// Working memory of transform calls. It keeps one block between calls, so that one thread at a time allocates only
/// once. Concurrent calls allocate, wipe and free additional blocks. Any number of threads may borrow at once.
class Scratch {
 public:
  explicit Scratch(std::size_t bytes) : bytes_(bytes) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { const AlignedBytes freed = swap_spare(nullptr); }

  /// A borrowed block; its destructor returns it.
  class Loan {
   public:
    explicit Loan(Scratch& owner) : owner_(&owner), block_(owner.take()) {}
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan() { const AlignedBytes freed = owner_->swap_spare(block_.release()); }

    /// Returns the block, aligned to a cache line; null if no byte is needed.
    [[nodiscard]] void* get() const { return block_.get(); }

   private:
    Scratch* owner_;
    AlignedBytes block_;
  };

 private:
  /// Keeps a block, or null, and returns the block kept before.
  AlignedBytes swap_spare(std::byte* block) noexcept {
    return {spare_.exchange(block, std::memory_order_acq_rel), FreeBytes{bytes_}};
  }

  /// Returns the kept block or a new one. Throws OutOfMemory.
  AlignedBytes take() {
    if (bytes_ == 0) return nullptr;
    AlignedBytes spare = swap_spare(nullptr);
    if (spare != nullptr) return spare;
    AlignedBytes block = allocate_bytes(bytes_);
    advise_huge_pages(block.get(), bytes_);
    return block;
  }

  std::size_t bytes_;
  std::atomic<std::byte*> spare_{nullptr};
};

}  // namespace ringlet::memory
