#include "arith/dot/dot_doubles.hpp"
#include "backends/families.hpp"
#include "backends/target.hpp"
#include "isa/neon.hpp"
#include "kernels/dot.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Neon>;

constexpr kernels::DotKernels dot_kernels[] = {
    kernels::Dot<arith::DotDoubles<Cpu, 49>>::table("dot_doubles"),
    kernels::Dot<arith::DotDoubles<Cpu, 50>>::table("dot_doubles"),
};

}  // namespace

constinit const RnsFamily neon::rns = {.dot = dot_kernels, .calls = calls_if_checked};

}  // namespace ringlet::backends
