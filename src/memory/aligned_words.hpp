#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "memory/out_of_memory.hpp"

namespace ringlet::memory {

/// Allocates memory aligned to cache lines, which are as long as the widest vectors, and wipes it when it is released.
/// All memory for values of calls comes from here or is a `HugeBlock`.
template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  CacheLineAllocator() = default;
  template <class U>
  explicit CacheLineAllocator(const CacheLineAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(memory::allocate(count * sizeof(T), alignment)); }
  void deallocate(T* p, std::size_t count) noexcept { release(p, count * sizeof(T), alignment); }

  friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) = default;
};

template <class Word>
using AlignedWords = std::vector<Word, CacheLineAllocator<Word>>;

struct FreeBytes {
  std::size_t count = 0;
  void operator()(std::byte* bytes) const noexcept { CacheLineAllocator<std::byte>().deallocate(bytes, count); }
};

/// A block of memory aligned to cache lines, for any content.
using AlignedBytes = std::unique_ptr<std::byte[], FreeBytes>;

/// Returns uninitialised memory. Throws OutOfMemory.
[[nodiscard]] inline AlignedBytes allocate_bytes(std::size_t count) {
  return {CacheLineAllocator<std::byte>().allocate(count), FreeBytes{count}};
}

}  // namespace ringlet::memory
