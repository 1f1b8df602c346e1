#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "backends/families/barrett128.hpp"
#include "backends/families/shoup128.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/kernel_table.hpp"
#include "kernels/ntt_kernel.hpp"
#include "lab/arith/row_shoup128.hpp"
#include "lab/backends/methods.hpp"

namespace ringlet::lab {

/// The tables of one method on one instruction set: a family of kernels, and one that is found by name only.
template <const kernels::WordKernels<uint128_t>& family, const kernels::WordKernels<uint128_t>& named>
struct MethodTable {
  static constexpr const kernels::WordKernels<uint128_t>* families[] = {&family};
  static constexpr const kernels::WordKernels<uint128_t>* named_families[] = {&named};
  static constexpr kernels::BackendKernels kernels{{{}, families}, {{}, named_families}};
};

/// Families of one method each. Cpu: an MqxLimb64x2.
template <class Cpu, const std::uint64_t* const& calls>
struct MqxKernels {
  using Papers = backends::Barrett128Kernels<Cpu>;
  using Shoup = backends::Shoup128Kernels<Cpu, 2, 2>;
  using Family = kernels::WordKernels<uint128_t>;

  static constexpr Family none{.calls = calls};

  /// Two rows for each way to multiply, by the length of the modulus. The transforms are chosen like any; the other
  /// operations by name, since they take canonical numbers only.
  template <std::size_t first>
  static constexpr Family papers_transforms{.ntt = std::span(Papers::ntt).subspan(first, 2), .calls = calls};
  template <std::size_t first>
  static constexpr Family papers_vectors{.eltwise = std::span(Papers::contiguous).subspan(first, 2),
                                         .split = std::span(Papers::split).subspan(first, 2),
                                         .calls = calls};
  template <std::size_t first>
  using PapersTable = MethodTable<papers_transforms<first>, papers_vectors<first>>;

  static constexpr Family shoup_family{
      .ntt = Shoup::ntt, .eltwise = Shoup::contiguous, .split = Shoup::split, .calls = calls};
  using ShoupTable = MethodTable<shoup_family, none>;

  /// Transforms, and what multiplies their results: element-wise there is nothing to gain in rows.
  using RowShoup = RowShoup128<Cpu>;
  using CompactRowShoup = RowShoup128<Cpu, typename Shoup::template Arithmetic<Cpu>::Twiddle>;
  /// From this size on, as in 52-bit limbs, reading the larger tables takes longer than multiplying more; and passes
  /// over fewer rows at once are the faster ones, as for words.
  static constexpr unsigned compact_log_n = 13;
  static constexpr kernels::BasicNttKernel<uint128_t> row_shoup_ntt[] = {
      kernels::ntt_kernel<CompactRowShoup, 3>(lab::rows, 2, compact_log_n),
      kernels::ntt_kernel<RowShoup, 3>(lab::rows, 3)};
  static constexpr kernels::DoubleEltwiseKernels row_shoup_product[] = {kernels::Eltwise<RowShoup>::product(lab::rows)};
  static constexpr Family row_family{.ntt = row_shoup_ntt, .eltwise = row_shoup_product, .calls = calls};
  using RowTable = MethodTable<row_family, none>;
};

}  // namespace ringlet::lab
