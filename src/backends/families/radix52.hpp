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

/// Kernels of 128-bit words in limbs of 52 bits. LimbCpu: an isa::Limb52; WordCpu: the isa::Limb64x2 of the same
/// instruction set, with lanes in any order.
template <class LimbCpu, class WordCpu>
struct Radix52Kernels {
  static constexpr unsigned limb_count = LimbCpu::limb_count;
  using Rows = arith::Radix52<LimbCpu>;
  using Products = arith::Radix52Products<WordCpu, isa::Limb52<typename WordCpu::Base, limb_count>>;

  static constexpr const char* name = arith::Radix52Parameters<limb_count>::name;

  static constexpr kernels::BasicNttKernel<uint128_t> ntt[] = {
      kernels::ntt_kernel_with_buffer<Rows, 3, arith::CellProduct<Rows>>(name, 3)};

  static constexpr kernels::EltwiseKernels128 eltwise[] = {
      kernels::Eltwise<Products, kernels::WordVectors<WordCpu>>::products(name)};
};

}  // namespace ringlet::backends
