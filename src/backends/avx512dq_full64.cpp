#include "backends/families.hpp"
#include "backends/families/full64.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"

namespace ringlet::backends {

using Kernels = Full64Kernels<Target<isa::Avx512>>;

constinit const WordFamily avx512dq::full64 = {
    .ntt = Kernels::ntt, .eltwise = Kernels::without_comparisons, .calls = calls_if_checked};

}  // namespace ringlet::backends
