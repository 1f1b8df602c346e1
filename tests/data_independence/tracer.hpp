#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ringlet_test {

/// Trace of one call: the marked address of every instruction, followed by the addresses that it reads and writes and
/// by what else an observer may see (`Instruction`).
class Trace {
 public:
  static constexpr std::uint64_t instruction_mark = std::uint64_t{1} << 63;  // no user's address has it

  explicit Trace(std::span<const std::uint64_t> events) : events_(events.begin(), events.end()) {}

  [[nodiscard]] std::size_t steps() const;

  /// Returns an empty string if both are equal, otherwise the first instruction at which they differ.
  [[nodiscard]] std::string difference_from(const Trace& other) const;

 private:
  std::vector<std::uint64_t> events_;
};

/// Returns whether the trap flag interrupts this process. An emulator of the CPU may not support it.
[[nodiscard]] bool can_trace();

/// Runs each of `preparations`, then `call` in single steps, in a copy of this process (fork). Nothing is allocated
/// between one copy and the next, so their memory is the same, at the same addresses. Any difference between two
/// traces comes from the preparations.
///
/// The copy steps through itself: the CPU's trap flag interrupts it after each instruction, and a handler of SIGTRAP,
/// on a stack of its own, records the next one. Unlike ptrace, this needs no permission.
///
/// Errors    std::runtime_error when a copy ends before `call` does
[[nodiscard]] std::vector<Trace> trace_calls(std::span<const std::function<void()>> preparations,
                                             const std::function<void()>& call);

}  // namespace ringlet_test
