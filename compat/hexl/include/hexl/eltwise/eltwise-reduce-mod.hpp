#pragma once

#include <stdint.h>

namespace intel {
namespace hexl {

/// result[i] = operand[i] mod modulus, or a representative of it below 2 * modulus.
///
/// Shape      n words each, any n
/// Input      any modulus >= 2; with input_mod_factor 2 or 4 (and another output_mod_factor) elements in
///            [0, input_mod_factor * modulus); with input_mod_factor 0, 1, modulus or equal to output_mod_factor any
///            64-bit elements. (HEXL documents [0, modulus^2) for modulus, and copies where the factors are equal.)
/// Output     [0, output_mod_factor * modulus), output_mod_factor in {1, 2}
/// Aliasing   result may equal operand; alignment that of the word
/// Errors     std::invalid_argument for a modulus or output factor outside its range
void EltwiseReduceMod(uint64_t* result, const uint64_t* operand, uint64_t n, uint64_t modulus,
                      uint64_t input_mod_factor, uint64_t output_mod_factor);

}  // namespace hexl
}  // namespace intel
