#pragma once

#include "arith/fma53.hpp"
#include "backends/shoup64_kernels.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {

/// The kernels of an instruction set with fused multiply-adds of doubles and without 52-bit integer ones: those for
/// q < 2^50, and 64-bit words beyond.
template <class Cpu, unsigned max_radix_log, unsigned best_radix_log>
struct FmaKernels {
  using Words = Shoup64Kernels<Cpu, 3, 3>;

  template <unsigned Capacity>
  static constexpr kernels::NttKernel transform(unsigned modulus_bits) {
    return kernels::ntt_kernel<arith::Fma53<Cpu, Capacity>, max_radix_log>("fma53", modulus_bits, best_radix_log,
                                                                           kernels::TwiddleFormat::fma53);
  }

  static constexpr kernels::NttKernel ntt[] = {transform<16>(48), transform<8>(49), transform<4>(50), Words::ntt[0],
                                               Words::ntt[1]};

  static constexpr kernels::EltwiseKernels eltwise[] = {kernels::Eltwise<arith::Fma53<Cpu, 4>>::products("fma53", 50),
                                                        Words::eltwise[0], Words::eltwise[1]};
};

}  // namespace ringlet::backends
