#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "c/executor.hpp"
#include "c/support.hpp"
#include "ringlet/automorphism.hpp"
#include "ringlet/ringlet.h"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_context.hpp"
#include "ringlet/rns_ntt.hpp"
#include "ringlet/rns_span.hpp"
#include "rns/checks.hpp"

// Handles of the RNS part of the C interface that several files take, and checks of the caller's rows.

struct ringlet_rns_base {
  ringlet::RnsBase base;
};

struct ringlet_rns_context {
  ringlet::RnsContext context;
};

struct ringlet_rns_ntt {
  ringlet::RnsNtt ntt;
};

struct ringlet_automorphism {
  ringlet::Automorphism automorphism;
};

namespace ringlet::c {

inline const RnsBase& base_of(const ringlet_rns_base* base, const char* name = "base") {
  return deref(name, base).base;
}

/// Largest number of words in an array.
inline constexpr std::size_t most_words = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(std::uint64_t);

/// Number of rows of a call, and words of each.
struct Shape {
  std::size_t rows;
  std::size_t n;
};

/// Returns the shape of a level of the base.
inline Shape level_of(const RnsBase& base, std::size_t rows, std::size_t n) {
  if (!rns::is_level(rows, base)) rns::reject_level("rows", rows, base);
  return {rows, n};
}

/// Returns the rows behind an address from `ringlet_rows` or `ringlet_const_rows`.
template <class Word>
BasicRnsSpan<Word> rows_by_pointers(const char* name, Word* address, const Shape& shape) {
  require_address(name, address);
  require_length<Word>(shape.n);
  if (shape.rows == 0) checks::reject("rows", 0, "it must be at least 1");
  const std::span pointers(reinterpret_cast<Word* const*>(address), shape.rows);
  for (std::size_t i = 0; i < shape.rows; ++i) require_address(checks::element(name, i).c_str(), pointers[i]);
  return {pointers, shape.n};
}

/// Returns the caller's rows, checked as far as possible. stride_name is null if it is the array's name and "_stride".
template <class Word>
BasicRnsSpan<Word> rows_of(const char* name, Word* words, std::size_t stride, const Shape& shape,
                           const char* stride_name = nullptr) {
  if (stride == RINGLET_ROW_POINTERS) return rows_by_pointers(name, words, shape);
  array(name, words, shape.n);
  const auto reject_stride = [=](const std::string& rule) {
    checks::reject(stride_name != nullptr ? std::string(stride_name) : std::string(name) + "_stride", stride, rule);
  };
  if (stride < shape.n) reject_stride("it must be at least n = " + std::to_string(shape.n));
  if (shape.rows == 0) checks::reject("rows", 0, "it must be at least 1");
  if (stride > most_words / shape.rows) reject_stride("no array has so many elements");
  return {words, shape.rows, shape.n, stride};
}

/// Checks the number of operands or polynomials before their pointers are read.
inline void require_count(const char* name, std::size_t count) {
  if (count == 0) checks::reject(name, count, "it must be at least 1");
  if (count > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(RnsView)) {
    checks::reject(name, count, "no array has so many elements");
  }
}

/// Returns views of several operands or polynomials: `count` pointers, each to row 0 of one, and one stride.
template <class Word>
std::vector<BasicRnsSpan<Word>> views_of(const char* name, Word* const* pointers, std::size_t stride,
                                         const char* stride_name, std::size_t count, const Shape& shape) {
  require_address(name, pointers);
  std::vector<BasicRnsSpan<Word>> views;
  views.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    views.push_back(rows_of(checks::element(name, k).c_str(), pointers[k], stride, shape, stride_name));
  }
  return views;
}

}  // namespace ringlet::c
