// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

namespace intel {
namespace hexl {

/// Computes result[i] = (arg1[i] * arg2 + arg3[i]) mod modulus, or arg1[i] * arg2 mod modulus if arg3 is null.
///
/// Shape      n words each, any n
/// Input      2 <= modulus < 2^62 (HEXL: 2^61); elements in [0, input_mod_factor * modulus) and below 2^64,
///            input_mod_factor in {1, 2, 4, 8}; any arg2
/// Output     [0, modulus)
/// Aliasing   result may equal arg1 or arg3 or both; alignment that of the word
/// Errors     std::invalid_argument for a modulus or factor outside its range
void EltwiseFMAMod(uint64_t* result, const uint64_t* arg1, uint64_t arg2, const uint64_t* arg3, uint64_t n,
                   uint64_t modulus, uint64_t input_mod_factor);

}  // namespace hexl
}  // namespace intel
