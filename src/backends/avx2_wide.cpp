#include "backends/families.hpp"
#include "backends/families/fma_wide.hpp"
#include "backends/target.hpp"
#include "isa/avx2.hpp"

namespace ringlet::backends {

constinit const WideFamily avx2::wide = {.ntt = fma_wide_kernels<isa::Avx2>, .calls = calls_if_checked};

}  // namespace ringlet::backends
