#include "backends/families.hpp"
#include "backends/families/shoup128.hpp"
#include "backends/target.hpp"
#include "isa/scalar128.hpp"

namespace ringlet::backends {

using Kernels = Shoup128Kernels<Target<isa::Scalar128>, 3, 2>;

constinit const WordFamily128 scalar::shoup128 = {
    .ntt = Kernels::ntt, .eltwise = Kernels::eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
