#pragma once

#include "isa/compiler.hpp"

namespace ringlet::lab {

/// Replaces each proposed instruction by an existing one of the same structure: "performance projection using proxy
/// ISA" (PISA). For timing only: results are wrong by design. Specialised for each projected instruction set.
///
/// Source    N. Zhang, S. Fu, F. Franchetti, MICRO 2025, section 4.2 and Table 3
template <class Base>
struct Projected;

}  // namespace ringlet::lab
