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
inline Shape level_of(const RnsBase& base, std::size_t rows, std::size_t n, const char* name = "rows") {
  if (!rns::is_level(rows, base)) rns::reject_level(name, rows, base);
  return {rows, n};
}

/// Returns the caller's rows, checked as far as possible.
RnsSpan rows_of(const char* name, const ringlet_rows& rows, const Shape& shape);

/// Checks the number of operands or polynomials before their pointers are read.
inline void require_count(const char* name, std::size_t count) {
  if (count == 0) checks::reject(name, count, "it must be at least 1");
  if (count > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(RnsView)) {
    checks::reject(name, count, "no array has so many elements");
  }
}

/// Returns the rows of several operands or polynomials.
inline std::vector<RnsSpan> rows_of_all(const char* name, const ringlet_rows* rows, std::size_t count,
                                        const Shape& shape) {
  require_address(name, rows);
  std::vector<RnsSpan> result;
  result.reserve(count);
  for (std::size_t k = 0; k < count; ++k) result.push_back(rows_of(checks::element(name, k).c_str(), rows[k], shape));
  return result;
}

}  // namespace ringlet::c
