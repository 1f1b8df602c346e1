#pragma once

#include "arith/fma_wide/fma_wide.hpp"
#include "backends/target.hpp"
#include "isa/double_limbs.hpp"
#include "kernels/wide_ntt.hpp"

namespace ringlet::backends {
namespace {

template <class Isa, unsigned words, unsigned limbs>
constexpr kernels::WideNttKernel fma_wide =
    kernels::WideNtt<arith::FmaWide<Target<isa::DoubleLimbs<Isa, limbs>>, words>>::table("fma43");

/// The limbs that the longest moduli of each width need; those of other lengths are left to the scalar backend.
template <class Isa>
constexpr kernels::WideNttKernel fma_wide_kernels[] = {fma_wide<Isa, 3, 5>, fma_wide<Isa, 4, 6>, fma_wide<Isa, 5, 8>,
                                                       fma_wide<Isa, 6, 9>, fma_wide<Isa, 8, 12>};

}  // namespace
}  // namespace ringlet::backends
