#include "backends/families.hpp"
#include "backends/registry.hpp"

// The kernels of each backend, best first: the first whose range holds the modulus is taken. What a backend lacks is
// looked for in the next weaker one.
namespace ringlet::backends {
namespace {

constexpr const WordFamily* scalar_words[] = {&scalar::shoup64};
constexpr const DoubleWordFamily* scalar_double_words[] = {&scalar::shoup128};

#ifdef __x86_64__
constexpr const WordFamily* avx2_words[] = {&avx2::fma53, &avx2::shoup64};
constexpr const DoubleWordFamily* avx2_double_words[] = {&avx2::fma_limbs, &avx2::shoup128};

constexpr const WordFamily* avx512dq_words[] = {&avx512dq::fma53, &avx512dq::shoup64};
constexpr const DoubleWordFamily* avx512dq_double_words[] = {&avx512dq::shoup128};

constexpr const WordFamily* avx512ifma_words[] = {&avx512ifma::ifma52, &avx512ifma::shoup52x2};
constexpr const DoubleWordFamily* avx512ifma_double_words[] = {&avx512ifma::radix52x2, &avx512ifma::radix52x3};
#endif

#ifdef __aarch64__
constexpr const WordFamily* neon_words[] = {&neon::fma53};
#endif

// libhexl compiles this file for itself (RINGLET_FOR_LIBHEXL): without what HEXL's interface does not reach, double
// words, residue number systems and wide moduli, nothing refers to their kernels, and the linker leaves them out.
#ifdef RINGLET_FOR_LIBHEXL
template <std::size_t count>
constexpr kernels::Families<uint128_t> beyond_hexl(const DoubleWordFamily* const (& /*double_words*/)[count]) {
  return {};
}
template <class Family>
constexpr const Family* beyond_hexl(const Family& /*family*/) {
  return nullptr;
}
#else
template <std::size_t count>
constexpr kernels::Families<uint128_t> beyond_hexl(const DoubleWordFamily* const (&double_words)[count]) {
  return double_words;
}
template <class Family>
constexpr const Family* beyond_hexl(const Family& family) {
  return &family;
}
#endif

}  // namespace

constinit const kernels::BackendKernels scalar_kernels = {.words = scalar_words,
                                                          .double_words = beyond_hexl(scalar_double_words),
                                                          .rns = beyond_hexl(scalar::rns),
                                                          .wide = beyond_hexl(scalar::wide)};
#ifdef __x86_64__
constinit const kernels::BackendKernels avx2_kernels = {.words = avx2_words,
                                                        .double_words = beyond_hexl(avx2_double_words),
                                                        .rns = beyond_hexl(avx2::rns),
                                                        .wide = beyond_hexl(avx2::wide)};
constinit const kernels::BackendKernels avx512dq_kernels = {.words = avx512dq_words,
                                                            .double_words = beyond_hexl(avx512dq_double_words),
                                                            .rns = beyond_hexl(avx512dq::rns),
                                                            .wide = beyond_hexl(avx512dq::wide)};
constinit const kernels::BackendKernels avx512ifma_kernels = {.words = avx512ifma_words,
                                                              .double_words = beyond_hexl(avx512ifma_double_words),
                                                              .rns = beyond_hexl(avx512ifma::rns),
                                                              .wide = beyond_hexl(avx512ifma::wide)};
#endif
#ifdef __aarch64__
constinit const kernels::BackendKernels neon_kernels = {.words = neon_words, .rns = beyond_hexl(neon::rns)};
#endif

}  // namespace ringlet::backends
