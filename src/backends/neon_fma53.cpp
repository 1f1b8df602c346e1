#include "backends/families.hpp"
#include "backends/families/fma53.hpp"
#include "backends/target.hpp"
#include "isa/neon.hpp"

namespace ringlet::backends {

using Kernels = Fma53Kernels<Target<isa::Neon>, 3, 3>;

constinit const WordFamily neon::fma53 = {.ntt = Kernels::ntt, .eltwise = Kernels::eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
