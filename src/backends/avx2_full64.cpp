#include "backends/families.hpp"
#include "backends/families/full64.hpp"
#include "backends/target.hpp"
#include "isa/avx2.hpp"

namespace ringlet::backends {

using Kernels = Full64Kernels<Target<isa::Avx2>>;

constinit const WordFamily avx2::full64 = {
    .ntt = Kernels::ntt, .eltwise = Kernels::without_comparisons, .calls = calls_if_checked};

}  // namespace ringlet::backends
