#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <new>

#include "ringlet/export.hpp"

namespace ringlet::plan {

/// A failed allocation; the message states its number of bytes.
class OutOfMemory : public std::bad_alloc {
 public:
  explicit OutOfMemory(std::size_t bytes) noexcept {
    static_cast<void>(std::snprintf(text_.data(), text_.size(), "there is no memory for %zu bytes", bytes));
  }
  [[nodiscard]] const char* what() const noexcept override { return text_.data(); }

 private:
  /// Text of `what`; no string, because there may be no memory for one.
  std::array<char, 64> text_;
};

/// Returns uninitialised memory, to be released by operator delete with the same alignment. Throws OutOfMemory.
[[nodiscard]] RINGLET_FOR_LARGE void* allocate(std::size_t bytes, std::align_val_t alignment);

}  // namespace ringlet::plan
