#include "arith/montgomery52/montgomery52.hpp"
#include "arith/montgomery52/montgomery52_eltwise.hpp"
#include "backends/families.hpp"
#include "backends/target.hpp"
#include "isa/avx512ifma.hpp"
#include "isa/limb52.hpp"
#include "kernels/multiword_eltwise.hpp"
#include "kernels/multiword_ntt.hpp"

namespace ringlet::backends {
namespace {

template <unsigned limbs>
using Cpu = Target<isa::Limb52<isa::Avx512Ifma, limbs>>;

template <unsigned words, unsigned limbs>
constexpr kernels::MultiwordNttKernel ntt_of =
    kernels::MultiwordNtt<arith::Montgomery52<Cpu<limbs>, words>>::table("montgomery52");

// For each width, the numbers of limbs for moduli that are too long for the next narrower width.
constexpr kernels::MultiwordNttKernel ntt[] = {ntt_of<3, 3>, ntt_of<3, 4>, ntt_of<4, 4>, ntt_of<4, 5>,
                                               ntt_of<4, 6>, ntt_of<5, 6>, ntt_of<5, 7>, ntt_of<6, 7>,
                                               ntt_of<6, 8>, ntt_of<8, 8>, ntt_of<8, 9>, ntt_of<8, 10>};

/// Kernels with as many limbs as hold all words.
template <unsigned words>
constexpr kernels::MultiwordEltwiseKernels eltwise_of =
    kernels::MultiwordEltwise<arith::Montgomery52Eltwise<Cpu<(64 * words + 51) / 52>, words>>::table("montgomery52");

constexpr kernels::MultiwordEltwiseKernels eltwise[] = {eltwise_of<3>, eltwise_of<4>, eltwise_of<5>, eltwise_of<6>,
                                                        eltwise_of<8>};

}  // namespace

constinit const MultiwordFamily avx512ifma::multiword = {.ntt = ntt, .eltwise = eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
