#include "arith/dot/dot_words.hpp"
#include "backends/families.hpp"
#include "backends/target.hpp"
#include "isa/scalar.hpp"
#include "kernels/automorphism.hpp"
#include "kernels/balanced_digit.hpp"
#include "kernels/dot.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Scalar>;

constexpr kernels::DotKernels dot_kernels[] = {
    kernels::Dot<arith::DotWords<Cpu>>::table("dot_words"),
};

}  // namespace

constinit const RnsFamily scalar::rns = {.dot = dot_kernels,
                                         .automorphism = kernels::automorphism<Cpu>,
                                         .balanced_digit = kernels::balanced_digit<Cpu>,
                                         .calls = calls_if_checked};

}  // namespace ringlet::backends
