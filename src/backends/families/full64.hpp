#pragma once

#include "arith/full_words/full_words.hpp"
#include "arith/full_words/goldilocks.hpp"
#include "arith/montgomery/word_product.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {

/// Instruction set for kernels with long products. CPUs find enough independent work in one of them and the next, so
/// few of them in a loop are as fast as many.
template <class Cpu>
struct LongProducts : Cpu {
  static constexpr unsigned in_flight = Cpu::in_flight / 2;
  static constexpr bool has_long_products = true;
};

/// Kernels of 64-bit words modulo q of 63 and 64 bits for any instruction set: all transforms and all element-wise
/// operations.
template <class Cpu>
struct Full64Kernels {
  using Arithmetic = arith::FullWords<LongProducts<Cpu>>;
  using Goldilocks = arith::Goldilocks<LongProducts<Cpu>>;
  using Montgomery = arith::MontgomeryProduct<Arithmetic>;
  /// Greatest log2 of the radix of a pass. Computing takes so long that more passes over memory cost little.
  static constexpr unsigned max_radix_log = 2;

  static constexpr kernels::NttKernel ntt[] = {kernels::ntt_kernel<Arithmetic, max_radix_log>("full64", max_radix_log)};
  static constexpr kernels::EltwiseKernels eltwise[] = {kernels::Eltwise<Goldilocks>::product("goldilocks"),
                                                        kernels::Eltwise<Arithmetic>::all("full64"),
                                                        kernels::Eltwise<Montgomery>::montgomery("full64")};
  /// Kernels without comparisons, which take few of the callers' time.
  static constexpr kernels::EltwiseKernels without_comparisons[] = {kernels::Eltwise<Goldilocks>::product("goldilocks"),
                                                                    kernels::Eltwise<Arithmetic>::modular("full64"),
                                                                    kernels::Eltwise<Montgomery>::montgomery("full64")};
};

}  // namespace ringlet::backends
