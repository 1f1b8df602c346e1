#pragma once

#include <span>

#include "arith/dot/dot_doubles.hpp"
#include "arith/dot/dot_limbs.hpp"
#include "arith/fma53/fma53.hpp"
#include "backends/families.hpp"
#include "backends/target.hpp"
#include "kernels/automorphism.hpp"
#include "kernels/balanced_digit.hpp"
#include "kernels/dot.hpp"
#include "kernels/reconstruction.hpp"

namespace ringlet::backends {

/// Dot products and reconstructions in doubles, for instruction sets without 52-bit integer multiply-adds.
template <class Cpu>
struct RnsKernelsInDoubles {
  static constexpr kernels::DotKernels dot[] = {
      kernels::Dot<arith::DotDoubles<Cpu, 49>>::table("dot_doubles"),
      kernels::Dot<arith::DotDoubles<Cpu, 50>>::table("dot_doubles"),
      kernels::Dot<arith::DotLimbs<Cpu, arith::WordFractions<Cpu>, 30>>::table("dot_limbs"),
      kernels::Dot<arith::DotLimbs<Cpu, arith::WordFractions<Cpu>, 31>>::table("dot_limbs"),
  };
  static constexpr kernels::ReconstructionKernels reconstruction =
      kernels::Reconstruction<arith::Fma53<Cpu, 4>>::table("fma53");
};

/// Returns a family with these dot products and reconstructions, and the kernels that are the same on all instruction
/// sets.
template <class Cpu>
constexpr RnsFamily rns_family(std::span<const kernels::DotKernels> dot,
                               const kernels::ReconstructionKernels* reconstruction) {
  return {.dot = dot,
          .automorphism = kernels::automorphism<Cpu>,
          .balanced_digit = kernels::balanced_digit<Cpu>,
          .reconstruction = reconstruction,
          .calls = calls_if_checked};
}

}  // namespace ringlet::backends
