#pragma once

#include "isa/compiler.hpp"

namespace ringlet::arith {

/// x - step where x >= step, else x. An instruction set whose words have several limbs knows that from the borrow; for
/// the others it is a minimum (docs/bounds.md, section 8).
template <class Isa>
RINGLET_INLINE typename Isa::Vec subtract_once(typename Isa::Vec x, typename Isa::Vec step) {
  if constexpr (requires { Isa::subtract_once(x, step); }) {
    return Isa::subtract_once(x, step);
  } else {
    return Isa::min(x, Isa::sub(x, step));
  }
}

}  // namespace ringlet::arith
