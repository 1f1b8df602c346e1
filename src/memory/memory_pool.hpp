#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "memory/huge_block.hpp"

namespace ringlet::memory {

/// Working memory of calls, in blocks that it keeps for later calls of any size. It has at most as many blocks as calls
/// have borrowed at the same time, each at most as large as the largest that was borrowed. The content of a borrowed
/// block is what an earlier call left there. Blocks are wiped when they are freed. Any number of threads may use it.
class MemoryPool {
 public:
  /// A borrowed block; its destructor returns it.
  class Loan {
   public:
    /// Throws OutOfMemory.
    Loan(MemoryPool& owner, std::size_t words) : owner_(&owner), block_(owner.take(words)) {}
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan() { owner_->give_back(std::move(block_)); }

    /// Returns the block, aligned to a cache line.
    [[nodiscard]] std::uint64_t* get() const { return block_.get(); }

   private:
    MemoryPool* owner_;
    HugeBlock block_;
  };

  /// Bytes of a pool's blocks.
  struct Bytes {
    std::size_t held = 0;
    /// Bytes of borrowed blocks.
    std::size_t lent = 0;
    /// Most bytes that were held at the same time.
    std::size_t peak = 0;
  };
  [[nodiscard]] Bytes bytes() const;

  /// Frees the blocks that no call has borrowed.
  void release();

 private:
  /// Returns the smallest spare block that is large enough. If all are too small, frees the largest and allocates.
  HugeBlock take(std::size_t words);
  void give_back(HugeBlock block) noexcept;

  mutable std::mutex mutex_;
  /// In the order of their sizes.
  std::vector<HugeBlock> spare_;
  std::size_t lent_blocks_ = 0;
  Bytes bytes_;
};

}  // namespace ringlet::memory
