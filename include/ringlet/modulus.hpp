// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>

#include "ringlet/export.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

/// Modulus q with the constants of its arithmetic. Specialised for each word type.
template <class Word>
class Modulus;

/// Modulus of one 32-bit word.
///
/// Validity  2 <= q < 2^32; q need be neither prime nor odd. (Results of lazy ranges are canonical, since only shorter
///           moduli leave room for more.)
/// Errors    the constructor throws std::invalid_argument with the value and the rule.
/// Source    as for one 64-bit word
template <>
class RINGLET_API Modulus<std::uint32_t> {
 public:
  using word_type = std::uint32_t;

  static constexpr unsigned max_bits = 32;

  explicit Modulus(std::uint32_t q);

  [[nodiscard]] std::uint32_t value() const noexcept { return static_cast<std::uint32_t>(constants_.q); }

  /// Number of significant bits: 2^(bits-1) <= q < 2^bits.
  [[nodiscard]] unsigned bits() const noexcept { return constants_.bits; }

  /// floor(2^(bits+62) / q) and floor(2^64 / q), as for a 64-bit word.
  [[nodiscard]] std::uint64_t product_quotient() const noexcept { return constants_.product_quotient; }
  [[nodiscard]] std::uint64_t word_quotient() const noexcept { return constants_.word_quotient; }

  /// q, its size and both quotients together, as kernels take them: the constants of q as a 64-bit word.
  [[nodiscard]] const ModulusConstants<std::uint64_t>& constants() const noexcept { return constants_; }

  /// Returns x mod q for any 32-bit x.
  [[nodiscard]] std::uint32_t reduce(std::uint32_t x) const noexcept;

  friend bool operator==(const Modulus&, const Modulus&) = default;

 private:
  ModulusConstants<std::uint64_t> constants_;
};

/// Modulus of one 64-bit word.
///
/// Validity  2 <= q < 2^64; q need be neither prime nor odd. (Below 2^62, every lazy range up to 4q fits a word. A
///           range that does not fit is an error. Residue number systems and large transforms take moduli below 2^62.)
/// Errors    the constructor throws std::invalid_argument with the value and the rule.
/// Source    P. Barrett, "Implementing the Rivest Shamir and Adleman public key encryption algorithm...", CRYPTO '86;
///           the bounds are proved in docs/bounds/words.md.
template <>
class RINGLET_API Modulus<std::uint64_t> {
 public:
  using word_type = std::uint64_t;

  static constexpr unsigned max_bits = 64;

  explicit Modulus(std::uint64_t q);

  [[nodiscard]] std::uint64_t value() const noexcept { return constants_.q; }

  /// Number of significant bits: 2^(bits-1) <= q < 2^bits.
  [[nodiscard]] unsigned bits() const noexcept { return constants_.bits; }

  /// floor(2^(bits+62) / q), the Barrett quotient that reduces a product of two canonical numbers.
  [[nodiscard]] std::uint64_t product_quotient() const noexcept { return constants_.product_quotient; }

  /// floor(2^64 / q), the Barrett quotient that reduces one word.
  [[nodiscard]] std::uint64_t word_quotient() const noexcept { return constants_.word_quotient; }

  /// q, its size and both quotients together, as kernels take them.
  [[nodiscard]] const ModulusConstants<std::uint64_t>& constants() const noexcept { return constants_; }

  /// Returns x mod q for any 64-bit x.
  [[nodiscard]] std::uint64_t reduce(std::uint64_t x) const noexcept;

  friend bool operator==(const Modulus&, const Modulus&) = default;

 private:
  ModulusConstants<std::uint64_t> constants_;
};

/// Modulus of one 128-bit word.
///
/// Validity  2 <= q < 2^124; q need be neither prime nor odd. (With four bits of headroom every lazy range up to 16q
///           fits a 128-bit word.)
/// Errors, Source  as for one word; the same proofs hold with words of 128 bits.
template <>
class RINGLET_API Modulus<uint128_t> {
 public:
  using word_type = uint128_t;

  static constexpr unsigned max_bits = 124;

  explicit Modulus(uint128_t q);

  [[nodiscard]] uint128_t value() const noexcept { return constants_.q; }

  /// Number of significant bits: 2^(bits-1) <= q < 2^bits.
  [[nodiscard]] unsigned bits() const noexcept { return constants_.bits; }

  /// floor(2^(bits+126) / q), the Barrett quotient that reduces a product of two canonical numbers.
  [[nodiscard]] uint128_t product_quotient() const noexcept { return constants_.product_quotient; }

  /// floor(2^128 / q), the Barrett quotient that reduces one 128-bit word.
  [[nodiscard]] uint128_t word_quotient() const noexcept { return constants_.word_quotient; }

  /// q, its size and both quotients together, as kernels take them.
  [[nodiscard]] const ModulusConstants<uint128_t>& constants() const noexcept { return constants_; }

  /// Returns x mod q for any 128-bit x.
  [[nodiscard]] uint128_t reduce(uint128_t x) const noexcept;

  friend bool operator==(const Modulus&, const Modulus&) = default;

 private:
  ModulusConstants<uint128_t> constants_;
};

Modulus(std::uint64_t) -> Modulus<std::uint64_t>;

template <std::same_as<std::uint32_t> Number>
Modulus(Number) -> Modulus<std::uint32_t>;
template <std::same_as<uint128_t> Number>
Modulus(Number) -> Modulus<uint128_t>;

/// Constant factor w with its Shoup quotient. A product with it costs one high and two low multiplications.
template <class Word>
class ShoupOperand;

/// Shoup operand of one 32-bit word.
/// Validity, Errors, Source  as for one 64-bit word.
template <>
class RINGLET_API ShoupOperand<std::uint32_t> {
 public:
  ShoupOperand(std::uint32_t w, const Modulus<std::uint32_t>& q);

  [[nodiscard]] std::uint32_t value() const noexcept { return static_cast<std::uint32_t>(value_); }

  /// floor(w * 2^64 / q)
  [[nodiscard]] std::uint64_t quotient() const noexcept { return quotient_; }

 private:
  std::uint64_t value_;
  std::uint64_t quotient_;
};

/// Shoup operand of one 64-bit word.
/// Validity  0 <= w < q.
/// Errors    the constructor throws std::out_of_range if w >= q, as all functions do for a scalar.
/// Source    D. Harvey, "Faster arithmetic for number-theoretic transforms", J. Symb. Comp. 60 (2014), section 2.
template <>
class RINGLET_API ShoupOperand<std::uint64_t> {
 public:
  ShoupOperand(std::uint64_t w, const Modulus<std::uint64_t>& q);

  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

  /// floor(w * 2^64 / q)
  [[nodiscard]] std::uint64_t quotient() const noexcept { return quotient_; }

 private:
  std::uint64_t value_;
  std::uint64_t quotient_;
};

/// Shoup operand of one 128-bit word.
/// Validity, Errors, Source  as for one word.
template <>
class RINGLET_API ShoupOperand<uint128_t> {
 public:
  ShoupOperand(uint128_t w, const Modulus<uint128_t>& q);

  [[nodiscard]] uint128_t value() const noexcept { return value_; }

  /// floor(w * 2^128 / q)
  [[nodiscard]] uint128_t quotient() const noexcept { return quotient_; }

 private:
  uint128_t value_;
  uint128_t quotient_;
};

ShoupOperand(std::uint32_t, const Modulus<std::uint32_t>&) -> ShoupOperand<std::uint32_t>;
ShoupOperand(uint128_t, const Modulus<uint128_t>&) -> ShoupOperand<uint128_t>;
ShoupOperand(std::uint64_t, const Modulus<std::uint64_t>&) -> ShoupOperand<std::uint64_t>;

}  // namespace ringlet
