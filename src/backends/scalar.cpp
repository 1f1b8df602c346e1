#include "isa/scalar.hpp"
#include "backends/barrett128_kernels.hpp"
#include "backends/registry.hpp"
#include "backends/shoup128_kernels.hpp"
#include "backends/shoup64_kernels.hpp"
#include "backends/target.hpp"
#include "isa/limb64x2.hpp"
#include "isa/scalar128.hpp"

namespace ringlet::backends {

using Kernels = Shoup64Kernels<Target<isa::Scalar>, 3, 2>;
using DoubleKernels = Shoup128Kernels<Target<isa::Scalar128>, 3, 2>;
using PaperKernels = Barrett128Kernels<Target<isa::Limb64x2<isa::Scalar>>>;

constinit const kernels::BackendKernels scalar_kernels = {
    Kernels::ntt,           Kernels::eltwise,  calls_if_checked,     DoubleKernels::ntt,
    DoubleKernels::eltwise, PaperKernels::ntt, PaperKernels::eltwise};

}  // namespace ringlet::backends
