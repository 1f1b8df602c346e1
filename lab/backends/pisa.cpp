// The papers' transform with an existing instruction, or with its proxy: the sanity check of the projections (Tables 5
// and 6). Compiled once for each:
//
// RINGLET_LAB_HEADER        lab/isa/substituted_avx2.hpp or lab/isa/substituted_avx512.hpp, and which of its
// instructions
//                           is a proxy: RINGLET_LAB_PROXY_MULTIPLY, RINGLET_LAB_PROXY_ADD, RINGLET_LAB_PROXY_SUBTRACT
// RINGLET_LAB_ISA           SubstitutedAvx2 or SubstitutedAvx512
// RINGLET_LAB_BASE          the library's backend of the instruction set: avx2 or avx512dq; RINGLET_LAB_BASE_NAME in
// quotes RINGLET_LAB_NAME          the backend that is defined
#include RINGLET_LAB_HEADER

#include "backends/target.hpp"
#include "isa/limb64x2.hpp"
#include "kernels/eltwise.hpp"
#include "lab/backends/lab_method.hpp"
#include "lab/methods/barrett128.hpp"
#include "lab/methods/names.hpp"
#include "lab/methods/pease.hpp"

namespace ringlet::lab {
namespace {

using Arithmetic = Barrett128<backends::Target<isa::Limb64x2<isa::RINGLET_LAB_ISA>>, Schoolbook, 1>;

constexpr PeaseKernel transforms[] = {pease_kernel<Arithmetic>()};
constexpr kernels::EltwiseKernels128 vectors[] = {kernels::Eltwise<Arithmetic>::product(schoolbook)};

}  // namespace

constinit const LabMethod RINGLET_LAB_NAME = {{.backend = RINGLET_LAB_BASE_NAME,
                                               .arithmetic = schoolbook,
                                               .supported = [](const cpu::Features& f) { return f.RINGLET_LAB_BASE; },
                                               .pease = transforms,
                                               .eltwise = vectors},
                                              RINGLET_LAB_BASE_NAME,
                                              ""};

}  // namespace ringlet::lab
