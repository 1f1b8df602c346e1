// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

namespace intel {
namespace hexl {

/// Computes result[i] = operand[i] mod modulus, or a representative of it in [0, 2 * modulus).
///
/// Shape      n words each, any n
/// Input      any modulus >= 2; with input_mod_factor 2 or 4, if that is not the modulus, elements in
///            [0, input_mod_factor * modulus); with input_mod_factor 0, 1 or modulus any 64-bit elements. (HEXL
///            documents [0, modulus) for 1 and [0, modulus^2) for modulus.)
/// Output     [0, output_mod_factor * modulus), output_mod_factor in {1, 2}
///            With both factors 2, elements are copied unreduced, as in HEXL, unless 2 is the modulus.
/// Aliasing   result may equal operand; alignment that of the word
/// Errors     std::invalid_argument for a modulus or output factor outside its range
void EltwiseReduceMod(uint64_t* result, const uint64_t* operand, uint64_t n, uint64_t modulus,
                      uint64_t input_mod_factor, uint64_t output_mod_factor);

}  // namespace hexl
}  // namespace intel
