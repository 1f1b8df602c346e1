#pragma once

#include <cstdint>

#include "isa/compiler.hpp"

namespace ringlet::isa {

/// The control word of this thread's arithmetic in doubles: rounding mode and traps.
#if defined(__x86_64__)
struct RoundingControl {
  using Word = std::uint32_t;
  static constexpr Word usual = 0x1f80;    // to nearest, denormals kept, all exceptions masked
  static constexpr Word counted = ~0x3fU;  // all but the exceptions that have occurred

  // Access memory directly, with no other instruction before or after.
  RINGLET_INLINE static void store(Word& word) { __asm__ volatile("stmxcsr %0" : "=m"(word)); }
  RINGLET_INLINE static void load(Word word) { __asm__ volatile("ldmxcsr %0" : : "m"(word) : "memory"); }
};
#elif defined(__aarch64__)
struct RoundingControl {
  using Word = std::uint64_t;
  static constexpr Word usual = 0;            // to nearest, denormals kept, no exception traps
  static constexpr Word counted = 0x3c09f00;  // rounding, denormals, default NaNs, traps

  RINGLET_INLINE static void store(Word& word) { __asm__ volatile("mrs %0, fpcr" : "=r"(word)); }
  RINGLET_INLINE static void load(Word word) { __asm__ volatile("msr fpcr, %0" : : "r"(word) : "memory"); }
};
#elif defined(__riscv)
struct RoundingControl {
  using Word = std::uint64_t;
  static constexpr Word usual = 0;  // to nearest; nothing traps
  static constexpr Word counted = 7;

  RINGLET_INLINE static void store(Word& word) { __asm__ volatile("frrm %0" : "=r"(word)); }
  RINGLET_INLINE static void load(Word word) { __asm__ volatile("fsrm %0" : : "r"(word) : "memory"); }
};
#else
#error "src/isa/rounding.hpp has no control word for this architecture"
#endif

/// Makes this thread's vectors round to nearest and masks floating-point traps from its construction to `leave`,
/// whatever the caller has set. It costs a store and a comparison if that is already so, which is the default of every
/// thread.
///
/// Computations in between must read their input from memory and write their results to memory. Compilers do not move
/// loads and stores across the change of the control word, but they may move arithmetic between registers.
class DefaultRounding {
 public:
  RINGLET_INLINE DefaultRounding() {
    RoundingControl::store(caller_);
    if (changes()) RoundingControl::load(RoundingControl::usual);
  }
  /// Not a destructor: backends must not have any cleanup (kernels/environment.hpp).
  RINGLET_INLINE void leave() const {
    if (changes()) RoundingControl::load(caller_);
  }
  DefaultRounding(const DefaultRounding&) = delete;
  DefaultRounding& operator=(const DefaultRounding&) = delete;

 private:
  [[nodiscard]] RINGLET_INLINE bool changes() const {
    return (caller_ & RoundingControl::counted) != RoundingControl::usual;
  }

  RoundingControl::Word caller_;
};

}  // namespace ringlet::isa
