#pragma once

#include "arith/fma_multiword/fma_multiword.hpp"
#include "backends/target.hpp"
#include "isa/double_limbs.hpp"
#include "kernels/multiword_ntt.hpp"

namespace ringlet::backends {
namespace {

template <class Isa, unsigned words, unsigned limbs>
constexpr kernels::MultiwordNttKernel fma_multiword =
    kernels::MultiwordNtt<arith::FmaMultiword<Target<isa::DoubleLimbs<Isa, limbs>>, words>>::table("fma43");

/// Kernels with the limbs that the longest moduli of each width need. The scalar backend has kernels for other lengths.
template <class Isa>
constexpr kernels::MultiwordNttKernel fma_multiword_kernels[] = {fma_multiword<Isa, 3, 5>, fma_multiword<Isa, 4, 6>,
                                                                 fma_multiword<Isa, 5, 8>, fma_multiword<Isa, 6, 9>,
                                                                 fma_multiword<Isa, 8, 12>};

}  // namespace
}  // namespace ringlet::backends
