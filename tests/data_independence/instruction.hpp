#pragma once

#include <Zydis/Zydis.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace ringlet_test {

/// Holds a few values in place, since a signal handler must not allocate memory.
template <class Value, std::size_t capacity>
class Few {
 public:
  void add(const Value& value) {
    if (count_ == capacity) std::abort();
    values_[count_++] = value;
  }
  [[nodiscard]] const Value* begin() const { return values_; }
  [[nodiscard]] const Value* end() const { return values_ + count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }

 private:
  Value values_[capacity];
  std::size_t count_;
};

/// Memory operand. Its address follows from registers and a constant.
struct MemoryOperand {
  ZydisRegister segment, base, index;
  std::uint8_t scale;
  std::int64_t displacement;
};

/// Properties of a machine instruction that an observer of time and addresses may see.
struct Instruction {
  std::uint64_t next;  // address of the following instruction
  Few<MemoryOperand, 3> memory;
  /// Registers whose values an observer may see: operands of divisions and square roots, through their time; masks,
  /// through the bytes that a masked move accesses; vectors of addresses of gathers and scatters.
  Few<ZydisRegister, 6> shown;
  /// Size in bytes of a division's operand in memory; 0 if there is none.
  unsigned shown_bytes;
  /// Whether only the lowest numbers of `shown` count. A scalar division keeps the numbers above them.
  bool is_scalar;
};

/// Decodes the instruction at `address` of this process. Allocates nothing. Ends the process on failure.
[[nodiscard]] Instruction decode(std::uint64_t address);

/// Returns the instruction as text, with its place in the file from which it was loaded.
[[nodiscard]] std::string describe_instruction(std::uint64_t address);

}  // namespace ringlet_test
