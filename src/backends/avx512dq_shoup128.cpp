#include "backends/families.hpp"
#include "backends/families/shoup128.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"
#include "isa/limb64x2.hpp"

namespace ringlet::backends {

using Kernels =
    Shoup128Kernels<Target<isa::Limb64x2<isa::Avx512>>, 3, 2, Target<isa::Limb64x2<isa::Avx512, isa::LaneOrder::any>>>;

constinit const WordFamily128 avx512dq::shoup128 = {
    .ntt = Kernels::ntt, .eltwise = Kernels::eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
