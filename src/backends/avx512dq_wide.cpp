#include "backends/families.hpp"
#include "backends/families/fma_wide.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"

namespace ringlet::backends {

constinit const WideFamily avx512dq::wide = {.ntt = fma_wide_kernels<isa::Avx512>, .calls = calls_if_checked};

}  // namespace ringlet::backends
