#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <vector>

namespace ringlet::openfhe {

/// Working memory of a context: a block for each call at the same time, grown to the largest use, and kept.
class WorkingMemory {
 public:
  /// Block of a call.
  class Lease {
   public:
    Lease(WorkingMemory& memory, std::size_t words) : memory_(memory) {
      {
        const std::scoped_lock lock(memory_.mutex_);
        if (!memory_.free_.empty()) block_.splice(block_.begin(), memory_.free_, memory_.free_.begin());
      }
      if (!block_.empty() && block_.front().size() >= words) return;
      block_.clear();
      block_.emplace_back(words);
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() {
      const std::scoped_lock lock(memory_.mutex_);
      memory_.free_.splice(memory_.free_.begin(), block_);
    }
    [[nodiscard]] std::uint64_t* get() { return block_.front().data(); }

   private:
    WorkingMemory& memory_;
    /// One block. Lists pass it on without an allocation.
    std::list<std::vector<std::uint64_t>> block_;
  };

 private:
  std::mutex mutex_;
  std::list<std::vector<std::uint64_t>> free_;
};

}  // namespace ringlet::openfhe
