// The modular operations of the papers as separate functions, for llvm-mca: Listing 4 of the MICRO 2025 paper. The
// compiler leaves its assembly beside the object; scripts/reproduce reads it there. Nothing calls these functions.
//
// Operands come in registers, the modulus from memory, results go to memory.
#include "backends/target.hpp"
#include "isa/avx512.hpp"
#include "isa/limb64x2.hpp"
#include "lab/isa/features.hpp"
#include "lab/isa/mqx.hpp"
#include "lab/isa/projected_avx512.hpp"
#include "lab/methods/barrett128.hpp"

namespace {

using Limb = ringlet::isa::Avx512::Vec;

// The anonymous namespace of Target keeps inlined functions apart from the library's own.
template <class Cpu>
using Arithmetic = ringlet::lab::Barrett128<ringlet::backends::Target<Cpu>, ringlet::lab::Schoolbook, 1>;
using Avx512 = Arithmetic<ringlet::isa::Limb64x2<ringlet::isa::Avx512>>;
using Mqx = Arithmetic<
    ringlet::lab::MqxLimb64x2<ringlet::lab::Mqx<ringlet::isa::Avx512, ringlet::lab::Projected, ringlet::lab::PlusMC>>>;

}  // namespace

#define RINGLET_LAB_OPERATIONS(name, A)                                                                          \
  extern "C" void ringlet_lab_add_##name(const A& q, Limb a0, Limb a1, Limb b0, Limb b1, A::Vec& out) {          \
    out = q.add({a0, a1}, {b0, b1});                                                                             \
  }                                                                                                              \
  extern "C" void ringlet_lab_sub_##name(const A& q, Limb a0, Limb a1, Limb b0, Limb b1, A::Vec& out) {          \
    out = q.sub({a0, a1}, {b0, b1});                                                                             \
  }                                                                                                              \
  extern "C" void ringlet_lab_mul_##name(const A& q, Limb a0, Limb a1, Limb b0, Limb b1, A::Vec& out) {          \
    out = q.mul({a0, a1}, {b0, b1});                                                                             \
  }                                                                                                              \
  extern "C" void ringlet_lab_butterfly_##name(const A& q, Limb a0, Limb a1, Limb b0, Limb b1, Limb w0, Limb w1, \
                                               A::Vec& sum, A::Vec& difference) {                                \
    const A::Vec product = q.mul({b0, b1}, {w0, w1});                                                            \
    sum = q.add({a0, a1}, product);                                                                              \
    difference = q.sub({a0, a1}, product);                                                                       \
  }

RINGLET_LAB_OPERATIONS(avx512, Avx512)
RINGLET_LAB_OPERATIONS(mqx, Mqx)
