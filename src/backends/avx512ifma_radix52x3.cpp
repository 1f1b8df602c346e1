#include "backends/families.hpp"
#include "backends/families/radix52.hpp"
#include "backends/target.hpp"
#include "isa/avx512ifma.hpp"

namespace ringlet::backends {

using LimbCpu = Target<isa::Limb52<isa::Avx512Ifma, 3>>;
using WordCpu = Target<isa::Limb64x2<isa::Avx512Ifma, isa::LaneOrder::any>>;
using Kernels = Radix52Kernels<LimbCpu, WordCpu>;

constinit const WordFamily128 avx512ifma::radix52x3 = {
    .ntt = Kernels::ntt, .eltwise = Kernels::eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
