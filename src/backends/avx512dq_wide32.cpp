#include "backends/families.hpp"
#include "backends/families/wide32.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"

namespace ringlet::backends {

using Kernels = Wide32Kernels<Target<isa::Wide32<isa::Avx512>>, 2, 2>;

constinit const WordFamily32 avx512dq::wide32 = {
    .ntt = Kernels::ntt_in_doubles, .eltwise = Kernels::eltwise_in_doubles, .calls = calls_if_checked};

}  // namespace ringlet::backends
