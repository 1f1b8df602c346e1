#pragma once

#include "arith/shoup64.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {

/// The kernels of 64-bit words, for any instruction set: all transforms and all element-wise operations, q < 2^62. With
/// q < 2^60 there is room for fewer reductions, or for products that are short.
template <class Cpu, unsigned max_radix_log, unsigned best_radix_log, class Product = arith::ExactProduct<Cpu>>
struct Shoup64Kernels {
  using Wide = arith::Shoup64<Cpu, 4>;
  using Lazy = arith::Shoup64<Cpu, 16, Product>;

  static constexpr kernels::NttKernel widest = kernels::ntt_kernel<Wide, max_radix_log>("shoup64", 62, best_radix_log);

  static constexpr kernels::NttKernel ntt[] = {kernels::ntt_kernel<Lazy, max_radix_log>("shoup64", 60, best_radix_log),
                                               widest};

  static constexpr kernels::EltwiseKernels eltwise[] = {kernels::Eltwise<Lazy>::products("shoup64", 60),
                                                        kernels::Eltwise<Wide>::all("shoup64", 62)};
};

}  // namespace ringlet::backends
