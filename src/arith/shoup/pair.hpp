#pragma once

#include <cstdint>

#include "arith/modulus.hpp"
#include "isa/compiler.hpp"
#include "isa/divide.hpp"

namespace ringlet::arith {

/// Returns w < q with its Shoup quotient.
RINGLET_INLINE ShoupPair make_shoup_pair(std::uint64_t w, const WordModulus& m) {  // proof 1.1
  return {w, isa::divide(uint128_t{w} << 64, m.q)};
}

}  // namespace ringlet::arith
