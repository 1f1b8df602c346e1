#pragma once

#include "arith/arithmetic.hpp"
#include "isa/compiler.hpp"
#include "kernels/choose.hpp"

/// Choice of a kernel's variant for a call. f is called with the variant's factor as a constant.
namespace ringlet::kernels {

using arith::Factors;

/// Calls f with the variant for operands below factor q.
template <Factors factors, unsigned index = 0, class F>
RINGLET_INLINE void with_input_factor(unsigned factor, F f) {
  constexpr unsigned variant = factors.factor[index];
  if constexpr (index + 1 == factors.count()) {
    f(Constant<variant>{});
  } else {
    if (variant == 1 ? factor == 1 : factor <= variant) return f(Constant<variant>{});
    with_input_factor<factors, index + 1>(factor, f);
  }
}

/// Calls f with the variant whose results lie below factor q, or with the first variant if no other matches.
template <Factors factors, unsigned index = factors.count() - 1, class F>
RINGLET_INLINE auto with_output_factor(unsigned factor, F f) {
  constexpr unsigned variant = factors.factor[index];
  if constexpr (index == 0) {
    return f(Constant<variant>{});
  } else {
    if (factor == variant) return f(Constant<variant>{});
    return with_output_factor<factors, index - 1>(factor, f);
  }
}

}  // namespace ringlet::kernels
