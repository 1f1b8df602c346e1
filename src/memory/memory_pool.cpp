#include "memory/memory_pool.hpp"

#include <algorithm>

namespace ringlet::memory {

MemoryPool::Bytes MemoryPool::bytes() const {
  const std::scoped_lock lock(mutex_);
  return bytes_;
}

void MemoryPool::release() {
  const std::scoped_lock lock(mutex_);
  spare_.clear();
  bytes_.held = bytes_.lent;
}

HugeBlock MemoryPool::take(std::size_t words) {
  const std::scoped_lock lock(mutex_);
  auto chosen = std::ranges::lower_bound(spare_, words * sizeof(std::uint64_t), {}, &HugeBlock::bytes);
  if (chosen == spare_.end()) {
    // Makes room for all blocks, so that give_back allocates nothing.
    spare_.reserve(spare_.size() + lent_blocks_ + 1);
    if (!spare_.empty()) {
      bytes_.held -= spare_.back().bytes();
      spare_.pop_back();
    }
    chosen = spare_.emplace(spare_.end(), words);
    bytes_.held += chosen->bytes();
    bytes_.peak = std::max(bytes_.peak, bytes_.held);
  }
  HugeBlock block = std::move(*chosen);
  spare_.erase(chosen);
  bytes_.lent += block.bytes();
  ++lent_blocks_;
  return block;
}

void MemoryPool::give_back(HugeBlock block) noexcept {
  const std::scoped_lock lock(mutex_);
  bytes_.lent -= block.bytes();
  --lent_blocks_;
  // Before other blocks of its size, so that the next call gets the block that was used last.
  spare_.insert(std::ranges::lower_bound(spare_, block.bytes(), {}, &HugeBlock::bytes), std::move(block));
}

}  // namespace ringlet::memory
