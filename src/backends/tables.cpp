#include "backends/families.hpp"
#include "backends/registry.hpp"

// The kernels of each backend, best first: the first whose range holds the modulus is taken. What a backend lacks is
// looked for in the next weaker one.
namespace ringlet::backends {
namespace {

constexpr const WordFamily* scalar_words[] = {&scalar::shoup64};
constexpr const DoubleWordFamily* scalar_double_words[] = {&scalar::shoup128};

constexpr const WordFamily* avx2_words[] = {&avx2::fma53, &avx2::shoup64};
constexpr const DoubleWordFamily* avx2_double_words[] = {&avx2::fma_limbs, &avx2::shoup128};

constexpr const WordFamily* avx512dq_words[] = {&avx512dq::fma53, &avx512dq::shoup64};
constexpr const DoubleWordFamily* avx512dq_double_words[] = {&avx512dq::shoup128};

constexpr const WordFamily* avx512ifma_words[] = {&avx512ifma::ifma52, &avx512ifma::shoup52x2};
constexpr const DoubleWordFamily* avx512ifma_double_words[] = {&avx512ifma::radix52x2, &avx512ifma::radix52x3};

/// Nothing in libhexl, whose interface has no double words: their kernels are left out of it, as nothing refers to
/// them.
template <std::size_t count>
constexpr kernels::Families<uint128_t> unless_left_out(
    [[maybe_unused]] const DoubleWordFamily* const (&double_words)[count]) {
#ifdef RINGLET_WORDS_ONLY
  return {};
#else
  return double_words;
#endif
}

}  // namespace

constinit const kernels::BackendKernels scalar_kernels = {scalar_words, unless_left_out(scalar_double_words)};
constinit const kernels::BackendKernels avx2_kernels = {avx2_words, unless_left_out(avx2_double_words)};
constinit const kernels::BackendKernels avx512dq_kernels = {avx512dq_words, unless_left_out(avx512dq_double_words)};
constinit const kernels::BackendKernels avx512ifma_kernels = {avx512ifma_words,
                                                              unless_left_out(avx512ifma_double_words)};

}  // namespace ringlet::backends
