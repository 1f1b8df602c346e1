#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "ringlet/types.hpp"

namespace ringlet::lab {

/// Kind of a traced instruction. The proposed ones and the low product have a proxy, or are one; the rest counts as
/// other.
enum class Operation { multiply_widening, multiply_high, add_carry, sub_borrow, add_carry_if, mul_low, other };
inline constexpr std::size_t operation_count = 7;
using OperationCounts = std::array<unsigned, operation_count>;

/// Counts for one pass of a loop, and for instructions before it, whose operands are the same every time.
struct TraceCounts {
  OperationCounts each_time{};
  OperationCounts invariant{};
};

/// Instructions of a computation, and the results that they read.
class Trace {
 public:
  using Node = std::uint32_t;
  static constexpr Node constant = 0;
  static constexpr Node input = 1;

  static Trace& current() {
    static Trace trace;
    return trace;
  }
  void clear() {
    instructions_.assign(2, {});
    instructions_[input].is_invariant = false;
    invariants_.clear();
  }

  struct Operand {
    std::uint64_t value = 0;
    Node node = constant;
  };
  using Operands = std::array<Operand, 4>;

  /// Adds an instruction; an equal invariant instruction is not added again. Not inlined, since kernels inline
  /// thousands of instructions.
  [[gnu::noinline]] Node add(Operation operation, const Operands& operands) {
    Instruction instruction{operation, {}, true, false};
    std::array<std::uint64_t, 5> key{static_cast<std::uint64_t>(operation)};
    for (std::size_t i = 0; i < operands.size(); ++i) {
      instruction.operands[i] = operands[i].node;
      instruction.is_invariant = instruction.is_invariant && instructions_[operands[i].node].is_invariant;
      key[i + 1] = operands[i].value;
    }
    const auto node = static_cast<Node>(instructions_.size());
    if (instruction.is_invariant) {
      const auto [place, is_new] = invariants_.emplace(key, node);
      if (!is_new) return place->second;
    }
    instructions_.push_back(instruction);
    return node;
  }
  void mark_as_result(Node node) { instructions_[node].is_needed = true; }

  /// Counts the instructions that a result needs: a compiler drops the other instructions.
  [[nodiscard]] TraceCounts count() {
    TraceCounts counts;
    for (std::size_t i = instructions_.size(); i-- > input + 1;) {
      const Instruction& instruction = instructions_[i];
      if (!instruction.is_needed) continue;
      for (const Node operand : instruction.operands) instructions_[operand].is_needed = true;
      ++(instruction.is_invariant ? counts.invariant
                                  : counts.each_time)[static_cast<std::size_t>(instruction.operation)];
    }
    return counts;
  }

 private:
  struct Instruction {
    Operation operation = Operation::other;
    std::array<Node, 4> operands = {};
    bool is_invariant = true;
    bool is_needed = false;
  };
  std::vector<Instruction> instructions_;
  std::map<std::array<std::uint64_t, 5>, Node> invariants_;
};

/// Value, and the instruction that computed it.
using TracedWord = Trace::Operand;

/// ISA policy for counting, on any CPU: one lane, which computes exactly and records each instruction.
///
/// with_mul_low   whether there is an instruction for the low half of a product, as on AVX-512
/// log_of_lanes   if not 0, loops are cut as for 2^log_of_lanes lanes, of which only the first exists: instructions are
///                those of all lanes; numbers are wrong, since shuffles do nothing
template <bool with_mul_low, unsigned log_of_lanes = 0>
struct Traced {
  using Vec = TracedWord;
  using Carry = TracedWord;
  using Word = std::uint64_t;
  using Cell = Word;
  static constexpr unsigned lanes_log = log_of_lanes;
  static constexpr unsigned lanes = 1u << lanes_log;
  static constexpr unsigned in_flight = 16;

  static Vec note(Operation operation, std::uint64_t value, Vec a = {}, Vec b = {}, Vec c = {}, Vec d = {}) {
    return {value, Trace::current().add(operation, {a, b, c, d})};
  }

  static Vec broadcast(std::uint64_t x) { return {x, Trace::constant}; }
  static Vec load(const std::uint64_t* p) { return {*p, Trace::input}; }
  static void store(std::uint64_t* p, Vec x) {
    *p = x.value;
    Trace::current().mark_as_result(x.node);
  }
  template <unsigned count>
  static Vec load_repeated(const std::uint64_t* p) {
    static_assert(count <= 2 * lanes);
    return broadcast(*p);
  }
  static Vec load_partial(const std::uint64_t*, std::size_t) { return {}; }
  static void store_partial(std::uint64_t*, Vec, std::size_t) {}

  static Vec add(Vec a, Vec b) { return note(Operation::other, a.value + b.value, a, b); }
  static Vec sub(Vec a, Vec b) { return note(Operation::other, a.value - b.value, a, b); }
  static Vec mul_low(Vec a, Vec b) { return note(Operation::mul_low, a.value * b.value, a, b); }
  static Vec mul_high(Vec a, Vec b) { return note(Operation::other, high(a, b), a, b); }
  static void mul_widening(Vec a, Vec b, Vec& low, Vec& high_half) {
    high_half = note(Operation::other, high(a, b), a, b);
    low = {a.value * b.value, high_half.node};
  }

  static Vec add_carry(Vec a, Vec b, Carry& carry) { return sum(Operation::other, a, b, carry); }
  static Vec sub_borrow(Vec a, Vec b, Carry& borrow) { return difference(Operation::other, a, b, borrow); }
  static Vec select(Carry carry, Vec a, Vec b) {
    return note(Operation::other, carry.value != 0 ? a.value : b.value, carry, a, b);
  }
  static Vec shift_left_any(Vec a, Vec count) {
    return note(Operation::other, count.value < 64 ? a.value << count.value : 0, a, count);
  }
  static Vec shift_right_any(Vec a, Vec count) {
    return note(Operation::other, count.value < 64 ? a.value >> count.value : 0, a, count);
  }
  static void interleave(Vec&, Vec&) {}
  static void deinterleave(Vec&, Vec&) {}

  static std::uint64_t high(Vec a, Vec b) { return static_cast<std::uint64_t>((uint128_t{a.value} * b.value) >> 64); }
  static Vec sum(Operation operation, Vec a, Vec b, Carry& carry) {
    const uint128_t exact = uint128_t{a.value} + b.value + carry.value;
    const Vec result = note(operation, static_cast<std::uint64_t>(exact), a, b, carry);
    carry = {static_cast<std::uint64_t>(exact >> 64), result.node};
    return result;
  }
  static Vec difference(Operation operation, Vec a, Vec b, Carry& borrow) {
    const uint128_t exact = uint128_t{a.value} - b.value - borrow.value;
    const Vec result = note(operation, static_cast<std::uint64_t>(exact), a, b, borrow);
    borrow = {static_cast<std::uint64_t>(exact >> 127), result.node};
    return result;
  }
};

/// Executes the proposed instructions exactly, and records each under its own name. Base: a Traced.
template <class Base>
struct Counted {
  using Vec = TracedWord;
  using Carry = TracedWord;

  static void multiply_widening(Vec a, Vec b, Vec& low, Vec& high) {
    high = Base::note(Operation::multiply_widening, Base::high(a, b), a, b);
    low = {a.value * b.value, high.node};
  }
  static Vec multiply_high(Vec a, Vec b) { return Base::note(Operation::multiply_high, Base::high(a, b), a, b); }
  static Vec add_carry(Vec a, Vec b, Carry& carry) { return Base::sum(Operation::add_carry, a, b, carry); }
  static Vec sub_borrow(Vec a, Vec b, Carry& borrow) { return Base::difference(Operation::sub_borrow, a, b, borrow); }
  static Vec add_carry_if(Carry predicate, Vec a, Vec b, Carry carry) {
    const std::uint64_t value = predicate.value != 0 ? a.value + b.value + carry.value : a.value;
    return Base::note(Operation::add_carry_if, value, predicate, a, b, carry);
  }
};

}  // namespace ringlet::lab
