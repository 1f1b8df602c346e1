#pragma once

#include <cstdint>
#include <vector>

/// Control word of this thread's arithmetic in doubles: rounding, denormals and traps. Shares no code with the
/// library's own, src/isa/rounding.hpp.
namespace ringlet_test {

using ControlWord = std::uint64_t;

#if defined(__x86_64__)

inline constexpr ControlWord usual_control = 0x1f80;                               // all exceptions masked
inline constexpr ControlWord inexact_traps = 0x0f80;                               // all but one
inline constexpr ControlWord denormals_are_zero = usual_control | 0x8040;          // both as operands and as results
inline constexpr ControlWord rounding_modes[] = {0x0000, 0x2000, 0x4000, 0x6000};  // nearest, down, up, to zero
inline constexpr ControlWord upwards = rounding_modes[2];

/// Reads the control word without the flags of exceptions that have occurred, which share its register.
inline ControlWord control_word() { return __builtin_ia32_stmxcsr() & ~0x3fU; }
inline void set_control_word(ControlWord word) { __builtin_ia32_ldmxcsr(static_cast<unsigned>(word)); }

#elif defined(__aarch64__)

inline constexpr ControlWord usual_control = 0;
inline constexpr ControlWord inexact_traps = 0x1000;                                       // only if the CPU has traps
inline constexpr ControlWord denormals_are_zero = 0x3000000;                               // sets default NaNs, too
inline constexpr ControlWord rounding_modes[] = {0x000000, 0x400000, 0x800000, 0xc00000};  // nearest, up, down, to zero
inline constexpr ControlWord upwards = rounding_modes[1];

inline ControlWord control_word() {
  ControlWord word;
  __asm__ volatile("mrs %0, fpcr" : "=r"(word));
  return word;
}
inline void set_control_word(ControlWord word) { __asm__ volatile("msr fpcr, %0" : : "r"(word) : "memory"); }

#endif

/// Combines the four rounding modes with each of the other settings.
inline std::vector<ControlWord> control_words() {
  std::vector<ControlWord> all;
  for (const ControlWord mode : rounding_modes) {
    for (const ControlWord others : {usual_control, inexact_traps, denormals_are_zero}) all.push_back(mode | others);
  }
  return all;
}

/// Calls f under a control word and returns whether it is unchanged afterwards. Compares with the word that the CPU has
/// accepted, since a CPU without traps ignores the bits that enable them.
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
