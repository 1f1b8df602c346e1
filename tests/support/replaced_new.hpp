#pragma once

#include <malloc.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

/// Replaces operator new and delete of a whole test program, the library's among them. To be included by one file,
/// which defines what happens before each allocation and each release.
namespace ringlet_test {

/// May throw std::bad_alloc in place of the allocation.
void before_allocation();

/// The memory can still be read. size: what was asked for, or 0 where the program does not say.
void before_release(void* memory, std::size_t size, std::size_t alignment);

inline void* allocate(std::size_t size, std::size_t alignment) {
  before_allocation();
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (memory == nullptr) throw std::bad_alloc();
  // Zero to the end of the memory: compilers before clang 19 do not say where a block ends that they release. Volatile,
  // since _FORTIFY_SOURCE takes what was asked for as the end.
  std::byte* volatile const end = static_cast<std::byte*>(memory) + size;
  std::memset(end, 0, ::malloc_usable_size(memory) - size);
  return memory;
}

inline void release(void* memory, std::size_t size, std::size_t alignment) noexcept {
  if (memory != nullptr) before_release(memory, size, alignment);
  std::free(memory);
}

}  // namespace ringlet_test

// Where GCC inlined one half of a pair, it would warn that they do not match.
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
