#pragma once

#include "arith/fma53.hpp"
#include "backends/shoup64_kernels.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {

/// The kernels of an instruction set with fused multiply-adds of doubles and without 52-bit integer ones: doubles for
/// q < 2^50 and 64-bit words beyond, whose high products are short where q leaves room for what that costs.
template <class Cpu, unsigned max_radix_log, unsigned best_radix_log>
struct FmaKernels {
  using Words = Shoup64Kernels<Cpu, 3, 3, arith::ShortProduct<Cpu>>;

  template <unsigned Capacity>
  static constexpr kernels::NttKernel doubles(unsigned modulus_bits) {
    return kernels::ntt_kernel<arith::Fma53<Cpu, Capacity>, max_radix_log>("fma53", modulus_bits, best_radix_log);
  }
  template <unsigned Capacity>
  static constexpr kernels::NttKernel words(unsigned modulus_bits) {
    using Arithmetic = arith::Shoup64<Cpu, Capacity, arith::ShortProduct<Cpu>>;
    return kernels::ntt_kernel<Arithmetic, 3>("shoup64", modulus_bits, 3);
  }

  static constexpr kernels::NttKernel ntt[] = {doubles<16>(48), doubles<8>(49), doubles<4>(50),
                                               Words::ntt[0],   words<8>(61),   Words::widest};

  static constexpr kernels::EltwiseKernels eltwise[] = {kernels::Eltwise<arith::Fma53<Cpu, 4>>::products("fma53", 50),
                                                        Words::eltwise[0], Words::eltwise[1]};
};

}  // namespace ringlet::backends
