#pragma once

#include <cstddef>
#include <cstring>

namespace ringlet::plan {

/// Overwrites memory that is no longer read. A compiler would omit a plain memset. memory may be null if count is 0.
inline void wipe(void* memory, std::size_t count) noexcept {
  if (count == 0) return;
  std::memset(memory, 0, count);
  // The compiler must assume that this reads the memory, as in glibc's explicit_bzero. It works with any C library.
  asm volatile("" : : "r"(memory) : "memory");
}

}  // namespace ringlet::plan
