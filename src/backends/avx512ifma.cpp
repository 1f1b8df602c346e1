#include "isa/avx512ifma.hpp"

#include <array>

#include "arith/cell_product.hpp"
#include "arith/ifma52.hpp"
#include "arith/ifma52_products.hpp"
#include "arith/ifma52_rows.hpp"
#include "arith/ifma52x2.hpp"
#include "arith/shoup64.hpp"
#include "backends/registry.hpp"
#include "backends/target.hpp"
#include "isa/limb52.hpp"
#include "isa/limb64x2.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {
namespace {

using Cpu = Target<isa::Avx512Ifma>;

template <unsigned Capacity>
using Limbs = arith::Shoup64<Cpu, Capacity, arith::Product52x2<Cpu>>;
template <unsigned Capacity>
using PackedLimbs = arith::Shoup64<Cpu, Capacity, arith::Product52x2<Cpu, arith::PackedTwiddle52x2<Cpu>>>;

/// From this size on the tables outgrow a second-level cache, and reading three words a twiddle takes longer than
/// shifting two.
constexpr unsigned packed_log_n = 15;

constexpr kernels::NttKernel ntt[] = {
    kernels::ntt_kernel<arith::Ifma52<Cpu, 16>, 4>("ifma52", 48, 3),
    kernels::ntt_kernel<arith::Ifma52<Cpu, 8>, 4>("ifma52", 49, 3),
    kernels::ntt_kernel<arith::Ifma52<Cpu, 4>, 4>("ifma52", 50, 3),
    kernels::ntt_kernel<PackedLimbs<16>, 3>("ifma52x2-packed", 60, 3, packed_log_n),
    kernels::ntt_kernel<Limbs<16>, 3>("ifma52x2", 60, 3),
    kernels::ntt_kernel<PackedLimbs<8>, 3>("ifma52x2-packed", 61, 3, packed_log_n),
    kernels::ntt_kernel<Limbs<8>, 3>("ifma52x2", 61, 3),
};

constexpr kernels::EltwiseKernels eltwise[] = {
    // The smaller q is, the fewer reductions lazy operands need.
    kernels::Eltwise<arith::Ifma52<Cpu, 32>>::product("ifma52", 47),
    kernels::Eltwise<arith::Ifma52<Cpu, 16>>::product("ifma52", 48),
    kernels::Eltwise<arith::Ifma52<Cpu, 8>>::products("ifma52", 49),
    kernels::Eltwise<arith::Ifma52<Cpu, 4>>::products("ifma52", 50),
    kernels::Eltwise<Limbs<64>>::product("ifma52x2", 58),
    kernels::Eltwise<Limbs<16>>::product("ifma52x2", 60),
    kernels::Eltwise<Limbs<4>>::products_and_reductions("ifma52x2", 62),
};

template <unsigned count>
using LimbCpu = Target<isa::Limb52<isa::Avx512Ifma, count>>;
template <unsigned count>
using Rows = arith::Ifma52Rows<LimbCpu<count>>;
template <unsigned count>
using CompactRows = arith::Ifma52Rows<LimbCpu<count>, arith::LimbTwiddle<LimbCpu<count>>>;

/// From this size on the tables of rows for both directions outgrow a second-level cache, and reading them takes longer
/// than multiplying more.
template <unsigned count>
constexpr unsigned compact_log_n = count == 3 ? 12 : 14;

template <class A>
constexpr auto limb_kernel(const char* name, unsigned min_log_n = A::Isa::lanes_log + 1) {
  return kernels::ntt_kernel_on_cells<A, 3, arith::CellProduct<A>>(name, A::modulus_bits, 3, min_log_n);
}

constexpr kernels::BasicNttKernel<uint128_t> double_ntt[] = {
    limb_kernel<CompactRows<2>>("ifma52x2", compact_log_n<2>),
    limb_kernel<Rows<2>>("ifma52x2"),
    limb_kernel<CompactRows<3>>("ifma52x3", compact_log_n<3>),
    limb_kernel<Rows<3>>("ifma52x3"),
};

using DoubleCpu = Target<isa::Limb64x2<isa::Avx512Ifma, isa::LaneOrder::any>>;
template <unsigned count>
using Products = arith::Ifma52Products<DoubleCpu, isa::Limb52<isa::Avx512Ifma, count>>;

template <unsigned count, class Layout>
constexpr auto products(const char* name) {
  return kernels::Eltwise<Products<count>, Layout>::products(name, Products<count>::modulus_bits);
}
template <class Layout>
constexpr std::array products_in{products<2, Layout>("ifma52x2"), products<3, Layout>("ifma52x3")};

}  // namespace

constinit const kernels::BackendKernels avx512ifma_kernels = {
    .ntt = ntt,
    .eltwise = eltwise,
    .calls = calls_if_checked,
    .ntt128 = double_ntt,
    .eltwise128 = {products_in<kernels::Contiguous<DoubleCpu>>, products_in<kernels::Split<DoubleCpu>>}};

}  // namespace ringlet::backends
