#pragma once

#include "arith/montgomery/montgomery_words.hpp"
#include "isa/scalar.hpp"

namespace ringlet::arith {

/// Montgomery's product for number theory. Never included by a backend, which has functions of its own.
template <unsigned words>
using BaselineMontgomery = MontgomeryWords<isa::Scalar, words>;

}  // namespace ringlet::arith
