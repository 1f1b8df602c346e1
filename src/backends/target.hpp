#pragma once

#include <cstdint>

#include "isa/compiler.hpp"

/// Included by backend files only, once each. Because of the anonymous namespace, every kernel template is instantiated
/// over a type that belongs to one file. All its functions thus belong to that file, and the linker can never replace a
/// function by a function that was compiled for another instruction set.
namespace ringlet::backends {
namespace {

#ifdef RINGLET_CHECKED
std::uint64_t calls = 0;
constexpr const std::uint64_t* calls_if_checked = &calls;
#else
constexpr const std::uint64_t* calls_if_checked = nullptr;
#endif

template <class Isa>
struct Target : Isa {
  /// Counts the call of a kernel in a checked build, so that a test can prove which backend ran.
  RINGLET_INLINE static void count_call() {
#ifdef RINGLET_CHECKED
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
#endif
  }
};

}  // namespace
}  // namespace ringlet::backends
