#pragma once

#include <cstdint>

#include "arith/bound.hpp"
#include "arith/multiword_ntt_arithmetic.hpp"

namespace ringlet::arith {

/// Parameters that depend on the number L of 52-bit limbs.
template <unsigned limb_count>
struct Montgomery52Parameters {
  /// Bound of values, which lie in [0, capacity q), at most 2^(52 L). Five limbs are meant for the moduli of 254 and
  /// 255 bits up to 2^260 / 35, other numbers of limbs for all moduli that leave them eight bits.
  static constexpr Bound capacity = times_q(limb_count == 5 ? 35 : 256);  // proof 18.3

  /// Products by rows are moved down by this many q, so that they lie about zero.
  static constexpr unsigned row_shift = (limb_count + 2) / 2;  // proof 18.1

  /// Least length of moduli: that of L - 1 limbs without the eight bits that must stay free.
  static constexpr unsigned min_modulus_bits = 52 * (limb_count - 1) - 8;  // proof 18.3
};

/// Ranges of the results of Montgomery52; see MultiwordNttArithmetic. A multiplication reads values in [0, capacity q),
/// a reduction or the finish reads values in [q, (capacity - 1) q).
template <unsigned limb_count>
struct Montgomery52Ranges {
  using Value = SignedRange;
  using Parameters = Montgomery52Parameters<limb_count>;
  static constexpr auto capacity = static_cast<std::int64_t>(Parameters::capacity);
  static constexpr auto unit = static_cast<std::int64_t>(one_q);
  static constexpr auto row_shift = static_cast<std::int64_t>(Parameters::row_shift);

  static constexpr SignedRange largest() { return {0, capacity}; }  // no proof: the definition of capacity
  /// Bound, in units of q, of products of variables.
  static constexpr unsigned entry = 4;  // proof 18.4

  /// Returns the range [0, below q), that of canonical numbers for 1.
  static constexpr SignedRange words(unsigned below) { return signed_range(0, below); }  // no proof: it counts units

  static constexpr SignedRange add(SignedRange x, SignedRange y) {  // no proof: a sum
    return {x.low + y.low, x.high + y.high};
  }
  static constexpr SignedRange sub(SignedRange x, SignedRange y) {  // no proof: a difference
    return {x.low - y.high, x.high - y.low};
  }
  template <unsigned factor>
  static constexpr SignedRange lifted(SignedRange x) {  // no proof: a sum
    return add(x, signed_range(factor, factor));
  }

  static constexpr SignedRange mul_twiddle(SignedRange x, const std::uint64_t* /*w*/ = nullptr) {  // proof 18.1
    if (x.low < 0 || x.high > capacity) return out_of_range();
    return signed_range(-row_shift, limb_count + 1 - row_shift);
  }
  static constexpr SignedRange mul_lanes(SignedRange x) {  // proof 18.1
    if (x.low < 0 || x.high > capacity) return out_of_range();
    return {0, limb_count * unit + rounded_up(x.high * unit, capacity)};
  }
  static constexpr SignedRange mul(SignedRange x, SignedRange y) {  // proof 18.2
    if (x.low < 0 || x.high > capacity || y.low < 0 || y.high > capacity) return out_of_range();
    return {0, rounded_up(x.high * y.high, capacity) + unit + 1};
  }
  static constexpr SignedRange reduced(SignedRange x) {  // proof 18.3
    if (x.low < unit || x.high > capacity - unit) return out_of_range();
    return {0, unit + 1};
  }
  static constexpr SignedRange canonical(SignedRange x) {  // proof 18.3
    if (x.low < unit || x.high > capacity - unit) return out_of_range();
    return {0, unit};
  }

 private:
  static constexpr std::int64_t rounded_up(std::int64_t x, std::int64_t y) { return (x + y - 1) / y; }
  /// Never defined: a range that needs it does not compile.
  static SignedRange out_of_range();
};

/// Places of the constants of a modulus, in 64-bit words. Numbers have L limbs.
template <unsigned limb_count>
struct Montgomery52Layout {
  enum : unsigned {
    q = 0,
    minus_q = limb_count,               ///< modulo 2^(52 L)
    friendly = 2 * limb_count,          ///< (k q + 1) / 2^52, k = -1/q mod 2^52
    start = 3 * limb_count,             ///< -row_shift q, each limb by itself
    negative_inverse = 4 * limb_count,  ///< k
    quotient,                           ///< floor(2^(bits + 32) / q), or less by one
    // The three shifts of a quotient's digit, (top 2^top_shift + floor(limb below / 2^below_shift)) / 2^digit_shift.
    top_shift,
    below_shift,
    digit_shift,
    multiples  ///< i q for i below multiple_count
  };
  static constexpr unsigned multiple_count = 5 * Montgomery52Parameters<limb_count>::row_shift + 8;  // no proof: memory
  static constexpr unsigned words = multiples + multiple_count * limb_count;                         // no proof: memory
};

}  // namespace ringlet::arith
