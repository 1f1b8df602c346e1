#pragma once

#include <cstddef>
#include <cstring>

namespace ringlet::plan {

/// Overwrites memory that nobody will read any more, which a compiler would leave out. Null where count is 0.
inline void wipe(void* memory, std::size_t count) noexcept {
  if (count == 0) return;
  std::memset(memory, 0, count);
  // For all that the compiler knows, this reads the memory. It is what glibc's explicit_bzero does, with any C library.
  asm volatile("" : : "r"(memory) : "memory");
}

}  // namespace ringlet::plan
