#pragma once

#include "arith/fma53/fma53.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {

/// Kernels of words in doubles, 4 <= q < 2^50, for an instruction set that has fused multiply-adds of doubles but no
/// 52-bit integer multiply-adds. The smaller q is, the fewer reductions they need. ShortCalls: policy of the same
/// instruction set for element-wise operations.
template <class Cpu, unsigned max_radix_log, unsigned best_radix_log, class ShortCalls = Cpu>
struct Fma53Kernels {
  template <unsigned Capacity>
  static constexpr kernels::NttKernel transform() {
    return kernels::ntt_kernel<arith::Fma53<Cpu, Capacity>, max_radix_log>("fma53", best_radix_log);
  }
  static constexpr kernels::NttKernel ntt[] = {transform<16>(), transform<8>(), transform<4>()};
  using Operations = kernels::Eltwise<arith::Fma53<ShortCalls, 4>>;
  static constexpr kernels::EltwiseKernels eltwise[] = {Operations::products("fma53"), Operations::montgomery("fma53")};
};

}  // namespace ringlet::backends
