#pragma once

#include "arith/shoup/shoup.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {

/// Kernels of 128-bit words, q < 2^124, for any instruction set of 128-bit lanes: all transforms and all element-wise
/// operations. ElementCpu: the same instruction set, with lanes in any order.
template <class Cpu, unsigned max_radix_log, unsigned best_radix_log, class ElementCpu = Cpu>
struct Shoup128Kernels {
  template <class Isa>
  using Arithmetic = arith::Shoup<Isa, 16, arith::TruncatedProduct<Isa>>;

  static constexpr kernels::BasicNttKernel<uint128_t> ntt[] = {
      kernels::ntt_kernel<Arithmetic<Cpu>, max_radix_log>("shoup128", best_radix_log)};

  static constexpr kernels::EltwiseKernels128 eltwise[] = {
      kernels::Eltwise<Arithmetic<ElementCpu>>::modular("shoup128")};
};

}  // namespace ringlet::backends
