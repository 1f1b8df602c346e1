// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ringlet/export.hpp"
#include "ringlet/uint.hpp"

/// Published prime fields by name, for transforms of zero-knowledge proofs: the scalar fields of BN254, BLS12-377 and
/// BLS12-381 (`bn254-fr`, `bls12-377-fr`, `bls12-381-fr`), both fields of Pallas and Vesta, which are the same two
/// (`pallas-fq`, `pallas-fr`, `vesta-fq`, `vesta-fr`), and, of 377 bits, the base field of BLS12-377 (`bls12-377-fq`).
namespace ringlet {

/// A field of q elements.
template <unsigned width>
struct Field {
  std::string_view name;
  UInt<width> modulus;
  /// q - 1 is 2^two_adicity times an odd number: transforms have up to so many points.
  unsigned two_adicity;
  /// What generates the multiplicative group, as arkworks and gnark-crypto have it; gnark-crypto shifts cosets by it.
  UInt<width> generator;
  /// A primitive root of unity of order 2^two_adicity: generator^((q-1) / 2^two_adicity), by which both libraries
  /// define their transforms.
  UInt<width> root;
  /// Where these come from.
  std::string_view source;
};

/// All fields that are kept in `width` bits, which are 256 or, of `bls12-377-fq`, 384.
template <unsigned width>
[[nodiscard]] RINGLET_API std::span<const Field<width>> fields() noexcept;

/// The field of that name.
/// Errors    std::invalid_argument when none of this width has it; the message lists those that there are.
template <unsigned width>
[[nodiscard]] RINGLET_API const Field<width>& field(std::string_view name);

/// The root of unity by which arkworks and gnark-crypto transform `order` points: field.root^(2^two_adicity / order).
/// Validity  order a power of two, at most 2^two_adicity
/// Errors    std::invalid_argument with the value and the rule.
template <unsigned width>
[[nodiscard]] RINGLET_API UInt<width> root_of_unity(const Field<width>& field, std::uint64_t order);

}  // namespace ringlet
