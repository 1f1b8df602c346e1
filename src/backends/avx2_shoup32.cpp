#include "backends/families.hpp"
#include "backends/families/shoup32.hpp"
#include "backends/target.hpp"
#include "isa/avx2_lanes32.hpp"

namespace ringlet::backends {

using Kernels = Shoup32Kernels<Target<isa::Avx2Lanes32>, 3, 3>;

constinit const WordFamily32 avx2::shoup32 = {
    .ntt = Kernels::ntt, .eltwise = Kernels::eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
