#pragma once

#include "arith/word_traits.hpp"
#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Reduces from [0, Factor q) to [0, q), Factor a power of two, by conditional subtractions.
/// Validity   Isa::subtract_once may subtract Factor q / 2: it is below 2^63, or 2^127 for 128-bit words
template <unsigned Factor, class Isa>
RINGLET_INLINE typename Isa::Vec canonical_word(typename Isa::Vec x, TwiddleWord<typename Isa::Word> q) {
  if constexpr (Factor == 1) {
    return x;
  } else {
    return canonical_word<Factor / 2, Isa>(Isa::subtract_once(x, Isa::broadcast(Factor / 2 * q)), q);
  }
}

}  // namespace ringlet::arith
