#pragma once

#include "backends/families/shoup128.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/kernel_table.hpp"
#include "kernels/ntt_kernel.hpp"
#include "lab/arith/row_shoup128.hpp"
#include "lab/methods/method.hpp"
#include "lab/methods/names.hpp"
#include "lab/methods/papers_kernels.hpp"

/// Methods of the laboratory's own instruction sets. Cpu: an MqxLimb64x2.
namespace ringlet::lab {

template <class Cpu>
using MqxShoup = backends::Shoup128Kernels<Cpu, 2, 2>;

template <class Cpu>
constexpr Method shoup_method{.arithmetic = shoup, .ntt = MqxShoup<Cpu>::ntt, .eltwise = MqxShoup<Cpu>::eltwise};

/// Transforms, and products of their results; other element-wise operations gain nothing from rows.
template <class Cpu>
struct MqxRows {
  using Rows = RowShoup128<Cpu>;
  static constexpr kernels::BasicNttKernel<uint128_t> ntt[] = {kernels::ntt_kernel<Rows, 3>(rows, 3)};
  static constexpr kernels::EltwiseKernels128 product[] = {kernels::Eltwise<Rows>::product(rows)};
};

template <class Cpu>
constexpr Method row_method{.arithmetic = rows, .ntt = MqxRows<Cpu>::ntt, .eltwise = MqxRows<Cpu>::product};

}  // namespace ringlet::lab
