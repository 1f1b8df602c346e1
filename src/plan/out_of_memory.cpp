#include "plan/out_of_memory.hpp"

#include <cstdio>

namespace ringlet::plan {

OutOfMemory::OutOfMemory(std::size_t bytes) noexcept {
  static_cast<void>(std::snprintf(text_.data(), text_.size(), "there is no memory for %zu bytes", bytes));
}

void* allocate(std::size_t bytes, std::align_val_t alignment) {
  try {
    return ::operator new(bytes, alignment);
  } catch (const std::bad_alloc&) {
    throw OutOfMemory(bytes);
  }
}

}  // namespace ringlet::plan
