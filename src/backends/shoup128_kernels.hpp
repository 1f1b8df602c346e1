#pragma once

#include "arith/shoup64.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {

/// The kernels of double words, for any instruction set of 128-bit lanes: all transforms and all element-wise
/// operations, q < 2^124.
template <class Cpu, unsigned max_radix_log, unsigned best_radix_log>
struct Shoup128Kernels {
  using Arithmetic = arith::Shoup64<Cpu, 16, arith::TruncatedProduct<Cpu>>;

  static constexpr kernels::BasicNttKernel<uint128_t> ntt[] = {
      kernels::ntt_kernel<Arithmetic, max_radix_log>("shoup128", 124, best_radix_log)};

  static constexpr kernels::DoubleEltwiseKernels contiguous[] = {
      kernels::Eltwise<Arithmetic>::modular("shoup128", 124)};
  static constexpr kernels::SplitEltwiseKernels split[] = {
      kernels::Eltwise<Arithmetic, kernels::Split<Cpu>>::modular("shoup128", 124)};
  static constexpr kernels::DoubleEltwise eltwise{contiguous, split};
};

}  // namespace ringlet::backends
