// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

namespace intel {
namespace hexl {

/// Computes result[i] = (operand1[i] * operand2[i]) mod modulus.
///
/// Shape      n words each, any n
/// Input      2 <= modulus, input_mod_factor * modulus < 2^64; elements in [0, input_mod_factor * modulus),
///            input_mod_factor in {1, 2, 4}
/// Output     [0, modulus)
/// Aliasing   result may equal any operand; alignment that of the word
/// Errors     std::invalid_argument for a modulus or factor outside its range
void EltwiseMultMod(uint64_t* result, const uint64_t* operand1, const uint64_t* operand2, uint64_t n, uint64_t modulus,
                    uint64_t input_mod_factor);

}  // namespace hexl
}  // namespace intel
