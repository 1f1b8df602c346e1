#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ringlet_test {

/// What one call did: the address of every instruction, marked, and behind it the addresses that it reads and writes,
/// and what else of it an observer may see (`Instruction`).
class Trace {
 public:
  static constexpr std::uint64_t instruction_mark = std::uint64_t{1} << 63;  // of no user's address

  explicit Trace(std::span<const std::uint64_t> events) : events_(events.begin(), events.end()) {}

  [[nodiscard]] std::size_t steps() const;

  /// Empty when both are the same; else the first instruction at which they differ.
  [[nodiscard]] std::string difference_from(const Trace& other) const;

 private:
  std::vector<std::uint64_t> events_;
};

/// Whether the trap flag interrupts this process: an emulator of the CPU may not know it.
[[nodiscard]] bool can_trace();

/// For each of `preparations`: runs it, then `call` in single steps, in a copy of this process (fork). Between one copy
/// and the next nothing is allocated, so that their memory is the same and lies at the same addresses: whatever differs
/// between two traces comes from what the preparations did.
///
/// The copy steps through itself: the CPU's trap flag interrupts it behind each instruction, and a handler of SIGTRAP,
/// on a stack of its own, writes down what comes next. That needs no permission, as ptrace does.
///
/// Errors    std::runtime_error when a copy ends before `call` does
[[nodiscard]] std::vector<Trace> trace_calls(std::span<const std::function<void()>> preparations,
                                             const std::function<void()>& call);

}  // namespace ringlet_test
