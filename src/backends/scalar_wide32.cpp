#include "backends/families.hpp"
#include "backends/families/wide32.hpp"
#include "backends/target.hpp"
#include "isa/scalar.hpp"

namespace ringlet::backends {

using Kernels = Wide32Kernels<Target<isa::Wide32<isa::Scalar>>, 3, 2>;

constinit const WordFamily32 scalar::wide32 = {
    .ntt = Kernels::ntt, .eltwise = Kernels::eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
