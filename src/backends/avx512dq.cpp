#include "backends/fma_kernels.hpp"
#include "backends/registry.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"

namespace ringlet::backends {

using Kernels = FmaKernels<Target<isa::Avx512>, 4, 3>;

constinit const kernels::BackendKernels avx512dq_kernels = {Kernels::ntt, Kernels::eltwise, calls_if_checked};

}  // namespace ringlet::backends
