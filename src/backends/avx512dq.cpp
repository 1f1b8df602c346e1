#include "backends/barrett128_kernels.hpp"
#include "backends/fma_kernels.hpp"
#include "backends/registry.hpp"
#include "backends/shoup128_kernels.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"
#include "isa/limb64x2.hpp"

namespace ringlet::backends {

using Kernels = FmaKernels<Target<isa::Avx512>, 4, 3>;
using DoubleCpu = Target<isa::Limb64x2<isa::Avx512>>;
using ElementCpu = Target<isa::Limb64x2<isa::Avx512, isa::LaneOrder::any>>;
using DoubleKernels = Shoup128Kernels<DoubleCpu, 3, 2, ElementCpu>;
using PaperKernels = Barrett128Kernels<DoubleCpu, ElementCpu>;

constinit const kernels::BackendKernels avx512dq_kernels = {
    Kernels::ntt,           Kernels::eltwise,  calls_if_checked,     DoubleKernels::ntt,
    DoubleKernels::eltwise, PaperKernels::ntt, PaperKernels::eltwise};

}  // namespace ringlet::backends
