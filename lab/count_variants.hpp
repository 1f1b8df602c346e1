#pragma once

#include <string>

#include "lab/counts.hpp"
#include "lab/isa/features.hpp"
#include "lab/isa/mqx.hpp"
#include "lab/isa/traced.hpp"

namespace ringlet::lab {

/// Instruction set for counting kernels of 128-bit words: AVX-512 or AVX2, with a variant of MQX. lanes_log: as in
/// Traced.
template <class Features, bool avx512 = true, unsigned lanes_log = 0>
using CountedIsa = Uncounted<MqxLimb64x2<Mqx<Traced<avx512, lanes_log>, Counted, Features>>>;

/// Returns the beginning of that instruction set's name in the projected code. features: the variant's type name.
inline std::string projected_isa(const std::string& features, bool avx512 = true) {
  return "Mqx<ringlet::isa::" + std::string(avx512 ? "Avx512" : "Avx2") +
         ", ringlet::lab::Projected, ringlet::lab::" + features + ">";
}

/// Calls count.operator()<Features>(the name of Features) for the variants of MQX that every method has.
template <class Count>
void for_each_variant(Count count) {
  count.template operator()<PlusM>("PlusM");
  count.template operator()<PlusC>("PlusC");
  count.template operator()<PlusMC>("PlusMC");
  count.template operator()<PlusMhC>("PlusMhC");
}

}  // namespace ringlet::lab
