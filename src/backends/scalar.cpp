#include "isa/scalar.hpp"
#include "arith/shoup64.hpp"
#include "backends/registry.hpp"
#include "backends/target.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Scalar>;
using Wide = arith::Shoup64<Cpu, 4>;
using Lazy = arith::Shoup64<Cpu, 16>;

constexpr kernels::NttKernel ntt[] = {
    kernels::ntt_kernel<Lazy, 3>("shoup64", 60, 2, kernels::TwiddleFormat::shoup64),
    kernels::ntt_kernel<Wide, 3>("shoup64", 62, 2, kernels::TwiddleFormat::shoup64),
};

constexpr kernels::EltwiseKernels eltwise[] = {
    kernels::Eltwise<Lazy>::products("shoup64", 60),
    kernels::Eltwise<Wide>::all("shoup64", 62),
};

}  // namespace

constinit const kernels::BackendKernels scalar_kernels = {ntt, 2, eltwise, 2, calls_if_checked};

}  // namespace ringlet::backends
