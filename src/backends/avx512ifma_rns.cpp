#include "arith/dot/dot52.hpp"
#include "arith/dot/dot52_long.hpp"
#include "arith/ifma52/ifma52.hpp"
#include "backends/families/rns.hpp"
#include "isa/avx512ifma.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Avx512Ifma>;

constexpr kernels::DotKernels dot_kernels[] = {
    kernels::Dot<arith::Dot52<Cpu>>::table("dot52"),
    kernels::Dot<arith::Dot52Long<Cpu>>::table("dot52_long"),
    kernels::Dot<arith::DotLimbs<Cpu, arith::Fractions52<Cpu>, 30>>::table("dot_limbs"),
    kernels::Dot<arith::DotLimbs<Cpu, arith::Fractions52<Cpu>, 31>>::table("dot_limbs"),
};

constexpr kernels::ReconstructionKernels reconstruction =
    kernels::Reconstruction<arith::Ifma52<Cpu, 4>>::table("ifma52");

}  // namespace

constinit const RnsFamily avx512ifma::rns = rns_family<Cpu>(dot_kernels, &reconstruction);

}  // namespace ringlet::backends
