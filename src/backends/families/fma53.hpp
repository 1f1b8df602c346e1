#pragma once

#include "arith/fma53/fma53.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {

/// Kernels of words in doubles, 4 <= q < 2^50, for an instruction set that has fused multiply-adds of doubles but no
/// 52-bit integer multiply-adds. The smaller q is, the fewer reductions they need.
template <class Cpu, unsigned max_radix_log, unsigned best_radix_log>
struct Fma53Kernels {
  template <unsigned Capacity>
  static constexpr kernels::NttKernel transform() {
    return kernels::ntt_kernel<arith::Fma53<Cpu, Capacity>, max_radix_log>("fma53", best_radix_log);
  }
  static constexpr kernels::NttKernel ntt[] = {transform<16>(), transform<8>(), transform<4>()};
  static constexpr kernels::EltwiseKernels eltwise[] = {kernels::Eltwise<arith::Fma53<Cpu, 4>>::products("fma53"),
                                                        kernels::Eltwise<arith::Fma53<Cpu, 4>>::montgomery("fma53")};
};

}  // namespace ringlet::backends
