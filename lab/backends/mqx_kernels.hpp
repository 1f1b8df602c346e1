#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "backends/barrett128_kernels.hpp"
#include "backends/shoup128_kernels.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/kernel_table.hpp"
#include "kernels/ntt_kernel.hpp"
#include "lab/arith/row_shoup128.hpp"
#include "lab/backends/methods.hpp"

namespace ringlet::lab {

/// Tables of one method each. Cpu: an MqxLimb64x2.
template <class Cpu>
struct MqxKernels {
  using Papers = backends::Barrett128Kernels<Cpu>;
  using Shoup = backends::Shoup128Kernels<Cpu, 2, 2>;

  /// Two rows for each way to multiply, by the length of the modulus. The transforms are chosen like any; the other
  /// operations by name, since they take canonical numbers only.
  static constexpr kernels::BackendKernels papers_rows(std::size_t first, const std::uint64_t* calls) {
    return {
        .ntt = {},
        .eltwise = {},
        .calls = calls,
        .ntt128 = std::span(Papers::ntt).subspan(first, 2),
        .named_eltwise128 = {Papers::eltwise.contiguous.subspan(first, 2), Papers::eltwise.split.subspan(first, 2)}};
  }
  static constexpr kernels::BackendKernels shoup_rows(const std::uint64_t* calls) {
    return {.ntt = {}, .eltwise = {}, .calls = calls, .ntt128 = Shoup::ntt, .eltwise128 = Shoup::eltwise};
  }

  /// Transforms, and what multiplies their results: element-wise there is nothing to gain in rows.
  using RowShoup = RowShoup128<Cpu>;
  using CompactRowShoup = RowShoup128<Cpu, typename Shoup::template Arithmetic<Cpu>::Twiddle>;
  /// From this size on, as in 52-bit limbs, reading the larger tables takes longer than multiplying more; and passes
  /// over fewer rows at once are the faster ones, as for words.
  static constexpr unsigned compact_log_n = 13;
  static constexpr kernels::BasicNttKernel<uint128_t> row_shoup_ntt[] = {
      kernels::ntt_kernel<CompactRowShoup, 3>(rows, RowShoup::modulus_bits, 2, compact_log_n),
      kernels::ntt_kernel<RowShoup, 3>(rows, RowShoup::modulus_bits, 3)};
  static constexpr kernels::DoubleEltwiseKernels row_shoup_product[] = {
      kernels::Eltwise<RowShoup>::product(rows, RowShoup::modulus_bits)};
  static constexpr kernels::BackendKernels row_shoup_rows(const std::uint64_t* calls) {
    return {.ntt = {},
            .eltwise = {},
            .calls = calls,
            .ntt128 = row_shoup_ntt,
            .eltwise128 = {.contiguous = row_shoup_product, .split = {}}};
  }
};

}  // namespace ringlet::lab
