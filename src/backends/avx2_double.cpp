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

/// Those of A where they are faster than the scalar ones: not of 8 points, nor beyond 2^max_log_n.
template <class A>
constexpr kernels::BasicNttKernel<uint128_t> kernel_of(const char* arithmetic, unsigned max_log_n) {
  auto kernel = kernels::ntt_kernel<A, 3>(arithmetic, A::modulus_bits, 3, 4);
  kernel.max_log_n = max_log_n;
  return kernel;
}

}  // namespace

/// Beyond 2^15 points the twiddles of three limbs, 96 bytes each, come from beyond the second-level cache, and the
/// scalar transforms are as fast.
constinit const kernels::BasicNttKernel<uint128_t> avx2_double_kernels[2] = {
    kernel_of<TwoLimbs>("fma50x2", 20),
    kernel_of<ThreeLimbs>("fma42x3", 15),
};

}  // namespace ringlet::backends
