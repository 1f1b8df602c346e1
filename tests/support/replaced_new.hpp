#pragma once

#include <malloc.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

/// Replaces operator new and delete of a whole test program, the library included. One file includes it and defines the
/// calls before each allocation and each release.
namespace ringlet_test {

/// Called before each allocation. May throw std::bad_alloc instead.
void before_allocation(std::size_t size, std::size_t alignment);

/// Called while the memory can still be read. size: the size requested, or 0 if the program does not pass it.
void before_release(void* memory, std::size_t size, std::size_t alignment);

inline void* allocate(std::size_t size, std::size_t alignment) {
  before_allocation(size, alignment);
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (memory == nullptr) throw std::bad_alloc();
  // Zero the rest of the block, since compilers before clang 19 release blocks without their size. Volatile, since
  // _FORTIFY_SOURCE takes the requested size as the end.
  std::byte* volatile const end = static_cast<std::byte*>(memory) + size;
  std::memset(end, 0, ::malloc_usable_size(memory) - size);
  return memory;
}

inline void release(void* memory, std::size_t size, std::size_t alignment) noexcept {
  if (memory != nullptr) before_release(memory, size, alignment);
  std::free(memory);
}

}  // namespace ringlet_test

// Without noinline, GCC may inline one of a pair and warns that they do not match.
[[gnu::noinline]] void* operator new(std::size_t size) {
  return ringlet_test::allocate(size, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return ringlet_test::allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  ringlet_test::release(memory, 0, alignof(std::max_align_t));
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t size) noexcept {
  ringlet_test::release(memory, size, alignof(std::max_align_t));
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t alignment) noexcept {
  ringlet_test::release(memory, 0, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t size, std::align_val_t alignment) noexcept {
  ringlet_test::release(memory, size, static_cast<std::size_t>(alignment));
}
