#include "backends/families.hpp"
#include "backends/registry.hpp"

namespace ringlet::backends {

constinit const BackendKernels scalar_kernels(scalar::wide32, scalar::shoup64, scalar::full64, scalar::shoup128,
                                              scalar::rns, scalar::multiword);
#ifdef __x86_64__
constinit const BackendKernels avx2_kernels =
    table_if<is_compiled("avx2"), avx2::shoup32, avx2::wide32, avx2::fma53, avx2::shoup64, avx2::full64,
             avx2::fma_limbs, avx2::shoup128, avx2::rns, avx2::multiword>();
constinit const BackendKernels avx512dq_kernels =
    table_if<is_compiled("avx512dq"), avx512dq::shoup32, avx512dq::wide32, avx512dq::fma53, avx512dq::shoup64,
             avx512dq::full64, avx512dq::shoup128, avx512dq::rns, avx512dq::multiword>();
constinit const BackendKernels avx512ifma_kernels =
    table_if<is_compiled("avx512ifma"), avx512ifma::ifma52, avx512ifma::shoup52x2, avx512ifma::full52x2,
             avx512ifma::radix52x2, avx512ifma::radix52x3, avx512ifma::rns, avx512ifma::multiword>();
#endif
#ifdef __aarch64__
constinit const BackendKernels neon_kernels = table_if<is_compiled("neon"), neon::wide32, neon::fma53, neon::rns>();
#endif

}  // namespace ringlet::backends
