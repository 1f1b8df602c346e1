#pragma once

#include "arith/montgomery/word_product.hpp"
#include "arith/shoup/shoup.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {

/// Kernels of 64-bit words with Shoup quotients of 64 bits for any instruction set: all transforms and all element-wise
/// operations, q < 2^62. With q < 2^60, values have room for fewer reductions, or for high products that are too small.
template <class Cpu, unsigned max_radix_log, unsigned best_radix_log>
struct Shoup64Kernels {
  using ShortProduct = arith::ShortProduct<Cpu>;
  using ExactProduct = arith::ExactProduct<Cpu>;

  template <unsigned Capacity, class Product>
  static constexpr kernels::NttKernel transform() {
    return kernels::ntt_kernel<arith::Shoup<Cpu, Capacity, Product>, max_radix_log>("shoup64", best_radix_log);
  }

  /// Kernels with products of the given kind if q leaves room for their error, and for operands below 4q.
  template <class Product>
  static constexpr kernels::EltwiseKernels eltwise[] = {
      kernels::Eltwise<arith::Shoup<Cpu, Product::Barrett::lazy_capacity, Product>>::product("shoup64"),
      kernels::Eltwise<arith::Shoup<Cpu, 16, Product>>::products("shoup64"),
      kernels::Eltwise<arith::Shoup<Cpu, 4>>::all("shoup64"),
      kernels::Eltwise<arith::MontgomeryProduct<arith::Shoup<Cpu, 4>>>::montgomery("shoup64"),
  };

  /// Transforms for instruction sets on which the high product of words is one instruction.
  static constexpr kernels::NttKernel exact_ntt[] = {transform<16, ExactProduct>(), transform<4, ExactProduct>()};

  /// Transforms for instruction sets on which it takes several, so that a short product costs less.
  static constexpr kernels::NttKernel short_ntt[] = {transform<16, ShortProduct>(), transform<8, ShortProduct>(),
                                                     transform<4, ExactProduct>()};
};

}  // namespace ringlet::backends
