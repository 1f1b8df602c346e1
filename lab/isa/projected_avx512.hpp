#pragma once

#include "isa/avx512.hpp"
#include "lab/isa/projected.hpp"

namespace ringlet::lab {

/// Proxies of AVX-512 (Table 3), as instructions that the compiler does not see into: it can neither merge two of them
/// nor simplify what is computed from them.
///
/// Numbers are wrong by design; so are the carries, which no instruction writes. What is right is the number of
/// instructions, the registers that they name, and that whoever reads a product or a sum waits for it. A carry that
/// comes out costs nothing and is waited for by nobody: the projection is optimistic there. The second half of a
/// product is a copy of the first, which a CPU renames without executing it, but decodes: there it is pessimistic.
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

  // Lanes without a carry become zero: a merge would make the register that is written one that is read as well, which
  // the proposed instructions do not have.
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

  /// Merges, as a predicated instruction does: its first operand is its result where the predicate does not hold.
  RINGLET_INLINE static Vec add_carry_if(Carry predicate, Vec a, Vec b, Carry carry) {
    __asm__("vpaddq %1, %0, %0 %{%2%}" : "+v"(a) : "v"(b), "Yk"(predicate), "Yk"(carry));
    return a;
  }
};

}  // namespace ringlet::lab
