#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

/// Replaces operator new and delete of a whole test program, the library's among them. To be included by one file,
/// which defines what happens before each allocation.
namespace ringlet_test {

/// May throw std::bad_alloc in place of the allocation.
void before_allocation();

inline void* allocate(std::size_t size, std::size_t alignment) {
  before_allocation();
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  if (void* const memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded)) return memory;
  throw std::bad_alloc();
}

}  // namespace ringlet_test

// Where GCC inlined one half of a pair, it would warn that they do not match.
void* operator new(std::size_t size) { return ringlet_test::allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return ringlet_test::allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
