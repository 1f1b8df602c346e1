// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

/// An ordered list of moduli, in which integers modulo their product Q are written as residues. A level of a scheme is
/// a prefix of it.
///
/// Validity  1 to 64 moduli, 2 <= q < 2^61, pairwise coprime
/// Errors    the constructor throws std::invalid_argument with the value and the rule.
class RINGLET_API RnsBase {
 public:
  static constexpr std::size_t max_size = 64;

  explicit RnsBase(std::span<const std::uint64_t> moduli);

  [[nodiscard]] std::size_t size() const noexcept { return moduli_.size(); }
  [[nodiscard]] const Modulus<std::uint64_t>& operator[](std::size_t i) const noexcept { return moduli_[i]; }
  [[nodiscard]] std::span<const Modulus<std::uint64_t>> moduli() const noexcept { return moduli_; }

  /// Q, little-endian, without leading zeros.
  [[nodiscard]] std::span<const std::uint64_t> product() const noexcept { return product_; }

  /// The first `count` moduli, 1 <= count <= size().
  [[nodiscard]] RnsBase first(std::size_t count) const;
  /// The moduli of this base, then those of `other`.
  [[nodiscard]] RnsBase followed_by(const RnsBase& other) const;

  friend bool operator==(const RnsBase& a, const RnsBase& b) { return a.moduli_ == b.moduli_; }

 private:
  std::vector<Modulus<std::uint64_t>> moduli_;
  std::vector<std::uint64_t> product_;
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
