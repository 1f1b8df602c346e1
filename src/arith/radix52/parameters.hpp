#pragma once

#include <array>
#include <cstdint>

#include "arith/bound.hpp"

namespace ringlet::arith {

/// One of the steps that reduce the columns of an element-wise product, from the highest two columns down.
struct Radix52Step {
  unsigned digit_shift;     ///< digit of the two columns: v_j 2^digit_shift + floor(v_(j-1) / 2^(52-digit_shift))
  unsigned multiple_shift;  ///< multiples of s 2^multiple_shift are subtracted, s being the shifted modulus
  unsigned quotient_shift;  ///< number of low bits of Modulus::product_quotient - 1 that the quotient leaves out
};

/// Parameters that depend on the number of 52-bit limbs and follow no formula.
template <unsigned limb_count>
struct Radix52Parameters;

/// Two limbs leave 6 bits above the largest modulus: values are reduced in each pass of a transform.
template <>
struct Radix52Parameters<2> {
  static constexpr const char* name = "radix52x2";
  static constexpr unsigned min_modulus_bits = 61;  // proof 13.11
  static constexpr unsigned modulus_bits = 98;      // proof 13.11

  /// A row product subtracts multiples of row_multiple q by a quotient of a single limb.
  static constexpr unsigned row_multiple = 2;  // proof 13.1

  // ---- transforms ----

  static constexpr Bound capacity = times_q(64);  // proof 13.5
  /// Whether values have room for all stages of a transform; else they are reduced between passes.
  static constexpr bool has_room_for_all_stages = false;
  /// Whether quotients use the top limb as their digit, because every modulus is far above its weight.
  static constexpr bool top_limb_is_digit = true;
  static constexpr Bound between_inverse_passes = times_q(16);  // proof 13.5
  /// Bounds of values that stay in cells: evaluations that may be factors, and all evaluations.
  static constexpr Bound buffer_factors = times_q(13) / 5;     // proof 13.7
  static constexpr Bound buffer_evaluations = buffer_factors;  // proof 13.7

  // ---- element-wise products ----

  /// A product takes operands below this many q without a reduction.
  static constexpr unsigned operand_factor = 1;  // proof 13.14
  /// The modulus is shifted to this length, and the columns start from a multiple 2^offset_shift of it.
  static constexpr unsigned shifted_bits = 103;  // proof 13.14
  static constexpr unsigned offset_shift = 0;    // proof 13.14
  // proof 13.14
  static constexpr std::array<Radix52Step, 2> steps{{
      {.digit_shift = 7, .multiple_shift = 47, .quotient_shift = 75},
      {.digit_shift = 4, .multiple_shift = 0, .quotient_shift = 77},
  }};
  /// Number of fractional bits of a quotient in the rows for products by fixed multiplicands.
  static constexpr unsigned fraction_bits = 3;  // proof 13.15
  /// Weight, in bits, of the digit of a summand that the quotient takes into account.
  static constexpr unsigned summand_weight = 52;  // proof 13.15
};

/// Three limbs leave 32 bits above the largest modulus.
template <>
struct Radix52Parameters<3> {
  static constexpr const char* name = "radix52x3";
  static constexpr unsigned min_modulus_bits = 99;  // proof 13.11
  static constexpr unsigned modulus_bits = 124;     // proof 13.11

  static constexpr unsigned row_multiple = 4;  // proof 13.1

  static constexpr Bound capacity = times_q(std::uint64_t{1} << 31);  // proof 13.5
  static constexpr bool has_room_for_all_stages = true;
  static constexpr bool top_limb_is_digit = false;
  /// Bound of all sums of a transform of up to 2^20 values.
  static constexpr Bound between_inverse_passes = times_q(12 << 20);  // proof 13.5
  static constexpr Bound buffer_factors = times_q(13) / 10;           // proof 13.7
  /// Products are so large that they cannot be factors.
  static constexpr Bound buffer_evaluations = times_q(3 << 23);  // proof 13.7

  static constexpr unsigned operand_factor = 4;  // proof 13.14
  static constexpr unsigned shifted_bits = 124;  // proof 13.14
  static constexpr unsigned offset_shift = 32;   // proof 13.14
  // proof 13.14
  static constexpr std::array<Radix52Step, 3> steps{{
      {.digit_shift = 8, .multiple_shift = 78, .quotient_shift = 76},
      {.digit_shift = 4, .multiple_shift = 30, .quotient_shift = 76},
      {.digit_shift = 0, .multiple_shift = 0, .quotient_shift = 94},
  }};
  static constexpr unsigned fraction_bits = 9;    // proof 13.15
  static constexpr unsigned summand_weight = 75;  // proof 13.15
};

}  // namespace ringlet::arith
