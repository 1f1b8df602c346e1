#include "backends/families.hpp"
#include "backends/families/shoup64.hpp"
#include "backends/target.hpp"
#include "isa/scalar.hpp"

namespace ringlet::backends {

using Kernels = Shoup64Kernels<Target<isa::Scalar>, 3, 2>;

template <>
constinit const WordFamily scalar::Shoup<std::uint64_t>::family = {
    .ntt = Kernels::exact_ntt, .eltwise = Kernels::eltwise<Kernels::ExactProduct>, .calls = calls_if_checked};

}  // namespace ringlet::backends
