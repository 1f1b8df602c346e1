#include "backends/families.hpp"
#include "backends/families/wide32.hpp"
#include "backends/target.hpp"
#include "isa/neon.hpp"

namespace ringlet::backends {

using Kernels = Wide32Kernels<Target<isa::Wide32<isa::Neon>>, 3, 3>;

constinit const WordFamily32 neon::wide32 = {
    .ntt = Kernels::ntt_in_doubles, .eltwise = Kernels::products_in_doubles, .calls = calls_if_checked};

}  // namespace ringlet::backends
