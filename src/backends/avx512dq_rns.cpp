#include "backends/families/rns.hpp"
#include "isa/avx512.hpp"

namespace ringlet::backends {

using Cpu = Target<isa::Avx512>;
using Kernels = RnsKernelsInDoubles<Cpu>;

constinit const RnsFamily avx512dq::rns = rns_family<Cpu>(Kernels::dot, &Kernels::reconstruction);

}  // namespace ringlet::backends
