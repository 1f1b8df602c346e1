#include "arith/fma_limbs/fma_limbs.hpp"
#include "arith/row_twiddle.hpp"
#include "backends/families.hpp"
#include "backends/target.hpp"
#include "isa/avx2.hpp"
#include "isa/double_limbs.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {
namespace {

using TwoLimbs = arith::FmaLimbs<Target<isa::DoubleLimbs<isa::Avx2, 2>>>;
using ThreeLimbs = arith::FmaLimbs<Target<isa::DoubleLimbs<isa::Avx2, 3>>>;

/// Returns the transforms of A that are faster than the scalar transforms: all except transforms of 8 points.
template <class A>
constexpr kernels::BasicNttKernel<uint128_t> kernel_of(const char* arithmetic) {
  return kernels::ntt_kernel<A, arith::max_row_stages>(arithmetic, 3, 4);
}

constexpr kernels::BasicNttKernel<uint128_t> ntt[] = {kernel_of<TwoLimbs>("fma50x2"), kernel_of<ThreeLimbs>("fma42x3")};

}  // namespace

constinit const WordFamily128 avx2::fma_limbs = {.ntt = ntt, .calls = calls_if_checked};

}  // namespace ringlet::backends
