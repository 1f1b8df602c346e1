#include "backends/families.hpp"
#include "backends/families/barrett128.hpp"
#include "backends/target.hpp"
#include "isa/limb64x2.hpp"
#include "isa/scalar.hpp"

namespace ringlet::backends {

using Kernels = Barrett128Kernels<Target<isa::Limb64x2<isa::Scalar>>>;

constinit const DoubleWords scalar::barrett128 = {
    .ntt = Kernels::ntt, .eltwise = Kernels::contiguous, .split = Kernels::split, .calls = calls_if_checked};

}  // namespace ringlet::backends
