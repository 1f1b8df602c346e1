#pragma once

#include <cstdint>
#include <vector>

/// The control word of this thread's arithmetic in doubles: how it rounds, what becomes of denormals, and what traps.
/// Written apart from the library's own, src/isa/rounding.hpp.
namespace ringlet_test {

using ControlWord = std::uint64_t;

#if defined(__x86_64__)

inline constexpr ControlWord usual_control = 0x1f80;                               // all exceptions masked
inline constexpr ControlWord inexact_traps = 0x0f80;                               // all but one
inline constexpr ControlWord denormals_are_zero = usual_control | 0x8040;          // as operands and as results
inline constexpr ControlWord rounding_modes[] = {0x0000, 0x2000, 0x4000, 0x6000};  // nearest, down, up, to zero
inline constexpr ControlWord upwards = rounding_modes[2];

/// Without the exceptions that have occurred, which are in the same register.
inline ControlWord control_word() { return __builtin_ia32_stmxcsr() & ~0x3fU; }
inline void set_control_word(ControlWord word) { __builtin_ia32_ldmxcsr(static_cast<unsigned>(word)); }

#elif defined(__aarch64__)

inline constexpr ControlWord usual_control = 0;
inline constexpr ControlWord inexact_traps = 0x1000;                                       // where the CPU has traps
inline constexpr ControlWord denormals_are_zero = 0x3000000;                               // and NaNs lose their bits
inline constexpr ControlWord rounding_modes[] = {0x000000, 0x400000, 0x800000, 0xc00000};  // nearest, up, down, to zero
inline constexpr ControlWord upwards = rounding_modes[1];

inline ControlWord control_word() {
  ControlWord word;
  __asm__ volatile("mrs %0, fpcr" : "=r"(word));
  return word;
}
inline void set_control_word(ControlWord word) { __asm__ volatile("msr fpcr, %0" : : "r"(word) : "memory"); }

#endif

/// The four rounding modes, each with what else may be set.
inline std::vector<ControlWord> control_words() {
  std::vector<ControlWord> all;
  for (const ControlWord mode : rounding_modes) {
    for (const ControlWord others : {usual_control, inexact_traps, denormals_are_zero}) all.push_back(mode | others);
  }
  return all;
}

/// Calls f under a control word; whether it is still the same afterwards. A CPU without traps does not take the bits
/// that would enable them, so that what was taken counts.
template <class F>
bool keeps_control(ControlWord control, F f) {
  const ControlWord before = control_word();
  set_control_word(control);
  const ControlWord taken = control_word();
  f();
  const ControlWord after = control_word();
  set_control_word(before);
  return after == taken;
}

}  // namespace ringlet_test
