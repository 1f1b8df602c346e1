#include <concepts>

#include "backends/families.hpp"
#include "backends/registry.hpp"

// The kernels of each backend, best first. The first whose range contains the modulus is used. The next weaker backend
// serves what a backend lacks.
namespace ringlet::backends {
namespace {

/// Returns a table of families. libhexl compiles this file for itself (RINGLET_FOR_LIBHEXL). It leaves out 128-bit
/// words, residue number systems and multiword moduli, which HEXL's interface does not use. Nothing refers to their
/// kernels then, and the linker omits them.
template <class... Family>
constexpr BackendKernels kernels_of(const Family&... families) {
  BackendKernels kernels;
  const auto add = [&]<class F>(const F& family) {
#ifdef RINGLET_FOR_LIBHEXL
    if constexpr (std::same_as<F, WordFamily>)
#endif
      kernels.add(family);
  };
  (add(families), ...);
  return kernels;
}

}  // namespace

constinit const BackendKernels scalar_kernels =
    kernels_of(scalar::shoup64, scalar::shoup128, scalar::rns, scalar::multiword);
#ifdef __x86_64__
constinit const BackendKernels avx2_kernels =
    kernels_of(avx2::fma53, avx2::shoup64, avx2::fma_limbs, avx2::shoup128, avx2::rns, avx2::multiword);
constinit const BackendKernels avx512dq_kernels =
    kernels_of(avx512dq::fma53, avx512dq::shoup64, avx512dq::shoup128, avx512dq::rns, avx512dq::multiword);
constinit const BackendKernels avx512ifma_kernels =
    kernels_of(avx512ifma::ifma52, avx512ifma::shoup52x2, avx512ifma::radix52x2, avx512ifma::radix52x3, avx512ifma::rns,
               avx512ifma::multiword);
#endif
#ifdef __aarch64__
constinit const BackendKernels neon_kernels = kernels_of(neon::fma53, neon::rns);
#endif

}  // namespace ringlet::backends
