#include "backends/families.hpp"
#include "backends/families/fma53.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"
#include "isa/avx512_rounded.hpp"

namespace ringlet::backends {

using Kernels = Fma53Kernels<Target<isa::Avx512>, 4, 3, Target<isa::Avx512Rounded>>;

constinit const WordFamily avx512dq::fma53 = {
    .ntt = Kernels::ntt, .eltwise = Kernels::eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
