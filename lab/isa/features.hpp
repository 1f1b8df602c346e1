#pragma once

/// Variants of the multi-word extension (MQX) that the paper compares.
///
/// Source    N. Zhang, S. Fu, F. Franchetti, "Towards closing the performance gap for cryptographic kernels between
///           CPUs and specialized hardware", MICRO 2025, Table 2 and section 5.5
namespace ringlet::lab {

/// Multiplication of 64-bit words: as the base does it, one instruction for both halves of the product, or one for the
/// high half.
enum class Multiply { base, widening, high };

struct PlusM {
  static constexpr const char* name = "+M";
  static constexpr Multiply multiply = Multiply::widening;
  static constexpr bool carry = false;
  static constexpr bool predicated = false;
};

struct PlusC {
  static constexpr const char* name = "+C";
  static constexpr Multiply multiply = Multiply::base;
  static constexpr bool carry = true;
  static constexpr bool predicated = false;
};

/// Extension as proposed.
struct PlusMC {
  static constexpr const char* name = "+M,C";
  static constexpr Multiply multiply = Multiply::widening;
  static constexpr bool carry = true;
  static constexpr bool predicated = false;
};

struct PlusMhC {
  static constexpr const char* name = "+Mh,C";
  static constexpr Multiply multiply = Multiply::high;
  static constexpr bool carry = true;
  static constexpr bool predicated = false;
};

struct PlusMCP {
  static constexpr const char* name = "+M,C,P";
  static constexpr Multiply multiply = Multiply::widening;
  static constexpr bool carry = true;
  static constexpr bool predicated = true;
};

}  // namespace ringlet::lab
