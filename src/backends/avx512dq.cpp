#include "backends/registry.hpp"
#include "backends/shoup64_kernels.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"

namespace ringlet::backends {

using Kernels = Shoup64Kernels<Target<isa::Avx512>, 3, 3>;

constinit const kernels::BackendKernels avx512dq_kernels = {Kernels::ntt, Kernels::eltwise, calls_if_checked};

}  // namespace ringlet::backends
