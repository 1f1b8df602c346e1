#include "arith/full_words/goldilocks52.hpp"
#include "arith/radix52/radix52.hpp"
#include "backends/families.hpp"
#include "backends/target.hpp"
#include "isa/avx512ifma.hpp"
#include "isa/limb52_of_words.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Limb52OfWords<isa::Avx512Ifma>>;

constexpr kernels::NttKernel ntt[] = {
    kernels::ntt_kernel<arith::Goldilocks52<Cpu>, 3>("goldilocks52", 3),
    kernels::ntt_kernel<arith::Radix52<Cpu>, 3>("radix52x2", 3),
};

}  // namespace

constinit const WordFamily avx512ifma::full52x2 = {.ntt = ntt, .calls = calls_if_checked};

}  // namespace ringlet::backends
