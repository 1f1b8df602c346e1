#pragma once

#include "arith/fma53/fma53.hpp"
#include "arith/shoup/shoup.hpp"
#include "isa/wide32.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {

/// Kernels of 32-bit words in lanes of 64 bits, for all moduli: q < 2^32 leaves so much room that values are reduced
/// when they are stored.
template <class Cpu, unsigned max_radix_log, unsigned best_radix_log>
struct Wide32Kernels {
  using Words = arith::Shoup<Cpu, 16>;
  using Doubles = arith::Fma53<Cpu, 16>;
  using Ntt = kernels::BasicNttKernel<std::uint32_t>;

  /// Kernels for any instruction set.
  static constexpr Ntt ntt[] = {kernels::ntt_kernel<Words, max_radix_log>("shoup64", best_radix_log)};
  static constexpr kernels::EltwiseKernels32 eltwise[] = {kernels::Eltwise<Words>::all("shoup64"),
                                                          kernels::Eltwise<Words>::montgomery("shoup64")};

  /// Kernels for instruction sets with fused multiply-adds of doubles.
  static constexpr Ntt ntt_in_doubles[] = {kernels::ntt_kernel<Doubles, max_radix_log>("fma53", best_radix_log)};
  static constexpr kernels::EltwiseKernels32 products_in_doubles[] = {kernels::Eltwise<Doubles>::products("fma53"),
                                                                      kernels::Eltwise<Doubles>::montgomery("fma53")};
  static constexpr kernels::EltwiseKernels32 eltwise_in_doubles[] = {
      kernels::Eltwise<Doubles>::products("fma53"), kernels::Eltwise<Doubles>::montgomery("fma53"),
      kernels::Eltwise<Words>::all("shoup64").without(kernels::Eltwise<Doubles>::products("fma53"))};
};

}  // namespace ringlet::backends
