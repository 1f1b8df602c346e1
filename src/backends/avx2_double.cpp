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

/// Those of A where they are faster than the scalar ones: not of 8 points.
template <class A>
constexpr kernels::BasicNttKernel<uint128_t> kernel_of(const char* arithmetic) {
  return kernels::ntt_kernel<A, 3>(arithmetic, A::modulus_bits, 3, 4);
}

}  // namespace

constinit const kernels::BasicNttKernel<uint128_t> avx2_double_kernels[2] = {
    kernel_of<TwoLimbs>("fma50x2"),
    kernel_of<ThreeLimbs>("fma42x3"),
};

}  // namespace ringlet::backends
