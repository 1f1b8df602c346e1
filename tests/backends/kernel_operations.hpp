#pragma once

#include <type_traits>

#include "kernels/kernel_table.hpp"

/// What tests of the tables of kernels go through.
namespace ringlet_test {

template <class Word>
inline constexpr unsigned max_modulus_bits = sizeof(Word) == 16 ? 124 : 62;
template <class Word>
inline constexpr unsigned max_log_n = sizeof(Word) == 16 ? 20 : 24;

/// Calls check with each operation of these kernels.
template <class Kernels, class Check>
void for_each_operation(Check check) {
  check(&Kernels::add, "add");
  check(&Kernels::add_scalar, "add_scalar");
  check(&Kernels::sub, "sub");
  check(&Kernels::neg, "neg");
  check(&Kernels::mul, "mul");
  check(&Kernels::mul_sub, "mul_sub");
  check(&Kernels::axpy, "axpy");
  check(&Kernels::reduce, "reduce");
  // Split arrays have no fixed vectors, and double words are not compared.
  if constexpr (!std::is_same_v<Kernels, ringlet::kernels::SplitEltwiseKernels>)
    check(&Kernels::mul_fixed, "mul_fixed");
  if constexpr (std::is_same_v<Kernels, ringlet::kernels::EltwiseKernels>) {
    check(&Kernels::cmp_add, "cmp_add");
    check(&Kernels::cmp_sub, "cmp_sub");
  }
}

}  // namespace ringlet_test
