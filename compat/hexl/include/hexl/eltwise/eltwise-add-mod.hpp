// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

namespace intel {
namespace hexl {

/// Computes result[i] = (operand1[i] + operand2[i]) mod modulus, or the same with a scalar operand2.
///
/// Shape      n words each, any n
/// Input      modulus >= 2; elements in [0, modulus); a scalar is reduced first
/// Output     [0, modulus)
/// Aliasing   result may equal any operand; alignment that of the word
/// Errors     std::invalid_argument for a modulus outside its range
void EltwiseAddMod(uint64_t* result, const uint64_t* operand1, const uint64_t* operand2, uint64_t n, uint64_t modulus);
void EltwiseAddMod(uint64_t* result, const uint64_t* operand1, uint64_t operand2, uint64_t n, uint64_t modulus);

}  // namespace hexl
}  // namespace intel
