#pragma once

#include "arith/shoup32/mersenne31.hpp"
#include "arith/shoup32/shoup32.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {

/// Kernels of 32-bit words in lanes of 32 bits, q < 2^31: all transforms and all element-wise operations.
template <class Cpu, unsigned max_radix_log, unsigned best_radix_log>
struct Shoup32Kernels {
  using Arithmetic = arith::Shoup32<Cpu>;

  static constexpr kernels::BasicNttKernel<std::uint32_t> ntt[] = {
      kernels::ntt_kernel<Arithmetic, max_radix_log>("shoup32", best_radix_log)};
  static constexpr kernels::EltwiseKernels32 sums = kernels::Eltwise<arith::Shoup32Sums<Cpu>>::sums("shoup32");
  static constexpr kernels::EltwiseKernels32 eltwise[] = {
      kernels::Eltwise<arith::Mersenne31<Cpu>>::product("mersenne31").without(sums), sums,
      kernels::Eltwise<Arithmetic>::all("shoup32").without(sums),
      kernels::Eltwise<arith::Shoup32Montgomery<Cpu>>::montgomery("shoup32")};
};

}  // namespace ringlet::backends
