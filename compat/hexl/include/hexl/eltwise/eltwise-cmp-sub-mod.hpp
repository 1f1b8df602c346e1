// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

#include "hexl/util/util.hpp"

namespace intel {
namespace hexl {

/// Computes result[i] = (operand1[i] - diff) mod modulus if cmp(operand1[i], bound), else operand1[i] mod modulus. The
/// operand is compared before any reduction.
///
/// Shape      n words each, any n
/// Input      any words, any modulus >= 2
/// Output     [0, modulus)
/// Aliasing   result may equal operand1; alignment that of the word
/// Errors     std::invalid_argument for a modulus below 2
void EltwiseCmpSubMod(uint64_t* result, const uint64_t* operand1, uint64_t n, uint64_t modulus, CMPINT cmp,
                      uint64_t bound, uint64_t diff);

}  // namespace hexl
}  // namespace intel
