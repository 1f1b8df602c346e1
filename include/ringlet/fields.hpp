// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "ringlet/export.hpp"
#include "ringlet/uint.hpp"

/// Published prime fields by name, for transforms in zero-knowledge proofs.
///
/// width  fields
/// 32     `babybear`, q = 2^31 - 2^27 + 1; `koalabear`, q = 2^31 - 2^24 + 1; `mersenne31`, q = 2^31 - 1
/// 64     `goldilocks`, q = 2^64 - 2^32 + 1, and `goldilocks-plonky2`, the same field with plonky2's generator and root
/// 256    scalar fields of BN254, BLS12-377 and BLS12-381: `bn254-fr`, `bls12-377-fr`, `bls12-381-fr`; fields of the
///        Pasta curves, where the base field of each curve is the scalar field of the other curve: `pallas-fq`,
///        `pallas-fr`, `vesta-fq`, `vesta-fr`
/// 384    base field of BLS12-377, which has 377 bits: `bls12-377-fq`
namespace ringlet {

/// Number of `width` bits: a word of 32 or 64 bits, or UInt<width>.
template <unsigned width>
using FieldNumber =
    std::conditional_t<width == 32, std::uint32_t, std::conditional_t<width == 64, std::uint64_t, UInt<width>>>;

/// Prime field of q elements.
template <unsigned width>
struct Field {
  using Number = FieldNumber<width>;

  std::string_view name;
  Number modulus;
  /// Largest s with 2^s | q - 1; transforms have at most 2^s points.
  unsigned two_adicity;
  /// Generator of the multiplicative group, as in the libraries that `source` names. gnark-crypto and Plonky3 shift
  /// cosets by it.
  Number generator;
  /// Primitive root of unity of order 2^two_adicity: generator^((q-1) / 2^two_adicity). The libraries define their
  /// transforms by it.
  Number root;
  /// Publication or source code that the constants come from.
  std::string_view source;
};

/// Returns all fields in numbers of `width` bits.
template <unsigned width>
[[nodiscard]] RINGLET_API std::span<const Field<width>> fields() noexcept;

/// Returns the field of that name.
/// Errors    std::invalid_argument when no field of this width has it; the message lists the fields that exist.
template <unsigned width>
[[nodiscard]] RINGLET_API const Field<width>& field(std::string_view name);

/// Returns field.root^(2^two_adicity / order), the root of unity with which the libraries that `source` names transform
/// `order` points.
/// Validity  order a power of two, at most 2^two_adicity
/// Errors    std::invalid_argument with the value and the rule.
template <unsigned width>
[[nodiscard]] RINGLET_API FieldNumber<width> root_of_unity(const Field<width>& field, std::uint64_t order);

}  // namespace ringlet
