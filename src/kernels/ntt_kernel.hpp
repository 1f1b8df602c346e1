#pragma once

#include "kernels/kernel_table.hpp"
#include "kernels/ntt_buffer.hpp"
#include "kernels/ntt_columns.hpp"
#include "kernels/ntt_forward.hpp"
#include "kernels/ntt_inverse.hpp"

namespace ringlet::kernels {

/// Returns the table entry of the transforms over arithmetic A for n >= 2^min_log_n, with passes of radix 2^1 to
/// 2^max_radix_log.
template <NttArithmetic A, unsigned max_radix_log>
constexpr BasicNttKernel<WordOf<A>> ntt_kernel(const char* arithmetic, unsigned best_radix_log,
                                               unsigned min_log_n = A::Isa::lanes_log + 1) {
  return {.arithmetic = arithmetic,
          .moduli = A::moduli,
          .min_log_n = min_log_n,
          .lanes_log = A::Isa::lanes_log,
          .lane_twiddles = LaneStages<typename A::Isa>::twiddles,
          .max_radix_log = max_radix_log,
          .best_radix_log = best_radix_log,
          .codec = arith::codec_of<typename A::Twiddle>(),
          .scales_first_products = A::traits.scales_first_products,
          .twist_log_n = can_twist<A, max_radix_log> ? min_twist_log_n<A> : 0,
          .scratch_bytes = sizeof(CellOf<A>) > sizeof(WordOf<A>) ? sizeof(CellOf<A>) : 0,
          .forward = ForwardTransform<A, max_radix_log>::run,
          .inverse = InverseTransform<A, max_radix_log>::run,
          .forward_columns = Columns<A, max_radix_log>::forward,
          .inverse_columns = Columns<A, max_radix_log>::inverse,
          .has_column_factors = has_column_factors<A>};
}

/// Returns the table entry of a transform that has operations on buffers. Product: products of two values in cells.
template <arith::BufferArithmetic A, unsigned max_radix_log, class Product>
constexpr BasicNttKernel<WordOf<A>> ntt_kernel_with_buffer(const char* arithmetic, unsigned best_radix_log) {
  auto kernel = ntt_kernel<A, max_radix_log>(arithmetic, best_radix_log);
  kernel.buffer = &BufferKernels<A, max_radix_log, Product>::table;
  return kernel;
}

}  // namespace ringlet::kernels
