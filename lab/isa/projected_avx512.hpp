#pragma once

#include "isa/avx512.hpp"
#include "lab/isa/projected.hpp"

namespace ringlet::lab {

/// Proxies of AVX-512 (Table 3), as instructions that are opaque to the compiler: it can neither merge two of them nor
/// simplify computations with their results.
///
/// Numbers are wrong by design, and so are the carries, which no instruction writes. The number of instructions, their
/// registers, and the dependencies on products and sums are right. An output carry costs nothing and nobody waits for
/// it: there the projection is optimistic. The second half of a product is a copy of the first, which a CPU decodes and
/// renames without executing it: there the projection is pessimistic.
template <>
struct Projected<isa::Avx512> {
  using Vec = isa::Avx512::Vec;
  using Carry = isa::Avx512::Carry;

  RINGLET_INLINE static void multiply_widening(Vec a, Vec b, Vec& low, Vec& high) {
    __asm__("vpmullq %3, %2, %0\n\tvmovdqa64 %0, %1" : "=v"(low), "=v"(high) : "v"(a), "v"(b));
  }
  RINGLET_INLINE static Vec multiply_high(Vec a, Vec b) {
    Vec high;
    __asm__("vpmullq %2, %1, %0" : "=v"(high) : "v"(a), "v"(b));
    return high;
  }

  // Sets lanes without a carry to zero. A merge would also read the register that it writes, which the proposed
  // instructions do not do.
  RINGLET_INLINE static Vec add_carry(Vec a, Vec b, Carry& carry) {
    Vec sum;
    Carry out;
    __asm__("vpaddq %3, %2, %0 %{%4%}%{z%}" : "=v"(sum), "=Yk"(out) : "v"(a), "v"(b), "Yk"(carry));
    carry = out;
    return sum;
  }
  RINGLET_INLINE static Vec sub_borrow(Vec a, Vec b, Carry& borrow) {
    Vec difference;
    Carry out;
    __asm__("vpsubq %3, %2, %0 %{%4%}%{z%}" : "=v"(difference), "=Yk"(out) : "v"(a), "v"(b), "Yk"(borrow));
    borrow = out;
    return difference;
  }

  /// Merges, like a predicated instruction: where the predicate does not hold, the result is the first operand.
  RINGLET_INLINE static Vec add_carry_if(Carry predicate, Vec a, Vec b, Carry carry) {
    __asm__("vpaddq %1, %0, %0 %{%2%}" : "+v"(a) : "v"(b), "Yk"(predicate), "Yk"(carry));
    return a;
  }
};

}  // namespace ringlet::lab
