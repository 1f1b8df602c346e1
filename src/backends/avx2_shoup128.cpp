#include "backends/families.hpp"
#include "backends/families/shoup128.hpp"
#include "backends/target.hpp"
#include "isa/avx2.hpp"
#include "isa/limb64x2.hpp"

namespace ringlet::backends {
namespace {

using Kernels =
    Shoup128Kernels<Target<isa::Limb64x2<isa::Avx2>>, 3, 2, Target<isa::Limb64x2<isa::Avx2, isa::LaneOrder::any>>>;

/// Of the element-wise operations on double words, those that are faster than the scalar ones: not the products of two
/// vectors. Nor are the transforms.
template <class Table>
constexpr Table faster_than_scalar(Table kernels) {
  kernels.mul = nullptr;
  kernels.mul_sub = nullptr;
  kernels.reduce = nullptr;
  return kernels;
}
constexpr kernels::DoubleEltwiseKernels contiguous[] = {faster_than_scalar(Kernels::contiguous[0])};
constexpr kernels::SplitEltwiseKernels split[] = {faster_than_scalar(Kernels::split[0])};

}  // namespace

constinit const DoubleWordFamily avx2::shoup128 = {
    .ntt = {}, .eltwise = contiguous, .split = split, .calls = calls_if_checked};

}  // namespace ringlet::backends
