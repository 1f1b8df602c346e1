#include "memory/out_of_memory.hpp"

#include <atomic>
#include <cstring>

namespace ringlet::memory {
namespace {

std::atomic<std::size_t> held{0};

/// Overwrites memory that is no longer read. A compiler would omit a plain memset. memory may be null if count is 0.
void wipe(void* memory, std::size_t count) noexcept {
  if (count == 0) return;
  std::memset(memory, 0, count);
  // The compiler must assume that this reads the memory, as in glibc's explicit_bzero. It works with any C library.
  asm volatile("" : : "r"(memory) : "memory");
}

}  // namespace

void* allocate(std::size_t bytes, std::align_val_t alignment) {
  try {
    void* const memory = ::operator new(bytes, alignment);
    held.fetch_add(bytes, std::memory_order_relaxed);
    return memory;
  } catch (const std::bad_alloc&) {
    throw OutOfMemory(bytes);
  }
}

void release(void* memory, std::size_t bytes, std::align_val_t alignment) noexcept {
  wipe(memory, bytes);
  ::operator delete(memory, alignment);
  held.fetch_sub(bytes, std::memory_order_relaxed);
}

std::size_t held_bytes() noexcept { return held.load(std::memory_order_relaxed); }

}  // namespace ringlet::memory
