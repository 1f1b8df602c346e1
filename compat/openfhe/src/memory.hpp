#pragma once

#include <cstddef>
#include <cstdlib>

namespace ringlet::openfhe {

/// Lets glibc keep freed memory for the next allocations: blocks of up to 31 MiB, and 62 MiB at the end of each
/// arena.
/// glibc raises both limits, at first 128 KiB, to the largest block of up to 32 MiB that a program frees, unless the
/// program or its environment has set them. OpenFHE allocates the rows of each result anew, so with low limits the
/// kernel maps and clears most of their pages each time.
inline void keep_freed_memory() {
#ifdef __GLIBC__
  // Volatile, because compilers leave out an allocation that nothing uses.
  void* volatile block = std::malloc(std::size_t{31} << 20);
  std::free(block);
#endif
}

}  // namespace ringlet::openfhe
