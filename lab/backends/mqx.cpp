// The kernels of 128-bit words over an instruction set with MQX. Compiled once for each mode and each instruction set:
//
// RINGLET_LAB_MODE       Emulated or Projected
// RINGLET_LAB_ISA        Avx2 or Avx512
// RINGLET_LAB_HEADER     isa/avx2.hpp or isa/avx512.hpp; for Projected the one with its proxies
// RINGLET_LAB_BASE       the library's backend of the instruction set: avx2 or avx512dq
// RINGLET_LAB_BASE_NAME  the same in quotes
// RINGLET_LAB_LIST       the list to define: emulated_avx2_papers ...
// RINGLET_LAB_PREFIX     prefix of the methods' names: "mqx_emulated_avx2" ...
// RINGLET_LAB_SHOUP      1: the library's own method for words, with the extension
// RINGLET_LAB_ROWS       1: the method of its kernels in limbs, with 64-bit limbs; neither: the papers' method
#include RINGLET_LAB_HEADER

#include "lab/isa/mqx.hpp"
#include "backends/target.hpp"
#include "lab/backends/lab_method.hpp"
#include "lab/backends/mqx_kernels.hpp"
#include "lab/isa/emulated.hpp"
#include "lab/isa/features.hpp"

namespace ringlet::lab {
namespace {

template <class Features>
using Cpu = backends::Target<MqxLimb64x2<Mqx<isa::RINGLET_LAB_ISA, RINGLET_LAB_MODE, Features>>>;

template <class Features>
constexpr LabMethod entry(const char* backend, Method method) {
  method.backend = backend;
  method.supported = [](const cpu::Features& f) { return f.RINGLET_LAB_BASE; };
  return {method, RINGLET_LAB_BASE_NAME, Features::name};
}

#if RINGLET_LAB_SHOUP
constexpr LabMethod list[] = {
    entry<PlusM>(RINGLET_LAB_PREFIX "_M_shoup", shoup_method<Cpu<PlusM>>),
    entry<PlusC>(RINGLET_LAB_PREFIX "_C_shoup", shoup_method<Cpu<PlusC>>),
    entry<PlusMC>(RINGLET_LAB_PREFIX "_MC_shoup", shoup_method<Cpu<PlusMC>>),
    entry<PlusMhC>(RINGLET_LAB_PREFIX "_MhC_shoup", shoup_method<Cpu<PlusMhC>>),
};
#elif RINGLET_LAB_ROWS
constexpr LabMethod list[] = {
    entry<PlusM>(RINGLET_LAB_PREFIX "_M_rows", row_method<Cpu<PlusM>>),
    entry<PlusC>(RINGLET_LAB_PREFIX "_C_rows", row_method<Cpu<PlusC>>),
    entry<PlusMC>(RINGLET_LAB_PREFIX "_MC_rows", row_method<Cpu<PlusMC>>),
    entry<PlusMhC>(RINGLET_LAB_PREFIX "_MhC_rows", row_method<Cpu<PlusMhC>>),
};
#else
constexpr LabMethod list[] = {
    entry<PlusM>(RINGLET_LAB_PREFIX "_M_schoolbook", papers_methods<Cpu<PlusM>>.front()),
    entry<PlusC>(RINGLET_LAB_PREFIX "_C_schoolbook", papers_methods<Cpu<PlusC>>.front()),
    entry<PlusMC>(RINGLET_LAB_PREFIX "_MC_schoolbook", papers_methods<Cpu<PlusMC>>.front()),
    entry<PlusMhC>(RINGLET_LAB_PREFIX "_MhC_schoolbook", papers_methods<Cpu<PlusMhC>>.front()),
    entry<PlusMCP>(RINGLET_LAB_PREFIX "_MCP_schoolbook", papers_methods<Cpu<PlusMCP>>.front()),
    entry<PlusMC>(RINGLET_LAB_PREFIX "_MC_karatsuba", papers_methods<Cpu<PlusMC>>.back()),
};
#endif

}  // namespace

constinit const std::span<const LabMethod> RINGLET_LAB_LIST = list;

}  // namespace ringlet::lab
