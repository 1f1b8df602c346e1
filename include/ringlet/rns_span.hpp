// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

#include "ringlet/export.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

namespace rns {
/// Throws std::out_of_range: "<what> is <value>, but it must be <relation> <rows>, the number of rows".
[[noreturn]] RINGLET_API void reject_rows(const char* what, std::size_t value, const char* relation, std::size_t rows);
}  // namespace rns

/// Forward iterator over the rows of a view. It copies the view, so it may outlive it.
template <class View>
class RnsRowIterator {
 public:
  using value_type = decltype(std::declval<View>()[0]);
  using difference_type = std::ptrdiff_t;

  RnsRowIterator() = default;
  RnsRowIterator(const View& view, std::size_t row) : view_(view), row_(row) {}

  [[nodiscard]] value_type operator*() const { return view_[row_]; }
  RnsRowIterator& operator++() noexcept {
    ++row_;
    return *this;
  }
  RnsRowIterator operator++(int) noexcept { return {view_, row_++}; }
  friend bool operator==(const RnsRowIterator& a, const RnsRowIterator& b) noexcept { return a.row_ == b.row_; }

 private:
  View view_;
  std::size_t row_ = 0;
};

/// View of the residues of a polynomial in the caller's memory, one row of n words for each modulus of a base. Rows lie
/// at a fixed distance in one block, or where an array of pointers says. A view copies and owns nothing. It is a
/// forward range of rows. As size() is the length of a row, std::ranges::size does not take a view.
///
/// Shape      rows() rows of size() words
/// Validity   the memory, and the array of pointers, live as long as the view is used; a stride is at least n
/// Errors     `[]`, `first` and `last` throw std::out_of_range with the value and the number of rows
template <class Word>
  requires std::same_as<std::remove_const_t<Word>, std::uint64_t>
class BasicRnsSpan {
 public:
  /// Views no rows.
  BasicRnsSpan() = default;
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
  /// Returns n, the length of a row.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Returns row i < rows().
  [[nodiscard]] std::span<Word> operator[](std::size_t i) const {
    if (i >= rows_) [[unlikely]]
      rns::reject_rows("row", i, "less than", rows_);
    return {pointers_ != nullptr ? pointers_[i] : data_ + i * stride_, size_};
  }

  /// Returns the first `count` <= rows() rows, which are the rows of a lower level.
  [[nodiscard]] BasicRnsSpan first(std::size_t count) const { return part(0, count); }
  /// Returns the last `count` <= rows() rows.
  [[nodiscard]] BasicRnsSpan last(std::size_t count) const { return part(rows_ - count, count); }

  [[nodiscard]] RnsRowIterator<BasicRnsSpan> begin() const { return {*this, 0}; }
  [[nodiscard]] RnsRowIterator<BasicRnsSpan> end() const { return {*this, rows_}; }

 private:
  template <class Other>
    requires std::same_as<std::remove_const_t<Other>, std::uint64_t>
  friend class BasicRnsSpan;

  /// Returns `count` rows from row `begin` on.
  [[nodiscard]] BasicRnsSpan part(std::size_t begin, std::size_t count) const {
    if (count > rows_) [[unlikely]]
      rns::reject_rows("count", count, "at most", rows_);
    BasicRnsSpan result = *this;
    if (pointers_ != nullptr) {
      result.pointers_ += begin;
    } else {
      result.data_ += begin * stride_;
    }
    result.rows_ = count;
    return result;
  }

  Word* data_ = nullptr;
  Word* const* pointers_ = nullptr;
  std::size_t stride_ = 0;
  std::size_t rows_ = 0;
  std::size_t size_ = 0;
};

using RnsSpan = BasicRnsSpan<std::uint64_t>;
using RnsView = BasicRnsSpan<const std::uint64_t>;

/// Polynomials to read: an array or another contiguous range of `RnsView` or of `RnsSpan`.
///
/// Validity   the array lives as long as the object is used
class RnsViews {
 public:
  RnsViews() = default;
  RnsViews(const RnsView* views, std::size_t count) : views_(views), size_(count) {}
  RnsViews(const RnsSpan* spans, std::size_t count) : spans_(spans), size_(count) {}
  template <class Range>
    requires(std::convertible_to<const Range&, std::span<const RnsView>> ||
             std::convertible_to<const Range&, std::span<const RnsSpan>>)
  RnsViews(const Range& range) : RnsViews(std::ranges::data(range), std::ranges::size(range)) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// Returns polynomial k < size().
  [[nodiscard]] RnsView operator[](std::size_t k) const noexcept {
    return views_ != nullptr ? views_[k] : RnsView(spans_[k]);
  }
  /// Returns `count` polynomials from polynomial `begin` on, which it has.
  [[nodiscard]] RnsViews part(std::size_t begin, std::size_t count) const noexcept {
    return views_ != nullptr ? RnsViews(views_ + begin, count) : RnsViews(spans_ + begin, count);
  }

 private:
  const RnsView* views_ = nullptr;
  const RnsSpan* spans_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace ringlet

namespace std::ranges {
template <class Word>
inline constexpr bool disable_sized_range<ringlet::BasicRnsSpan<Word>> = true;
template <class Word>
inline constexpr bool enable_borrowed_range<ringlet::BasicRnsSpan<Word>> = true;
}  // namespace std::ranges
