// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ringlet/export.hpp"
#include "ringlet/uint.hpp"

/// Published prime fields by name, for transforms in zero-knowledge proofs: the scalar fields of BN254, BLS12-377 and
/// BLS12-381 (`bn254-fr`, `bls12-377-fr`, `bls12-381-fr`); the fields of the Pasta curves (`pallas-fq`, `pallas-fr`,
/// `vesta-fq`, `vesta-fr`), where the base field of each curve is the scalar field of the other curve; and, with 377
/// bits, the base field of BLS12-377 (`bls12-377-fq`).
namespace ringlet {

/// Prime field of q elements.
template <unsigned width>
struct Field {
  std::string_view name;
  UInt<width> modulus;
  /// Largest s with 2^s | q - 1; transforms have at most 2^s points.
  unsigned two_adicity;
  /// Generator of the multiplicative group, as in arkworks and gnark-crypto; gnark-crypto shifts cosets by it.
  UInt<width> generator;
  /// Primitive root of unity of order 2^two_adicity: generator^((q-1) / 2^two_adicity). Both libraries define their
  /// transforms by it.
  UInt<width> root;
  /// Publication or source code that the constants come from.
  std::string_view source;
};

/// Returns all fields in numbers of `width` bits: 256, or 384 for `bls12-377-fq`.
template <unsigned width>
[[nodiscard]] RINGLET_API std::span<const Field<width>> fields() noexcept;

/// Returns the field of that name.
/// Errors    std::invalid_argument when no field of this width has it; the message lists the fields that exist.
template <unsigned width>
[[nodiscard]] RINGLET_API const Field<width>& field(std::string_view name);

/// Returns field.root^(2^two_adicity / order), the root of unity with which arkworks and gnark-crypto transform `order`
/// points.
/// Validity  order a power of two, at most 2^two_adicity
/// Errors    std::invalid_argument with the value and the rule.
template <unsigned width>
[[nodiscard]] RINGLET_API UInt<width> root_of_unity(const Field<width>& field, std::uint64_t order);

}  // namespace ringlet
