// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

/// An ordered list of moduli, in which integers modulo their product Q are written as residues. A level of a scheme is
/// a prefix of it. Immutable; copies share it.
///
/// Validity  1 to 64 moduli, 2 <= q < 2^61, pairwise coprime
/// Errors    the constructor throws std::invalid_argument with the value and the rule.
class RINGLET_API RnsBase {
 public:
  static constexpr std::size_t max_size = 64;

  explicit RnsBase(std::span<const std::uint64_t> moduli);
  // A move is a copy, which shares what is there: no base is ever without moduli.
  RnsBase(const RnsBase&) = default;
  RnsBase& operator=(const RnsBase&) = default;
  ~RnsBase() = default;

  [[nodiscard]] std::size_t size() const noexcept { return moduli().size(); }
  [[nodiscard]] const Modulus<std::uint64_t>& operator[](std::size_t i) const noexcept { return moduli()[i]; }
  [[nodiscard]] std::span<const Modulus<std::uint64_t>> moduli() const noexcept;

  /// Q, little-endian, without leading zeros.
  [[nodiscard]] std::span<const std::uint64_t> product() const noexcept;

  /// The first `count` moduli, 1 <= count <= size().
  [[nodiscard]] RnsBase first(std::size_t count) const;
  /// The moduli of this base, then those of `other`.
  [[nodiscard]] RnsBase followed_by(const RnsBase& other) const;

  friend bool operator==(const RnsBase& a, const RnsBase& b) { return std::ranges::equal(a.moduli(), b.moduli()); }

 private:
  struct Values;
  explicit RnsBase(std::shared_ptr<const Values> values) noexcept;

  std::shared_ptr<const Values> values_;
};

/// The integers of which `in` are the residues.
///
/// Shape      in: L rows of n words; out: n integers of `words` words each, little-endian, two's complement where the
///            lift is centred
/// Input      [0, q_i) in row i
/// Output     lift = floor: [0, Q), centred: [-Q/2, Q/2); `words` must hold it, as many as Q has are enough for floor
/// Aliasing   none
/// Errors     std::invalid_argument for shapes, for words that may be too few, and for Lift::approximate
/// Timing     not data-independent
RINGLET_API void to_integers(std::span<std::uint64_t> out, std::size_t words, RnsView in, const RnsBase& base,
                             Lift lift = Lift::floor);

/// The residues of integers.
///
/// Shape      as for `to_integers`; words >= 1
/// Input      any integers, unsigned, or signed in two's complement
/// Output     [0, q_i) in row i
/// Aliasing   none
/// Errors     std::invalid_argument for shapes
/// Timing     not data-independent
RINGLET_API void from_integers(RnsSpan out, std::span<const std::uint64_t> in, std::size_t words, const RnsBase& base,
                               bool is_signed = false);

}  // namespace ringlet
