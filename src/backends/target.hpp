#pragma once

#include <cstdint>

#include "isa/compiler.hpp"

/// Included by backend files only, once each. The anonymous namespace is the point: every kernel template is
/// instantiated over a type that belongs to one file, so all its functions are that file's own, and the linker can
/// never put a function compiled for one instruction set in place of another's.
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
  /// Every kernel announces itself, so that a test can prove which backend ran.
  RINGLET_INLINE static void count_call() {
#ifdef RINGLET_CHECKED
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
#endif
  }
};

}  // namespace
}  // namespace ringlet::backends
