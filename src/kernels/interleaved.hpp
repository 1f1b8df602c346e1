#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "isa/compiler.hpp"
#include "isa/four_words.hpp"

/// Copies of elements of `degree` coordinates, between interleaved elements and rows of coordinates.
namespace ringlet::kernels {

/// Degrees of elements, for loops over the coordinates that are unrolled.
inline constexpr unsigned least_degree = 2, greatest_degree = 8;  // no proof: shapes

/// Calls f.operator()<degree>().
template <unsigned at = least_degree, class F>
void with_degree(unsigned degree, const F& f) {
  if constexpr (at < greatest_degree) {
    if (degree != at) return with_degree<at + 1>(degree, f);
  }
  f.template operator()<at>();
}

/// Transposes blocks of four elements by four coordinates of 32-bit words, from element i and coordinate k on. Calls
/// load(i, k, j) and then store(i, k, j, vector) for j = 0 to 3, which take coordinates of element i + j, or elements
/// of coordinate k + j. Returns the number of elements in whole blocks.
template <class Load, class Store>
RINGLET_INLINE std::size_t transpose_by_four(std::size_t count, unsigned degree, const Load& load, const Store& store) {
  const std::size_t whole = count - count % 4;
  for (std::size_t i = 0; i < whole; i += 4) {
    for (unsigned k = 0; k < degree; k += 4) {
      auto a = load(i, k, 0), b = load(i, k, 1), c = load(i, k, 2), d = load(i, k, 3);
      isa::FourWords::transpose(a, b, c, d);
      store(i, k, 0, a);
      store(i, k, 1, b);
      store(i, k, 2, c);
      store(i, k, 3, d);
    }
  }
  return whole;
}

/// Copies interleaved elements of `degree` coordinates to rows.
template <unsigned degree, class Word>
void separate_elements(Word* rows, std::size_t stride, const Word* elements, std::size_t count) {
  std::size_t i = 0;
  if constexpr (std::is_same_v<Word, std::uint32_t> && degree % 4 == 0) {
    using isa::FourWords;
    i = transpose_by_four(
        count, degree,
        [&](std::size_t at, unsigned k, unsigned j) { return FourWords::load(elements + (at + j) * degree + k); },
        [&](std::size_t at, unsigned k, unsigned j, auto x) { FourWords::store(rows + (k + j) * stride + at, x); });
  }
  for (; i < count; ++i) {
    for (unsigned k = 0; k < degree; ++k) rows[k * stride + i] = elements[i * degree + k];
  }
}

/// Copies rows to interleaved elements of `degree` coordinates.
template <unsigned degree, class Word>
void interleave_rows(Word* elements, const Word* rows, std::size_t stride, std::size_t count) {
  std::size_t i = 0;
  if constexpr (std::is_same_v<Word, std::uint32_t> && degree % 4 == 0) {
    using isa::FourWords;
    i = transpose_by_four(
        count, degree,
        [&](std::size_t at, unsigned k, unsigned j) { return FourWords::load(rows + (k + j) * stride + at); },
        [&](std::size_t at, unsigned k, unsigned j, auto x) { FourWords::store(elements + (at + j) * degree + k, x); });
  }
  for (; i < count; ++i) {
    for (unsigned k = 0; k < degree; ++k) elements[i * degree + k] = rows[k * stride + i];
  }
}

/// Copies `count` interleaved elements to rows that are `stride` words apart.
template <class Word>
void separate(Word* rows, std::size_t stride, const Word* elements, std::size_t count, unsigned degree) {
  with_degree(degree, [&]<unsigned d>() { separate_elements<d>(rows, stride, elements, count); });
}

/// Copies rows that are `stride` words apart to `count` interleaved elements.
template <class Word>
void interleave(Word* elements, const Word* rows, std::size_t stride, std::size_t count, unsigned degree) {
  with_degree(degree, [&]<unsigned d>() { interleave_rows<d>(elements, rows, stride, count); });
}

}  // namespace ringlet::kernels
