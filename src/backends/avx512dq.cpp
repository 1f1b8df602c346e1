#include "backends/barrett128_kernels.hpp"
#include "backends/fma_kernels.hpp"
#include "backends/registry.hpp"
#include "backends/shoup128_kernels.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"
#include "isa/limb64x2.hpp"

namespace ringlet::backends {

using Kernels = FmaKernels<Target<isa::Avx512>, 4, 3>;
using DoubleKernels = Shoup128Kernels<Target<isa::Limb64x2<isa::Avx512>>, 3, 2>;
using PaperKernels = Barrett128Kernels<Target<isa::Limb64x2<isa::Avx512>>>;

constinit const kernels::BackendKernels avx512dq_kernels = {
    Kernels::ntt,           Kernels::eltwise,  calls_if_checked,     DoubleKernels::ntt,
    DoubleKernels::eltwise, PaperKernels::ntt, PaperKernels::eltwise};

}  // namespace ringlet::backends
