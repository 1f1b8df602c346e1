#include "backends/families/rns.hpp"
#include "isa/avx512.hpp"

namespace ringlet::backends {

using Cpu = Target<isa::Avx512>;

constinit const RnsFamily avx512dq::rns = rns_family<Cpu>(DotKernelsInDoubles<Cpu>::dot);

}  // namespace ringlet::backends
