#include "backends/families.hpp"
#include "backends/families/shoup64.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"

namespace ringlet::backends {

using Kernels = Shoup64Kernels<Target<isa::Avx512>, 3, 3>;

constinit const WordFamily avx512dq::shoup64 = {
    .ntt = Kernels::short_ntt, .eltwise = Kernels::eltwise<Kernels::ShortProduct>, .calls = calls_if_checked};

}  // namespace ringlet::backends
