#include "arith/dot/dot_doubles.hpp"
#include "arith/dot/dot_limbs.hpp"
#include "backends/families.hpp"
#include "backends/target.hpp"
#include "isa/avx512.hpp"
#include "kernels/automorphism.hpp"
#include "kernels/balanced_digit.hpp"
#include "kernels/dot.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Avx512>;

constexpr kernels::DotKernels dot_kernels[] = {
    kernels::Dot<arith::DotDoubles<Cpu, 49>>::table("dot_doubles"),
    kernels::Dot<arith::DotDoubles<Cpu, 50>>::table("dot_doubles"),
    kernels::Dot<arith::DotLimbs<Cpu, arith::WordFractions<Cpu>, 30>>::table("dot_limbs"),
    kernels::Dot<arith::DotLimbs<Cpu, arith::WordFractions<Cpu>, 31>>::table("dot_limbs"),
};

}  // namespace

constinit const RnsFamily avx512dq::rns = {.dot = dot_kernels,
                                           .automorphism = kernels::automorphism<Cpu>,
                                           .balanced_digit = kernels::balanced_digit<Cpu>,
                                           .calls = calls_if_checked};

}  // namespace ringlet::backends
