#pragma once

#include "isa/compiler.hpp"

namespace ringlet::isa {

/// From its construction to `leave`, this thread's vectors round to nearest and no floating-point exception traps,
/// whatever the caller has set. A store and a comparison where that is so already, as in every thread unless told
/// otherwise.
///
/// What is computed meanwhile must come from memory and go to memory: no compiler moves loads and stores across the
/// change of the control word, but arithmetic between registers it may.
class DefaultRounding {
 public:
  RINGLET_INLINE DefaultRounding() {
    __asm__ volatile("stmxcsr %0" : "=m"(caller_));
    if (changes()) load(usual);
  }
  /// Not a destructor: backends must not have any cleanup (kernels/environment.hpp).
  RINGLET_INLINE void leave() const {
    if (changes()) load(caller_);
  }
  DefaultRounding(const DefaultRounding&) = delete;
  DefaultRounding& operator=(const DefaultRounding&) = delete;

 private:
  static constexpr unsigned usual = 0x1f80;  // to nearest, denormals kept, all exceptions masked
  static constexpr unsigned flags = 0x3f;    // exceptions that have occurred

  [[nodiscard]] RINGLET_INLINE bool changes() const { return (caller_ & ~flags) != usual; }
  RINGLET_INLINE static void load(unsigned control) { __asm__ volatile("ldmxcsr %0" : : "m"(control) : "memory"); }

  unsigned caller_;
};

}  // namespace ringlet::isa
