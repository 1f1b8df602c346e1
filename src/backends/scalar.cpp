#include "isa/scalar.hpp"
#include "backends/registry.hpp"
#include "backends/shoup64_kernels.hpp"
#include "backends/target.hpp"

namespace ringlet::backends {

using Kernels = Shoup64Kernels<Target<isa::Scalar>, 3, 2>;

constinit const kernels::BackendKernels scalar_kernels = {Kernels::ntt, Kernels::eltwise, calls_if_checked};

}  // namespace ringlet::backends
