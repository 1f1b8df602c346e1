#include "isa/avx2.hpp"
#include "backends/barrett128_kernels.hpp"
#include "backends/fma_kernels.hpp"
#include "backends/registry.hpp"
#include "backends/shoup128_kernels.hpp"
#include "backends/target.hpp"
#include "isa/limb64x2.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Limb64x2<isa::Avx2>>;
using ElementCpu = Target<isa::Limb64x2<isa::Avx2, isa::LaneOrder::any>>;
using ElementKernels = Shoup128Kernels<Cpu, 3, 2, ElementCpu>;

/// Of the element-wise operations on double words, those that are faster than the scalar ones: not the products of two
/// vectors.
template <class Kernels>
constexpr Kernels faster_than_scalar(Kernels kernels) {
  kernels.mul = nullptr;
  kernels.reduce = nullptr;
  return kernels;
}
constexpr kernels::DoubleEltwiseKernels contiguous[] = {faster_than_scalar(ElementKernels::contiguous[0])};
constexpr kernels::SplitEltwiseKernels split[] = {faster_than_scalar(ElementKernels::split[0])};

}  // namespace

using Kernels = FmaKernels<Target<isa::Avx2>, 3, 3>;
using PaperKernels = Barrett128Kernels<Cpu, ElementCpu>;

constinit const kernels::BackendKernels avx2_kernels = {.ntt = Kernels::ntt,
                                                        .eltwise = Kernels::eltwise,
                                                        .calls = calls_if_checked,
                                                        .ntt128 = avx2_double_kernels,
                                                        .eltwise128 = {contiguous, split},
                                                        .named_ntt128 = PaperKernels::ntt,
                                                        .named_eltwise128 = PaperKernels::eltwise};

}  // namespace ringlet::backends
