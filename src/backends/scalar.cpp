#include "isa/scalar.hpp"
#include "backends/registry.hpp"
#include "backends/shoup128_kernels.hpp"
#include "backends/shoup64_kernels.hpp"
#include "backends/target.hpp"
#include "isa/scalar128.hpp"

namespace ringlet::backends {

using Kernels = Shoup64Kernels<Target<isa::Scalar>, 3, 2>;
using DoubleKernels = Shoup128Kernels<Target<isa::Scalar128>, 3, 2>;

constinit const kernels::BackendKernels scalar_kernels = {Kernels::ntt, Kernels::eltwise, calls_if_checked,
                                                          DoubleKernels::ntt, DoubleKernels::eltwise};

}  // namespace ringlet::backends
