#pragma once

#include <cstddef>
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

}  // namespace ringlet::plan
