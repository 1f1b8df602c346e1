#pragma once

#include <cstdint>

#include "arith/bound.hpp"
#include "arith/multiword_ntt_arithmetic.hpp"
#include "isa/double_limbs.hpp"

namespace ringlet::arith {

/// Parameters that depend on the number L of limbs in doubles.
template <unsigned limb_count>
struct FmaMultiwordParameters {
  static constexpr unsigned limb_bits = isa::double_limb_bits<limb_count>;

  /// Magnitudes are below capacity q; its top limb is below 2^46.
  static constexpr Bound capacity = times_q(64);                                // proof 19.1
  static constexpr unsigned capacity_bits = limb_bits * (limb_count - 1) + 46;  // proof 19.1
  /// Least length of moduli: quotients come from the three top limbs, and the highest must count.
  static constexpr unsigned min_modulus_bits = limb_bits * (limb_count - 1) + 3;  // proof 19.3
};

/// Ranges of the results of FmaMultiword, about zero; see MultiwordNttArithmetic.
template <unsigned limb_count>
struct FmaMultiwordRanges {
  using Value = SignedRange;
  static constexpr auto capacity = static_cast<std::int64_t>(FmaMultiwordParameters<limb_count>::capacity);
  static constexpr auto unit = static_cast<std::int64_t>(one_q);
  /// Range after subtracting a rounded quotient: a half, and 1/8 for the error of the quotient before rounding.
  static constexpr SignedRange rounded = {-unit * 5 / 8, unit * 5 / 8};  // proof 19.2, 19.3

  static constexpr SignedRange largest() { return {-capacity, capacity}; }  // no proof: the definition of capacity
  /// Bound, in units of q, of the magnitude of products of variables.
  static constexpr unsigned entry = 1;  // proof 19.4

  /// Returns the range of numbers below `below` q in magnitude; it includes canonical numbers.
  static constexpr SignedRange words(unsigned below) {  // no proof: it counts units
    return signed_range(-static_cast<std::int64_t>(below), below);
  }

  static constexpr SignedRange add(SignedRange x, SignedRange y) {  // no proof: a sum
    return {x.low + y.low, x.high + y.high};
  }
  static constexpr SignedRange sub(SignedRange x, SignedRange y) {  // no proof: a difference
    return {x.low - y.high, x.high - y.low};
  }
  template <unsigned factor>
  static constexpr SignedRange lifted(SignedRange x) {  // no proof: no operation needs lifts
    return x;
  }

  static constexpr SignedRange mul_lanes(SignedRange x) {  // proof 19.2
    return x.low < -capacity || x.high > capacity ? out_of_range() : rounded;
  }
  static constexpr SignedRange mul_twiddle(SignedRange x, const std::uint64_t* /*w*/ = nullptr) {  // proof 19.2
    return mul_lanes(x);
  }
  static constexpr SignedRange mul(SignedRange x, SignedRange y) {  // proof 19.4
    const bool fits = x.low >= -max_factor && x.high <= max_factor && y.low >= -unit && y.high <= unit;
    return fits ? rounded : out_of_range();
  }
  static constexpr SignedRange reduced(SignedRange x) {  // proof 19.3
    return x.low < -capacity || x.high > capacity ? out_of_range() : rounded;
  }
  static constexpr SignedRange canonical(SignedRange x) {  // proof 19.3
    return x.low < -capacity || x.high > capacity ? out_of_range() : SignedRange{0, unit};
  }

 private:
  /// Bound of the first operand of a product of variables.
  static constexpr std::int64_t max_factor = 9 * unit;  // proof 19.4
  /// Never defined: a range that needs it does not compile.
  static SignedRange out_of_range();
};

/// Places of the constants of a modulus, as doubles: q in L balanced limbs, q in L limbs that are not negative, and
/// 2^(limb_bits i) / q for the three highest i, the greatest first.
template <unsigned limb_count>
struct FmaMultiwordLayout {
  enum : unsigned { q = 0, words_of_q = limb_count, ratios = 2 * limb_count };
  static constexpr unsigned ratio_count = 3;               // proof 19.3
  static constexpr unsigned words = ratios + ratio_count;  // no proof: memory
};

}  // namespace ringlet::arith
