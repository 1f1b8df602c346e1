#include "backends/families/rns.hpp"
#include "isa/avx2.hpp"

namespace ringlet::backends {

using Cpu = Target<isa::Avx2>;

constinit const RnsFamily avx2::rns = rns_family<Cpu>(DotKernelsInDoubles<Cpu>::dot);

}  // namespace ringlet::backends
