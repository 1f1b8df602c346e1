// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "ringlet/types.hpp"

namespace ringlet {

/// View of the residues of a polynomial in the caller's memory, one row of n words for each modulus of a base. Rows lie
/// at a fixed distance in one block, or where an array of pointers says. A view copies and owns nothing.
///
/// Shape      rows() rows of size() words
/// Validity   the memory, and the array of pointers, live as long as the view is used; a stride is at least n
template <class Word>
  requires std::same_as<std::remove_const_t<Word>, std::uint64_t>
class BasicRnsSpan {
 public:
  /// Views rows that are `stride` words apart.
  BasicRnsSpan(Word* data, std::size_t rows, std::size_t n, std::size_t stride)
      : data_(data), stride_(stride), rows_(rows), size_(n) {}
  /// Views rows that follow each other.
  BasicRnsSpan(Word* data, std::size_t rows, std::size_t n) : BasicRnsSpan(data, rows, n, n) {}
  /// Views rows.size() rows of n words, each at its pointer.
  BasicRnsSpan(std::span<Word* const> rows, std::size_t n) : pointers_(rows.data()), rows_(rows.size()), size_(n) {}

  /// Makes a view of const words from one of words.
  template <class Other>
    requires(std::is_const_v<Word> && !std::is_const_v<Other>)
  BasicRnsSpan(const BasicRnsSpan<Other>& other)
      : data_(other.data_),
        pointers_(other.pointers_),
        stride_(other.stride_),
        rows_(other.rows_),
        size_(other.size_) {}

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::span<Word> operator[](std::size_t i) const noexcept { return {row(i), size_}; }

  /// Returns the first `count` <= rows() rows, which are the rows of a lower level.
  [[nodiscard]] BasicRnsSpan first(std::size_t count) const noexcept {
    BasicRnsSpan part = *this;
    part.rows_ = count;
    return part;
  }
  /// Returns the last `count` <= rows() rows.
  [[nodiscard]] BasicRnsSpan last(std::size_t count) const noexcept {
    BasicRnsSpan part = *this;
    const std::size_t omitted = rows_ - count;
    if (pointers_ != nullptr) {
      part.pointers_ += omitted;
    } else {
      part.data_ += omitted * stride_;
    }
    part.rows_ = count;
    return part;
  }

 private:
  template <class Other>
    requires std::same_as<std::remove_const_t<Other>, std::uint64_t>
  friend class BasicRnsSpan;

  [[nodiscard]] Word* row(std::size_t i) const noexcept {
    return pointers_ != nullptr ? pointers_[i] : data_ + i * stride_;
  }

  Word* data_ = nullptr;
  Word* const* pointers_ = nullptr;
  std::size_t stride_ = 0;
  std::size_t rows_;
  std::size_t size_;
};

using RnsSpan = BasicRnsSpan<std::uint64_t>;
using RnsView = BasicRnsSpan<const std::uint64_t>;

}  // namespace ringlet
