#pragma once

#include <cstdint>

#include "isa/compiler.hpp"

namespace ringlet::arith {

/// Vectors of integers in doubles, on an instruction set with doubles in its lanes. Rounds to nearest
/// (kernels/environment.hpp).
template <class Isa>
struct IntegersInDoubles {
  using Vec = typename Isa::Vec;

  static constexpr double two_52 = 0x1p52;  // proof 10.1
  /// Doubles near it are integers: adding an integer of magnitude below 2^51 puts that into its low bits.
  static constexpr double rounder = 0x1.8p52;  // proof 10.2

  RINGLET_INLINE static Vec broadcast(double x) { return Isa::broadcast(__builtin_bit_cast(std::uint64_t, x)); }

  /// Returns 1 / x in each lane, for a word x below 2^53.
  RINGLET_INLINE static Vec reciprocal(std::uint64_t x) {
    const auto divisor = static_cast<double>(static_cast<std::int64_t>(x));
    if constexpr (requires { Isa::double_reciprocal(divisor); }) {
      return Isa::double_reciprocal(divisor);
    } else {
      return broadcast(1.0 / divisor);
    }
  }

  /// Converts words below 2^52: with the exponent of 2^52 above them, they are 2^52 + x.
  RINGLET_INLINE static Vec from_words(Vec x) {
    if constexpr (requires { Isa::double_of(x); }) {
      return Isa::double_of(x);
    } else {
      const Vec offset = broadcast(two_52);
      return Isa::double_sub(Isa::add(x, offset), offset);
    }
  }

  /// Returns the integer nearest to x y, for |x y| < 2^51.
  RINGLET_INLINE static Vec rounded_product(Vec x, Vec y) {
    const Vec offset = broadcast(rounder);
    return Isa::double_sub(Isa::double_mul_add(x, y, offset), offset);
  }

  /// Returns the two's complement of an integer |x| < 2^51.
  RINGLET_INLINE static Vec to_signed_words(Vec x) {
    const Vec offset = broadcast(rounder);
    return Isa::sub(Isa::double_add(x, offset), offset);
  }
};

}  // namespace ringlet::arith
