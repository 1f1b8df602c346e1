#include "backends/families.hpp"
#include "backends/families/radix52.hpp"
#include "backends/target.hpp"
#include "isa/avx512ifma.hpp"

namespace ringlet::backends {

using Kernels = Radix52Kernels<Target, isa::Avx512Ifma, 3, 12>;

constinit const DoubleWords avx512ifma::radix52x3 = {
    .ntt = Kernels::ntt, .eltwise = Kernels::contiguous, .split = Kernels::split, .calls = calls_if_checked};

}  // namespace ringlet::backends
