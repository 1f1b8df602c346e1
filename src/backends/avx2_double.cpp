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

}  // namespace

constinit const kernels::BasicNttKernel<uint128_t> avx2_double_kernels[2] = {
    kernels::ntt_kernel<TwoLimbs, 3>("fma50x2", TwoLimbs::modulus_bits, 3, kernels::TwiddleFormat::fma_rows2),
    kernels::ntt_kernel<ThreeLimbs, 3>("fma42x3", ThreeLimbs::modulus_bits, 3, kernels::TwiddleFormat::fma_rows3),
};

}  // namespace ringlet::backends
