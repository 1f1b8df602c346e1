// The papers' transform with an instruction that there is, or with its proxy: the sanity check of the projections
// (Tables 5 and 6). Compiled once for each:
//
// RINGLET_LAB_HEADER        lab/isa/substituted_avx2.hpp or lab/isa/substituted_avx512.hpp, and which of its
// instructions
//                           is a proxy: RINGLET_LAB_PROXY_MULTIPLY, RINGLET_LAB_PROXY_ADD, RINGLET_LAB_PROXY_SUBTRACT
// RINGLET_LAB_ISA           SubstitutedAvx2 or SubstitutedAvx512
// RINGLET_LAB_BASE          the library's backend of the instruction set: avx2 or avx512dq; RINGLET_LAB_BASE_NAME in
// quotes RINGLET_LAB_NAME          the backend that is defined
#include RINGLET_LAB_HEADER

#include "arith/barrett128.hpp"
#include "backends/target.hpp"
#include "isa/limb64x2.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"
#include "lab/backends/lab_backend.hpp"
#include "lab/backends/methods.hpp"

namespace ringlet::lab {
namespace {

using Arithmetic = arith::Barrett128<backends::Target<isa::Limb64x2<isa::RINGLET_LAB_ISA>>, isa::Schoolbook, 1>;

constexpr kernels::BasicNttKernel<uint128_t> transforms[] = {kernels::pease_kernel<Arithmetic>(schoolbook)};
constexpr kernels::DoubleEltwiseKernels vectors[] = {kernels::Eltwise<Arithmetic>::product(schoolbook)};

constexpr kernels::WordKernels<uint128_t> family{
    .ntt = transforms, .eltwise = vectors, .calls = backends::calls_if_checked};
constexpr const kernels::WordKernels<uint128_t>* families[] = {&family};
constexpr kernels::BackendKernels table{{{}, families}};

}  // namespace

constinit const LabBackend RINGLET_LAB_NAME = {
    {RINGLET_LAB_BASE_NAME, [](const cpu::Features& f) { return f.RINGLET_LAB_BASE; }, &table},
    RINGLET_LAB_BASE_NAME,
    "",
    schoolbook};

}  // namespace ringlet::lab
