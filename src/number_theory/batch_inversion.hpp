#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "checks/checks.hpp"

/// Inverses and powers in arrays over any ring, by its products of arrays.
///
/// A Ring has the type Number; mul(out, a, b) and mul_scalar(out, a, s) on spans; mul(a, b); one(), which changes no
/// product; and invert(x), which replaces x by its inverse, or returns false if x has no inverse.
namespace ringlet::number_theory {

/// Montgomery's trick in columns: number i belongs to column i % columns, so that the ring multiplies rows of
/// neighbouring numbers. Only the inverse of the product of all numbers is computed. A factor in it, such as R^2 of a
/// Montgomery form, is a factor of all other inverses.
template <class Ring>
class BatchInversion {
 public:
  using Number = typename Ring::Number;
  using Out = std::span<Number>;
  using In = std::span<const Number>;

  /// Multiplies columns. `products` has as many numbers as a, at least one.
  BatchInversion(const Ring& ring, In a, Out products)
      : ring_(ring), a_(a), products_(products), columns_(std::min(a.size(), max_columns)) {
    copy_but_zeros(products_.first(columns_), a.first(columns_));
    for (std::size_t i = columns_; i < a.size(); i += columns_) {
      const std::size_t count = std::min(columns_, a.size() - i);
      const Out row = products_.subspan(i, count);
      copy_but_zeros(row, a.subspan(i, count));
      ring.mul(row, row, products_.subspan(i - columns_, count));
    }
  }

  /// Computes the inverses of the products of whole columns, by the same trick along their last products. Returns
  /// whether all numbers, except zeros, have an inverse.
  bool invert_columns() {
    std::array<Number, max_columns> column, chain;
    for (std::size_t j = 0; j < columns_; ++j) {
      column[j] = products_[(a_.size() - 1 - j) / columns_ * columns_ + j];
      chain[j] = j == 0 ? column[0] : ring_.mul(chain[j - 1], column[j]);
    }
    Number inverse = chain[columns_ - 1];
    if (!ring_.invert(inverse)) return false;
    for (std::size_t j = columns_; j-- > 0;) {
      inverses_[j] = j == 0 ? inverse : ring_.mul(inverse, chain[j - 1]);
      inverse = ring_.mul(inverse, column[j]);
    }
    return true;
  }

  /// Writes the inverses, and zeros for zeros, from the last row up, so that each row is done before an output
  /// overwrites its inputs.
  void put(Out out) {
    std::array<Number, max_columns> factors, results;
    for (std::size_t i = (a_.size() - 1) / columns_ * columns_;; i -= columns_) {
      const std::size_t count = std::min(columns_, a_.size() - i);
      const Out inverses(inverses_.data(), count), result(results.data(), count);
      if (i == 0) {
        std::ranges::copy(inverses, result.begin());
      } else {
        ring_.mul(result, inverses, products_.subspan(i - columns_, count));
        copy_but_zeros({factors.data(), count}, a_.subspan(i, count));
        ring_.mul(inverses, inverses, In(factors.data(), count));
      }
      for (std::size_t j = 0; j < count; ++j) out[i + j] = a_[i + j] == Number{} ? Number{} : result[j];
      if (i == 0) return;
    }
  }

  /// Returns the index of the first number, except zeros, that has no inverse; the size if there is no such number.
  [[nodiscard]] std::size_t first_without_inverse() const {
    std::size_t i = 0;
    for (; i < a_.size(); ++i) {
      Number x = a_[i];
      if (x != Number{} && !ring_.invert(x)) break;
    }
    return i;
  }

 private:
  /// Most columns: several vectors, so that a call of a kernel has more than one vector.
  static constexpr std::size_t max_columns = 64;

  /// Copies the numbers, but replaces zeros by 1.
  void copy_but_zeros(Out out, In in) const {
    const Number one = ring_.one();
    for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i] == Number{} ? one : in[i];
  }

  const Ring& ring_;
  In a_;
  Out products_;
  std::size_t columns_;
  std::array<Number, max_columns> inverses_;
};

/// Writes out[i] = 1 / a[i], and 0 for 0. `out` may be `a`. `products` has room for as many numbers. Calls
/// reject(name, number, rule), which throws, for the first number without an inverse; out is then unchanged.
template <class Ring, class Reject>
void invert(const Ring& ring, typename BatchInversion<Ring>::Out out, typename BatchInversion<Ring>::In a,
            typename BatchInversion<Ring>::Out products, Reject reject) {
  BatchInversion<Ring> inversion(ring, a, products);
  if (!inversion.invert_columns()) {
    const std::size_t i = inversion.first_without_inverse();
    reject(checks::element("a", i), a[i], "it must be 0 or have no factor in common with q");
  }
  inversion.put(out);
}

/// Writes out[i] = first ratio^i, by doubling: each product of an array extends the powers by as many again.
template <class Ring>
void powers(const Ring& ring, std::span<typename Ring::Number> out, const typename Ring::Number& first,
            typename Ring::Number ratio) {
  out[0] = first;
  for (std::size_t known = 1; known < out.size(); known *= 2) {
    const std::size_t count = std::min(known, out.size() - known);
    ring.mul_scalar(out.subspan(known, count), out.first(count), ratio);
    ratio = ring.mul(ratio, ratio);
  }
}

}  // namespace ringlet::number_theory
