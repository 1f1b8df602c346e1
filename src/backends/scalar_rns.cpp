#include "arith/dot/dot_words.hpp"
#include "arith/shoup/shoup.hpp"
#include "backends/families/rns.hpp"
#include "isa/scalar.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Scalar>;

constexpr kernels::DotKernels dot_kernels[] = {
    kernels::Dot<arith::DotWords<Cpu>>::table("dot_words"),
};

constexpr kernels::ReconstructionKernels reconstruction =
    kernels::Reconstruction<arith::Shoup<Cpu, 4>>::table("shoup64");

}  // namespace

constinit const RnsFamily scalar::rns = rns_family<Cpu>(dot_kernels, &reconstruction);

}  // namespace ringlet::backends
