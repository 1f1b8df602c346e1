#include "arith/dot/dot_words.hpp"
#include "backends/families/rns.hpp"
#include "isa/scalar.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Scalar>;

constexpr kernels::DotKernels dot_kernels[] = {
    kernels::Dot<arith::DotWords<Cpu>>::table("dot_words"),
};

}  // namespace

constinit const RnsFamily scalar::rns = rns_family<Cpu>(dot_kernels);

}  // namespace ringlet::backends
