#pragma once

#include "isa/avx2.hpp"
#include "lab/isa/projected.hpp"

namespace ringlet::lab {

/// Proxies of AVX2, by the same principles as projected_avx512.hpp. AVX2 has neither a product of 64-bit words nor
/// masked additions, so the proxies are of 32-bit words: their low products, which are the papers' proxy of a widening
/// product in Table 5, and their sums, which execute like those of 64-bit words and occur nowhere else in these
/// kernels. The carries are operands by name only.
template <>
struct Projected<isa::Avx2> {
  using Vec = isa::Avx2::Vec;
  using Carry = isa::Avx2::Carry;

  RINGLET_INLINE static void multiply_widening(Vec a, Vec b, Vec& low, Vec& high) {
    __asm__("vpmulld %3, %2, %0\n\tvmovdqa %0, %1" : "=x"(low), "=x"(high) : "x"(a), "x"(b));
  }
  RINGLET_INLINE static Vec multiply_high(Vec a, Vec b) {
    Vec high;
    __asm__("vpmulld %2, %1, %0" : "=x"(high) : "x"(a), "x"(b));
    return high;
  }

  RINGLET_INLINE static Vec add_carry(Vec a, Vec b, Carry& carry) {
    Vec sum;
    Carry out;
    __asm__("vpaddd %3, %2, %0" : "=x"(sum), "=x"(out) : "x"(a), "x"(b), "x"(carry));
    carry = out;
    return sum;
  }
  RINGLET_INLINE static Vec sub_borrow(Vec a, Vec b, Carry& borrow) {
    Vec difference;
    Carry out;
    __asm__("vpsubd %3, %2, %0" : "=x"(difference), "=x"(out) : "x"(a), "x"(b), "x"(borrow));
    borrow = out;
    return difference;
  }

  RINGLET_INLINE static Vec add_carry_if(Carry predicate, Vec a, Vec b, Carry carry) {
    Vec sum;
    __asm__("vpaddd %2, %1, %0" : "=x"(sum) : "x"(a), "x"(b), "x"(predicate), "x"(carry));
    return sum;
  }
};

}  // namespace ringlet::lab
