#include "arith/montgomery/montgomery_words.hpp"
#include "arith/montgomery/montgomery_words_ntt.hpp"
#include "backends/families.hpp"
#include "backends/target.hpp"
#include "isa/scalar.hpp"
#include "kernels/multiword_eltwise.hpp"
#include "kernels/multiword_ntt.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Scalar>;

template <unsigned words>
constexpr kernels::MultiwordEltwiseKernels eltwise_of =
    kernels::MultiwordEltwise<arith::MontgomeryWords<Cpu, words>>::table("montgomery_words");

constexpr kernels::MultiwordEltwiseKernels eltwise[] = {eltwise_of<3>, eltwise_of<4>, eltwise_of<5>, eltwise_of<6>,
                                                        eltwise_of<8>};

template <unsigned words>
constexpr kernels::MultiwordNttKernel ntt_of =
    kernels::MultiwordNtt<arith::MontgomeryWordsNtt<Cpu, words>>::table("montgomery64");

constexpr kernels::MultiwordNttKernel ntt[] = {ntt_of<3>, ntt_of<4>, ntt_of<5>, ntt_of<6>, ntt_of<8>};

}  // namespace

constinit const MultiwordFamily scalar::multiword = {.ntt = ntt, .eltwise = eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
