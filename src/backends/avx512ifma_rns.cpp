#include "arith/dot/dot52.hpp"
#include "arith/dot/dot52_long.hpp"
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

}  // namespace

constinit const RnsFamily avx512ifma::rns = rns_family<Cpu>(dot_kernels);

}  // namespace ringlet::backends
