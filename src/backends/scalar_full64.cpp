#include "backends/families.hpp"
#include "backends/families/full64.hpp"
#include "backends/target.hpp"
#include "isa/scalar.hpp"

namespace ringlet::backends {

using Kernels = Full64Kernels<Target<isa::Scalar>>;

constinit const WordFamily scalar::full64 = {
    .ntt = Kernels::ntt, .eltwise = Kernels::eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
