// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "hexl/number-theory/number-theory.hpp"
#include "hexl/util/allocator.hpp"
#include "hexl/util/defines.hpp"

namespace intel {
namespace hexl {

/// Allocates by malloc and free.
struct MallocStrategy : AllocatorBase {
  void* allocate(size_t bytes_count) final { return std::malloc(bytes_count); }

  void deallocate(void* p, size_t n) final {
    HEXL_UNUSED(n);
    std::free(p);
  }
};

using AllocatorStrategyPtr = std::shared_ptr<AllocatorBase>;

/// Default strategy of AlignedAllocator.
extern AllocatorStrategyPtr mallocStrategy;

/// Allocates from a strategy, aligned to Alignment bytes, a power of two.
template <typename T, uint64_t Alignment>
class AlignedAllocator {
  static_assert(Alignment != 0 && (Alignment & (Alignment - 1)) == 0, "alignment must be a power of two");
  static_assert(Alignment >= sizeof(void*), "alignment must be that of a pointer at least");

 public:
  template <typename, uint64_t>
  friend class AlignedAllocator;

  using value_type = T;

  explicit AlignedAllocator(AllocatorStrategyPtr strategy = nullptr) noexcept
      : m_alloc_impl(strategy != nullptr ? std::move(strategy) : mallocStrategy) {}

  AlignedAllocator(const AlignedAllocator&) = default;
  AlignedAllocator& operator=(const AlignedAllocator&) = default;

  template <typename U>
  AlignedAllocator(const AlignedAllocator<U, Alignment>& other) : m_alloc_impl(other.m_alloc_impl) {}

  ~AlignedAllocator() = default;

  template <typename U>
  struct rebind {
    using other = AlignedAllocator<U, Alignment>;
  };

  /// Returns whether one allocator may free memory of the other allocator.
  bool operator==(const AlignedAllocator& other) const { return m_alloc_impl == other.m_alloc_impl; }
  bool operator!=(const AlignedAllocator& other) const { return !(*this == other); }

  /// Allocates n elements. Throws std::bad_alloc if the strategy has no memory.
  T* allocate(size_t n) {
    if (n > (SIZE_MAX - overhead) / sizeof(T)) throw std::bad_alloc();
    void* const block = m_alloc_impl->allocate(sizeof(T) * n + overhead);
    if (block == nullptr) throw std::bad_alloc();
    // The block's address is kept in the word before the aligned part.
    void* aligned = static_cast<char*>(block) + sizeof(void*);
    size_t space = sizeof(T) * n + Alignment;
    std::align(Alignment, sizeof(T) * n, aligned, space);
    static_cast<void**>(aligned)[-1] = block;
    return static_cast<T*>(aligned);
  }

  void deallocate(T* p, size_t n) {
    if (p == nullptr) return;
    m_alloc_impl->deallocate(static_cast<void**>(static_cast<void*>(p))[-1], n);
  }

 private:
  static constexpr size_t overhead = sizeof(void*) + static_cast<size_t>(Alignment);

  AllocatorStrategyPtr m_alloc_impl;
};

/// Vector whose elements begin at a 64-byte boundary.
template <typename T>
using AlignedVector64 = std::vector<T, AlignedAllocator<T, 64>>;

}  // namespace hexl
}  // namespace intel
