#pragma once

#include "isa/compiler.hpp"

namespace ringlet::lab {

/// The proposed instructions, each replaced by one that is there and is built like it: "performance projection using
/// proxy ISA" (PISA). For timing only: results are wrong by design. Defined for each instruction set that is projected.
///
/// Source    N. Zhang, S. Fu, F. Franchetti, MICRO 2025, section 4.2 and Table 3
template <class Base>
struct Projected;

}  // namespace ringlet::lab
