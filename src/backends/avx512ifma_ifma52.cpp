#include "arith/ifma52/ifma52.hpp"
#include "arith/ifma52/ifma52_long.hpp"
#include "arith/ifma52/word_reduction.hpp"
#include "backends/families.hpp"
#include "backends/target.hpp"
#include "isa/avx512ifma.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Avx512Ifma>;

template <unsigned Capacity>
using Arithmetic = arith::Ifma52<Cpu, Capacity>;

constexpr kernels::NttKernel ntt[] = {
    kernels::ntt_kernel<Arithmetic<16>, 4>("ifma52", 3),
    kernels::ntt_kernel<Arithmetic<8>, 4>("ifma52", 3),
    kernels::ntt_kernel<Arithmetic<4>, 4>("ifma52", 3),
};

// The smaller q is, the fewer reductions lazy operands need.
constexpr kernels::EltwiseKernels eltwise[] = {
    kernels::Eltwise<Arithmetic<64>>::product("ifma52"),
    kernels::Eltwise<Arithmetic<16>>::product("ifma52"),
    kernels::Eltwise<Arithmetic<8>>::products("ifma52"),
    kernels::Eltwise<Arithmetic<4>>::products("ifma52"),
    kernels::Eltwise<Arithmetic<4>>::montgomery("ifma52"),
    kernels::Eltwise<arith::Ifma52Long<Cpu>>::products("ifma52"),
    kernels::Eltwise<arith::WordReduction52<Arithmetic<4>>>::reductions("ifma52"),
};

}  // namespace

constinit const WordFamily avx512ifma::ifma52 = {.ntt = ntt, .eltwise = eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
