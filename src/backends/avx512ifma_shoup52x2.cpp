#include "arith/ifma52/word_reduction.hpp"
#include "arith/montgomery/word_product.hpp"
#include "arith/shoup/product52x2.hpp"
#include "arith/shoup/shoup.hpp"
#include "backends/families.hpp"
#include "backends/target.hpp"
#include "isa/avx512ifma.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Avx512Ifma>;

template <unsigned Capacity>
using Arithmetic = arith::Shoup<Cpu, Capacity, arith::Product52x2<Cpu>>;

constexpr kernels::NttKernel ntt[] = {
    kernels::ntt_kernel<Arithmetic<16>, 3>("shoup52x2", 3),
    kernels::ntt_kernel<Arithmetic<8>, 3>("shoup52x2", 3),
};

// The smaller q is, the fewer reductions lazy operands need.
constexpr kernels::EltwiseKernels eltwise[] = {
    kernels::Eltwise<Arithmetic<64>>::product("shoup52x2"),
    kernels::Eltwise<Arithmetic<16>>::product("shoup52x2"),
    kernels::Eltwise<arith::WordReduction52<Arithmetic<4>>>::reductions("shoup52x2"),
    kernels::Eltwise<arith::MontgomeryProduct52<Arithmetic<4>>>::montgomery("shoup52x2"),
    kernels::Eltwise<Arithmetic<4>>::products_and_reductions("shoup52x2"),
};

}  // namespace

constinit const WordFamily avx512ifma::shoup52x2 = {.ntt = ntt, .eltwise = eltwise, .calls = calls_if_checked};

}  // namespace ringlet::backends
