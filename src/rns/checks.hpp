#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "checks/checks.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"

/// Checks of residues in rows.
namespace ringlet::api {

/// A piece of rows that is worth a task.
inline constexpr std::size_t row_grain = 512;

/// One past the longest modulus of a base.
inline constexpr std::uint64_t rns_modulus_limit = std::uint64_t{1} << 61;

/// value in [2, 2^61).
void require_rns_modulus(const std::string& name, std::uint64_t value);

/// Element i of one list, `value`, has no factor in common with element k of another or the same, `other`.
void require_no_common_factor(const char* name, std::size_t i, std::uint64_t value, const char* other_name,
                              std::size_t k, std::uint64_t other);

/// value >= 1 without a factor in common with any of `moduli`.
void require_coprime(const char* name, std::uint64_t value, std::span<const Modulus<std::uint64_t>> moduli);

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

/// Whether that many moduli of a base are a level, and what is thrown where they are not.
[[nodiscard]] inline bool is_level(std::size_t count, const RnsBase& base) {
  return count >= 1 && count <= base.size();
}
[[noreturn]] void reject_level(const std::string& name, std::size_t count, const RnsBase& base);

/// Both bases as one, without a factor in common.
[[nodiscard]] RnsBase joined(const char* first_name, const RnsBase& first, const char* second_name,
                             const RnsBase& second);

/// As many rows of n words as the base or a prefix of it has moduli.
template <class Word>
void require_level(const char* name, const BasicRnsSpan<Word>& view, const RnsBase& base, std::size_t n) {
  if (!is_level(view.rows(), base)) reject_level(std::string("number of rows of ") + name, view.rows(), base);
  require_rows(name, view, view.rows(), n);
}

/// Row i of `out` is row i of `in` or apart from it, and apart from all others.
void require_same_rows_or_separate(const char* name, const RnsSpan& out, const RnsView& in,
                                   const char* out_name = "out");

/// No row of `out` overlaps one of `in`.
void require_separate(const char* name, const RnsSpan& out, const RnsView& in, const char* out_name = "out");

/// As many polynomials of this name as there are in `in`, at least one.
void require_as_many(const char* name, std::size_t polynomials, std::size_t in);

/// Polynomial k, an output, overlaps no row of the others in a list.
template <class Word>
void require_apart_from_others(const char* out_name, const RnsSpan& out, std::size_t k, const char* name,
                               std::span<const BasicRnsSpan<Word>> others) {
  for (std::size_t other = 0; other < others.size(); ++other) {
    if (other != k) require_separate(element(name, other).c_str(), out, others[other], out_name);
  }
}

[[nodiscard]] inline Executor& executor_or_serial(Executor* executor) {
  static SerialExecutor serial;
  return executor != nullptr ? *executor : serial;
}

/// work(i) for each row, a task each.
template <class Work>
void for_each_row(Executor* executor, std::size_t rows, const Work& work) {
  const auto task = [&](std::size_t row, std::size_t /*worker*/) { work(row); };
  executor_or_serial(executor).run(rows, std::ref(task));
}

#ifdef RINGLET_CHECKED
/// Whether the values of each row lie below factor q.
void check_rows(const char* name, const RnsView& in, const RnsBase& base, unsigned factor = 1);
#else
template <class... Arguments>
constexpr void check_rows(const Arguments&...) {}
#endif

}  // namespace ringlet::api
