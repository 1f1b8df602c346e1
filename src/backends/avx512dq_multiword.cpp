#include "backends/families.hpp"
#include "backends/families/fma_multiword.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"

namespace ringlet::backends {

constinit const MultiwordFamily avx512dq::multiword = {.ntt = fma_multiword_kernels<isa::Avx512>,
                                                       .calls = calls_if_checked};

}  // namespace ringlet::backends
