#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace ringlet::plan {

/// Allocates on cache lines, which are also the widest vectors.
template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  CacheLineAllocator() = default;
  template <class U>
  explicit CacheLineAllocator(const CacheLineAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
  void deallocate(T* p, std::size_t) noexcept { ::operator delete(p, alignment); }

  friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) = default;
};

template <class Word>
using AlignedWords = std::vector<Word, CacheLineAllocator<Word>>;

struct FreeBytes {
  void operator()(std::byte* bytes) const noexcept {
    ::operator delete(bytes, CacheLineAllocator<std::byte>::alignment);
  }
};

/// A block of memory on cache lines, whatever it holds.
using AlignedBytes = std::unique_ptr<std::byte[], FreeBytes>;

/// Uninitialised. Throws std::bad_alloc.
[[nodiscard]] inline AlignedBytes allocate_bytes(std::size_t count) {
  return AlignedBytes(CacheLineAllocator<std::byte>().allocate(count));
}

}  // namespace ringlet::plan
