// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>

#include "hexl/util/defines.hpp"

namespace intel {
namespace hexl {

/// Source of memory for an NTT's tables.
struct AllocatorBase {
  virtual ~AllocatorBase() noexcept {}

  /// Allocates bytes_count bytes, aligned as by malloc. Returns null if there is no memory.
  virtual void* allocate(size_t bytes_count) = 0;

  /// Frees memory that `allocate` returned. n is the number of elements that the caller had requested.
  virtual void deallocate(void* p, size_t n) = 0;
};

/// Forwards to AllocatorImpl's allocate_impl and deallocate_impl. Without these there is no memory.
template <class AllocatorImpl>
struct AllocatorInterface : public AllocatorBase {
  void* allocate(size_t bytes_count) override { return static_cast<AllocatorImpl*>(this)->allocate_impl(bytes_count); }

  void deallocate(void* p, size_t n) override { static_cast<AllocatorImpl*>(this)->deallocate_impl(p, n); }

 private:
  void* allocate_impl(size_t bytes_count) {
    HEXL_UNUSED(bytes_count);
    return nullptr;
  }

  void deallocate_impl(void* p, size_t n) {
    HEXL_UNUSED(p);
    HEXL_UNUSED(n);
  }
};

}  // namespace hexl
}  // namespace intel
