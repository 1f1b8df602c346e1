#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <new>

#include "ringlet/export.hpp"

namespace ringlet::memory {

/// A failed allocation; the message states its number of bytes.
class OutOfMemory : public std::bad_alloc {
 public:
  explicit OutOfMemory(std::size_t bytes) noexcept {
    static_cast<void>(std::snprintf(text_.data(), text_.size(), "there is no memory for %zu bytes", bytes));
  }
  [[nodiscard]] const char* what() const noexcept override { return text_.data(); }

 private:
  /// Text of `what`; no string, because there may be no memory for a string.
  std::array<char, 64> text_;
};

/// Returns uninitialised memory for `release`. Throws OutOfMemory.
[[nodiscard]] RINGLET_FOR_LARGE void* allocate(std::size_t bytes, std::align_val_t alignment);

/// Wipes and frees memory of `allocate`, with the same arguments.
RINGLET_FOR_LARGE void release(void* memory, std::size_t bytes, std::align_val_t alignment) noexcept;

/// Returns the number of bytes that the process has allocated and not released.
[[nodiscard]] std::size_t held_bytes() noexcept;

}  // namespace ringlet::memory
