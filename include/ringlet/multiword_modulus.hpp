// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/types.hpp"
#include "ringlet/uint.hpp"

namespace ringlet {

/// Modulus of 3, 4, 5, 6 or 8 words. R = 2^width; the Montgomery form of x is x R mod q.
///
/// Validity  q odd, 2^124 <= q < 2^(width-1); q need not be prime. (Montgomery's reduction divides by R, so q must be
///           coprime to R. The spare bit keeps sums of two numbers, and every step of a product, within the words:
///           docs/bounds/multiword.md, section 17. Below 2^124 `uint128_t` is faster.)
/// Errors    the constructor throws std::invalid_argument with the value and the rule; if q is too large, the rule
///           names the next width.
/// Source    P. Montgomery, "Modular multiplication without trial division", Math. Comp. 44 (1985).
template <unsigned width>
class RINGLET_API Modulus<UInt<width>> {
 public:
  using word_type = UInt<width>;

  static constexpr unsigned min_bits = 125;
  static constexpr unsigned max_bits = width - 1;

  explicit Modulus(const UInt<width>& q);

  [[nodiscard]] const UInt<width>& value() const noexcept { return q_; }

  /// Number of significant bits: 2^(bits-1) <= q < 2^bits.
  [[nodiscard]] unsigned bits() const noexcept { return constants_.bits; }

  /// -1/q mod 2^64. The lowest word of a number, times this, is the multiple of q that clears this word.
  [[nodiscard]] std::uint64_t negative_inverse() const noexcept { return constants_.negative_inverse; }

  /// All constants, as kernels take them.
  [[nodiscard]] const MultiwordModulusConstants& constants() const noexcept { return constants_; }

  friend bool operator==(const Modulus& a, const Modulus& b) { return a.q_ == b.q_; }

 private:
  UInt<width> q_;
  MultiwordModulusConstants constants_;
};

template <unsigned width>
Modulus(UInt<width>) -> Modulus<UInt<width>>;

extern template class RINGLET_API Modulus<UInt<192>>;
extern template class RINGLET_API Modulus<UInt<256>>;
extern template class RINGLET_API Modulus<UInt<320>>;
extern template class RINGLET_API Modulus<UInt<384>>;
extern template class RINGLET_API Modulus<UInt<512>>;

}  // namespace ringlet
