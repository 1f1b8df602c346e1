#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "api/checks.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"

/// Checks of residues in rows.
namespace ringlet::api {

/// The rows of a view, as kernels want them.
template <class Word>
struct RowPointers {
  std::array<Word*, RnsBase::max_size> pointers;
  std::size_t count;

  explicit RowPointers(const BasicRnsSpan<Word>& view) : count(view.rows()) {
    for (std::size_t i = 0; i < count; ++i) pointers[i] = view[i].data();
  }
  [[nodiscard]] std::span<Word* const> get() const { return {pointers.data(), count}; }
};

/// `rows` rows of n >= 1 words.
template <class Word>
void require_rows(const char* name, const BasicRnsSpan<Word>& view, std::size_t rows, std::size_t n) {
  if (view.rows() != rows) {
    reject(std::string("number of rows of ") + name, view.rows(), "it must be " + std::to_string(rows));
  }
  require_size(name, view.size(), n);
  require_nonempty(name, view.size());
}

/// No row of `out` overlaps one of `in`.
void require_separate(const char* name, const RnsSpan& out, const RnsView& in);

#ifdef RINGLET_CHECKED
void check_rows(const char* name, const RnsView& in, const RnsBase& base);
#else
template <class... Arguments>
constexpr void check_rows(const Arguments&...) {}
#endif

}  // namespace ringlet::api
