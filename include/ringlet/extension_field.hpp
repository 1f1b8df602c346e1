// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/shared.hpp"

namespace ringlet {

namespace words {
template <class Word>
class Extension;
}

/// Layout of a vector of n elements of an extension field of degree d, in n d words.
enum class ElementLayout {
  /// Element after element. The d words of an element are its coordinates, beginning with the coefficient of X^0.
  interleaved,
  /// Coordinate after coordinate: d rows of n words. Row k has the coefficients of X^k.
  coordinates,
};

/// Extension field F_q[X] / (X^d - w) of the prime field of q elements, and its operations on vectors of n elements.
/// The constructor chooses the kernels for q. Immutable; copies share the tables; any number of threads may use one
/// field at once. An element is d words, its coordinates.
///
/// Sums, differences and negations of elements, and products by one number of the base field, are `add`, `sub`, `neg`
/// and `mul` of ringlet/eltwise.hpp on all words. A transform of a vector over the extension with roots of unity of the
/// base field transforms each coordinate: it is d transforms of the base field.
///
/// All functions:
/// Range      coordinates in [0, q), inputs and outputs
/// Shape      n >= 1, with n d words in a span of n elements, in the layout of the call
/// Aliasing   out may equal a vector of elements of the same size; a partial overlap is an error
/// Errors     std::invalid_argument for an empty or mismatched span and an unknown layout; std::bad_alloc, because
///            calls borrow memory; coordinates are checked in a checked build only, except those of single elements,
///            for which std::out_of_range is thrown
/// Timing     independent of the values, except in `invert` and the constructor
/// Results are exact, and bit-identical on every backend.
///
/// Validity   q prime, 2 <= d <= 8, and X^d - w irreducible: each prime divisor p of d divides q - 1 and w is not a
///            p-th power modulo q; q = 1 modulo 4 if 4 divides d
/// Errors     the constructor throws std::invalid_argument with the value and the rule; std::out_of_range if w >= q.
/// Source     R. Lidl, H. Niederreiter, "Finite Fields", theorem 3.75; T. Itoh, S. Tsujii, "A fast algorithm for
///            computing multiplicative inverses in GF(2^m) using normal bases", Inf. Comput. 78 (1988).
template <class Word>
class RINGLET_API ExtensionField {
 public:
  using word_type = Word;

  static constexpr unsigned max_degree = 8;

  ExtensionField(const Modulus<Word>& q, unsigned degree, Word w);

  [[nodiscard]] const Modulus<Word>& modulus() const noexcept { return modulus_; }
  [[nodiscard]] unsigned degree() const noexcept { return degree_; }
  [[nodiscard]] Word w() const noexcept { return w_; }

  /// Backend and arithmetic of the kernel of products, for people to read: "avx2 / dot_doubles".
  [[nodiscard]] std::string describe() const;

  /// out[i] = a[i] * b[i]
  void mul(std::span<Word> out, std::span<const Word> a, std::span<const Word> b,
           ElementLayout layout = ElementLayout::interleaved) const;

  /// out[i] = a[i] * b[i] with b[i] in the base field.
  /// Shape      n words in b
  /// Aliasing   out and b must not overlap
  void mul_by_base(std::span<Word> out, std::span<const Word> a, std::span<const Word> b,
                   ElementLayout layout = ElementLayout::interleaved) const;

  /// out[i] = a[i] * s for one element s.
  /// Shape      d words in s, which may overlap any other
  void mul_by_element(std::span<Word> out, std::span<const Word> a, std::span<const Word> s,
                      ElementLayout layout = ElementLayout::interleaved) const;

  /// out[i] = 1 / a[i], or 0 if a[i] is 0. Takes one inversion in the base field for all elements, and for each the
  /// norm and its cofactor: one to four products of elements.
  /// Timing     depends on the values: not for secrets
  void invert(std::span<Word> out, std::span<const Word> a, ElementLayout layout = ElementLayout::interleaved) const;

  /// out = sum of a[i] * b[i]
  /// Shape      d words in out, which may overlap any input
  void inner_product(std::span<Word> out, std::span<const Word> a, std::span<const Word> b,
                     ElementLayout layout = ElementLayout::interleaved) const;

  /// out[i] = first * ratio^i, for all i below n.
  /// Shape      d words in first and in ratio, which may overlap out
  void powers(std::span<Word> out, std::span<const Word> first, std::span<const Word> ratio,
              ElementLayout layout = ElementLayout::interleaved) const;

  /// Converts a vector of elements from one layout to the other.
  /// Aliasing   out and in must not overlap
  void to_coordinates(std::span<Word> out, std::span<const Word> in) const;
  void to_interleaved(std::span<Word> out, std::span<const Word> in) const;

 private:
  Modulus<Word> modulus_;
  unsigned degree_;
  Word w_;
  Shared<const words::Extension<Word>> extension_;
};

extern template class ExtensionField<std::uint32_t>;
extern template class ExtensionField<std::uint64_t>;
extern template class ExtensionField<uint128_t>;

ExtensionField(const Modulus<std::uint32_t>&, unsigned, std::uint32_t) -> ExtensionField<std::uint32_t>;
ExtensionField(const Modulus<std::uint64_t>&, unsigned, std::uint64_t) -> ExtensionField<std::uint64_t>;
ExtensionField(const Modulus<uint128_t>&, unsigned, uint128_t) -> ExtensionField<uint128_t>;

}  // namespace ringlet
