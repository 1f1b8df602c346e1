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
#include "ringlet/shared.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

/// Ordered list of moduli. Residues modulo them represent integers modulo their product Q. A level of a scheme is a
/// prefix of the list. Immutable; copies share it.
///
/// Validity  1 to 2^16 moduli, 2 <= q < 2^62, pairwise coprime
/// Errors    the constructor throws std::invalid_argument with the value and the rule.
class RINGLET_API RnsBase {
 public:
  /// Greatest number of moduli, with which exact lifts have 24 bits of precision left (docs/bounds/dot.md, 16.5).
  static constexpr std::size_t max_size = std::size_t{1} << 16;

  explicit RnsBase(std::span<const std::uint64_t> moduli);

  [[nodiscard]] std::size_t size() const noexcept { return moduli().size(); }
  [[nodiscard]] const Modulus<std::uint64_t>& operator[](std::size_t i) const noexcept { return moduli()[i]; }
  [[nodiscard]] std::span<const Modulus<std::uint64_t>> moduli() const noexcept;

  /// Q as little-endian words, without leading zeros.
  [[nodiscard]] std::span<const std::uint64_t> product() const noexcept;

  /// Returns the first `count` moduli as a base.
  /// Errors    std::invalid_argument unless 1 <= count <= size()
  [[nodiscard]] RnsBase first(std::size_t count) const;
  /// Returns the moduli of this base followed by the moduli of `other`, as a base.
  /// Validity, Errors  as for the constructor
  [[nodiscard]] RnsBase followed_by(const RnsBase& other) const;

  friend bool operator==(const RnsBase& a, const RnsBase& b) { return std::ranges::equal(a.moduli(), b.moduli()); }

 private:
  struct Values;
  explicit RnsBase(std::shared_ptr<const Values> values) noexcept;

  Shared<const Values> values_;
};

/// Reconstructs integers from their residues.
///
/// Shape      in: L rows of n words; out: n integers of `words` words each, little-endian, in two's complement if the
///            lift is centred. `words` is at least the number of words of Q.
/// Input      [0, q_i) in row i
/// Output     lift = floor: [0, Q), centred: [-Q/2, Q/2)
/// Aliasing   none
/// Errors     std::invalid_argument for shapes, for too few words, and for Lift::approximate
/// Timing     not data-independent
RINGLET_API void to_integers(std::span<std::uint64_t> out, std::size_t words, RnsView in, const RnsBase& base,
                             Lift lift = Lift::floor);

/// Computes the residues of integers.
///
/// Shape      as for `to_integers`, with any number of words from 1 on
/// Input      any integers, unsigned, or signed in two's complement
/// Output     [0, q_i) in row i
/// Aliasing   none
/// Errors     std::invalid_argument for shapes
/// Timing     not data-independent
RINGLET_API void from_integers(RnsSpan out, std::span<const std::uint64_t> in, std::size_t words, const RnsBase& base,
                               bool is_signed = false);

}  // namespace ringlet
