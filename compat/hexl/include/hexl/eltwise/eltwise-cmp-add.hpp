// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

#include "hexl/util/util.hpp"

namespace intel {
namespace hexl {

/// Computes result[i] = operand1[i] + diff modulo 2^64 if cmp(operand1[i], bound), else operand1[i].
///
/// Shape      n words each, any n
/// Input      any words
/// Aliasing   result may equal operand1; alignment that of the word
void EltwiseCmpAdd(uint64_t* result, const uint64_t* operand1, uint64_t n, CMPINT cmp, uint64_t bound, uint64_t diff);

}  // namespace hexl
}  // namespace intel
