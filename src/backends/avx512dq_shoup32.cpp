#include "backends/families.hpp"
#include "backends/families/shoup32.hpp"
#include "backends/target.hpp"
#include "isa/avx512_lanes32.hpp"

namespace ringlet::backends {

using Kernels = Shoup32Kernels<Target<isa::Avx512Lanes32>, 4, 3>;

constinit const WordFamily32 avx512dq::shoup32 = {
    .ntt = Kernels::ntt, .eltwise = Kernels::eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
