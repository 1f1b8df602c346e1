// The kernels of double words over an instruction set with MQX. Compiled once for each mode and each instruction set:
//
// RINGLET_LAB_MODE       Emulated or Projected
// RINGLET_LAB_ISA        Avx2 or Avx512
// RINGLET_LAB_HEADER     isa/avx2.hpp or isa/avx512.hpp; for Projected the one with its proxies
// RINGLET_LAB_BASE       the library's backend of the instruction set: avx2 or avx512dq
// RINGLET_LAB_BASE_NAME  the same in quotes
// RINGLET_LAB_LIST       the list that is defined: emulated_avx2_papers ...
// RINGLET_LAB_PREFIX     how its names begin: "mqx_emulated_avx2" ...
// RINGLET_LAB_SHOUP      1: the library's own method for words, with what the extension would give it
// RINGLET_LAB_ROWS       1: the one of its kernels in limbs, with 64-bit limbs; neither: the papers' method
#include RINGLET_LAB_HEADER

#include "lab/isa/mqx.hpp"
#include "backends/target.hpp"
#include "lab/backends/lab_backend.hpp"
#include "lab/backends/mqx_kernels.hpp"
#include "lab/isa/emulated.hpp"
#include "lab/isa/features.hpp"

namespace ringlet::lab {
namespace {

template <class Features>
using Kernels = MqxKernels<backends::Target<MqxLimb64x2<Mqx<isa::RINGLET_LAB_ISA, RINGLET_LAB_MODE, Features>>>,
                           backends::calls_if_checked>;

template <class Features, class Table>
constexpr LabBackend entry(const char* name, const char* method) {
  return {{name, [](const cpu::Features& f) { return f.RINGLET_LAB_BASE; }, &Table::kernels},
          RINGLET_LAB_BASE_NAME,
          Features::name,
          method};
}

#if RINGLET_LAB_SHOUP
constexpr LabBackend list[] = {
    entry<PlusM, Kernels<PlusM>::ShoupTable>(RINGLET_LAB_PREFIX "_M_shoup", shoup),
    entry<PlusC, Kernels<PlusC>::ShoupTable>(RINGLET_LAB_PREFIX "_C_shoup", shoup),
    entry<PlusMC, Kernels<PlusMC>::ShoupTable>(RINGLET_LAB_PREFIX "_MC_shoup", shoup),
    entry<PlusMhC, Kernels<PlusMhC>::ShoupTable>(RINGLET_LAB_PREFIX "_MhC_shoup", shoup),
};
#elif RINGLET_LAB_ROWS
constexpr LabBackend list[] = {
    entry<PlusM, Kernels<PlusM>::RowTable>(RINGLET_LAB_PREFIX "_M_rows", rows),
    entry<PlusC, Kernels<PlusC>::RowTable>(RINGLET_LAB_PREFIX "_C_rows", rows),
    entry<PlusMC, Kernels<PlusMC>::RowTable>(RINGLET_LAB_PREFIX "_MC_rows", rows),
    entry<PlusMhC, Kernels<PlusMhC>::RowTable>(RINGLET_LAB_PREFIX "_MhC_rows", rows),
};
#else
constexpr LabBackend list[] = {
    entry<PlusM, Kernels<PlusM>::PapersTable<0>>(RINGLET_LAB_PREFIX "_M_schoolbook", schoolbook),
    entry<PlusC, Kernels<PlusC>::PapersTable<0>>(RINGLET_LAB_PREFIX "_C_schoolbook", schoolbook),
    entry<PlusMC, Kernels<PlusMC>::PapersTable<0>>(RINGLET_LAB_PREFIX "_MC_schoolbook", schoolbook),
    entry<PlusMhC, Kernels<PlusMhC>::PapersTable<0>>(RINGLET_LAB_PREFIX "_MhC_schoolbook", schoolbook),
    entry<PlusMCP, Kernels<PlusMCP>::PapersTable<0>>(RINGLET_LAB_PREFIX "_MCP_schoolbook", schoolbook),
    entry<PlusMC, Kernels<PlusMC>::PapersTable<2>>(RINGLET_LAB_PREFIX "_MC_karatsuba", karatsuba),
};
#endif

}  // namespace

constinit const std::span<const LabBackend> RINGLET_LAB_LIST = list;

}  // namespace ringlet::lab
