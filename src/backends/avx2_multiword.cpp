#include "backends/families.hpp"
#include "backends/families/fma_multiword.hpp"
#include "backends/target.hpp"
#include "isa/avx2.hpp"

namespace ringlet::backends {

constinit const MultiwordFamily avx2::multiword = {.ntt = fma_multiword_kernels<isa::Avx2>, .calls = calls_if_checked};

}  // namespace ringlet::backends
