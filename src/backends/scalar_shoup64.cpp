#include "backends/families.hpp"
#include "backends/families/shoup64.hpp"
#include "backends/target.hpp"
#include "isa/scalar.hpp"

namespace ringlet::backends {

using Kernels = Shoup64Kernels<Target<isa::Scalar>, 3, 2>;

constinit const WordFamily scalar::shoup64 = {
    .ntt = Kernels::exact_ntt, .eltwise = Kernels::eltwise<Kernels::ExactProduct>, .calls = calls_if_checked};

}  // namespace ringlet::backends
