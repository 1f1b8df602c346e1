#include "backends/families.hpp"
#include "backends/registry.hpp"

/// The tables of kernels of libhexl, in place of libringlet's: HEXL's interface needs words only.
namespace ringlet::backends {

constinit const BackendKernels scalar_kernels(scalar::shoup64);
#ifdef __x86_64__
constinit const BackendKernels avx2_kernels = table_if<is_compiled("avx2"), avx2::fma53, avx2::shoup64>();
constinit const BackendKernels avx512dq_kernels =
    table_if<is_compiled("avx512dq"), avx512dq::fma53, avx512dq::shoup64>();
constinit const BackendKernels avx512ifma_kernels =
    table_if<is_compiled("avx512ifma"), avx512ifma::ifma52, avx512ifma::shoup52x2>();
#endif
#ifdef __aarch64__
constinit const BackendKernels neon_kernels = table_if<is_compiled("neon"), neon::fma53>();
#endif

}  // namespace ringlet::backends
