#include "arith/fma_rows.hpp"
#include "backends/registry.hpp"
#include "backends/target.hpp"
#include "isa/avx2.hpp"
#include "isa/double_limbs.hpp"
#include "kernels/ntt_kernel.hpp"

// Apart from avx2.cpp for one compiler flag: cmake/RingletBackends.cmake.
namespace ringlet::backends {
namespace {

using TwoLimbs = arith::FmaRows<Target<isa::DoubleLimbs<isa::Avx2, 2>>>;
using ThreeLimbs = arith::FmaRows<Target<isa::DoubleLimbs<isa::Avx2, 3>>>;

constexpr kernels::BasicNttKernel<uint128_t> up_to(unsigned log_n, kernels::BasicNttKernel<uint128_t> kernel) {
  kernel.max_log_n = log_n;
  return kernel;
}

}  // namespace

/// Beyond 2^15 points the twiddles of three limbs, 96 bytes each, come from beyond the second-level cache, and the
/// scalar transforms are as fast.
constinit const kernels::BasicNttKernel<uint128_t> avx2_double_kernels[2] = {
    kernels::ntt_kernel<TwoLimbs, 3>("fma50x2", TwoLimbs::modulus_bits, 3, kernels::TwiddleFormat::fma_rows2),
    up_to(15, kernels::ntt_kernel<ThreeLimbs, 3>("fma42x3", ThreeLimbs::modulus_bits, 3,
                                                 kernels::TwiddleFormat::fma_rows3)),
};

}  // namespace ringlet::backends
