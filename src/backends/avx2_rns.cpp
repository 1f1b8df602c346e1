#include "backends/families/rns.hpp"
#include "isa/avx2.hpp"

namespace ringlet::backends {

using Cpu = Target<isa::Avx2>;
using Kernels = RnsKernelsInDoubles<Cpu>;

constinit const RnsFamily avx2::rns = rns_family<Cpu>(Kernels::dot, &Kernels::reconstruction);

}  // namespace ringlet::backends
