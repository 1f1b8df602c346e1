#pragma once

#include <Zydis/Zydis.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace ringlet_test {

/// A few values, with no memory of their own: a handler of signals must not allocate any.
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

/// One memory operand: where it lies follows from registers and a constant.
struct MemoryOperand {
  ZydisRegister segment, base, index;
  std::uint8_t scale;
  std::int64_t displacement;
};

/// What an observer of time and addresses may see of one machine instruction.
struct Instruction {
  std::uint64_t next;  // the address behind it
  Few<MemoryOperand, 3> memory;
  /// Registers whose values show otherwise: operands of divisions and square roots, which take the time that their
  /// operands need; masks, which say what a masked move touches; vectors of addresses of gathers and scatters.
  Few<ZydisRegister, 6> shown;
  /// A division whose operand lies in memory, of so many bytes.
  unsigned shown_bytes;
  /// Whether of `shown` only the lowest numbers count: a division of scalars keeps what lies above them.
  bool is_scalar;
};

/// Decodes the instruction at `address` of this process. Allocates nothing; ends the process where it cannot.
[[nodiscard]] Instruction decode(std::uint64_t address);

/// Its text, for people, with the place in the file that it was loaded from.
[[nodiscard]] std::string describe_instruction(std::uint64_t address);

}  // namespace ringlet_test
