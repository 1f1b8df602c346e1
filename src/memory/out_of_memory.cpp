#include "memory/out_of_memory.hpp"

namespace ringlet::plan {

void* allocate(std::size_t bytes, std::align_val_t alignment) {
  try {
    return ::operator new(bytes, alignment);
  } catch (const std::bad_alloc&) {
    throw OutOfMemory(bytes);
  }
}

}  // namespace ringlet::plan
