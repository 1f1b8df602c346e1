#include "isa/avx2.hpp"
#include "backends/fma_kernels.hpp"
#include "backends/registry.hpp"
#include "backends/target.hpp"

namespace ringlet::backends {

using Kernels = FmaKernels<Target<isa::Avx2>, 3, 2>;

constinit const kernels::BackendKernels avx2_kernels = {Kernels::ntt, Kernels::eltwise, calls_if_checked};

}  // namespace ringlet::backends
