#pragma once

#include <cstddef>
#include <vector>

#include "plan/aligned_block.hpp"

namespace ringlet::plan {

/// Allocates as `allocate_block` does.
template <class T>
struct BlockAllocator {
  using value_type = T;

  BlockAllocator() = default;
  template <class U>
  explicit BlockAllocator(const BlockAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(allocate_block(count * sizeof(T))); }
  void deallocate(T* p, std::size_t count) noexcept { release_block(p, count * sizeof(T)); }

  friend bool operator==(const BlockAllocator&, const BlockAllocator&) = default;
};

template <class Word>
using AlignedWords = std::vector<Word, BlockAllocator<Word>>;

}  // namespace ringlet::plan
