#pragma once

#include "isa/compiler.hpp"

namespace ringlet::kernels {

/// A compile-time constant as an argument.
template <auto v>
struct Constant {
  static constexpr auto value = v;
};

/// Returns f(Constant<value>) for a value in [min, max].
template <unsigned min, unsigned max, class F>
RINGLET_INLINE auto choose(unsigned value, F f) {
  if constexpr (min == max) {
    return f(Constant<min>{});
  } else {
    return value == min ? f(Constant<min>{}) : choose<min + 1, max>(value, f);
  }
}

}  // namespace ringlet::kernels
