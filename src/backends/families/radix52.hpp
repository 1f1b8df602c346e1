#pragma once

#include "arith/radix52/cell_product.hpp"
#include "arith/radix52/eltwise.hpp"
#include "arith/radix52/parameters.hpp"
#include "arith/radix52/radix52.hpp"
#include "isa/limb52.hpp"
#include "isa/limb64x2.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {

/// The kernels of double words in limbs of 52 bits. LimbCpu: an isa::Limb52; WordCpu: the isa::Limb64x2 of the same
/// instruction set, its lanes in any order. From n = 2^compact_log_n on the tables of rows for both directions outgrow
/// a second-level cache, and reading them takes longer than multiplying more.
template <class LimbCpu, class WordCpu, unsigned compact_log_n>
struct Radix52Kernels {
  static constexpr unsigned limb_count = LimbCpu::limb_count;
  using Rows = arith::Radix52<LimbCpu>;
  using CompactRows = arith::Radix52<LimbCpu, arith::LimbTwiddle<LimbCpu>>;
  using Products = arith::Radix52Products<WordCpu, isa::Limb52<typename WordCpu::Base, limb_count>>;

  static constexpr const char* name = arith::Radix52Parameters<limb_count>::name;

  template <class A>
  static constexpr auto transform(unsigned min_log_n = A::Isa::lanes_log + 1) {
    return kernels::ntt_kernel_with_buffer<A, 3, arith::CellProduct<A>>(name, 3, min_log_n);
  }
  static constexpr kernels::BasicNttKernel<uint128_t> ntt[] = {transform<CompactRows>(compact_log_n),
                                                               transform<Rows>()};

  static constexpr kernels::DoubleEltwiseKernels contiguous[] = {
      kernels::Eltwise<Products, kernels::WordVectors<WordCpu>>::products(name)};
  static constexpr kernels::SplitEltwiseKernels split[] = {
      kernels::Eltwise<Products, kernels::SplitVectors<WordCpu>>::products(name)};
};

}  // namespace ringlet::backends
