#pragma once

#include <cstdint>

#include "arith/bound.hpp"

namespace ringlet::arith {

/// All that depends on the number of 52-bit limbs and is no formula of it.
template <unsigned limb_count>
struct Radix52Parameters;

template <>
struct Radix52Parameters<2> {
  /// A row product takes off multiples of row_multiple q by a quotient of a single limb.
  static constexpr unsigned row_multiple = 2;  // proof 13.1
  /// Of the rows for element-wise products: how many bits of a quotient are behind the point.
  static constexpr unsigned fraction_bits = 3;  // proof 13.15
};

template <>
struct Radix52Parameters<3> {
  static constexpr unsigned row_multiple = 4;   // proof 13.1
  static constexpr unsigned fraction_bits = 9;  // proof 13.15
};

}  // namespace ringlet::arith
