#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>

#include "checks/checks.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"

/// Checks of residues in rows.
namespace ringlet::rns {

/// Least number of values of each row that are worth a task.
inline constexpr std::size_t row_grain = 512;

/// Requires a value in [2, 2^62).
void require_rns_modulus(const std::string& name, std::uint64_t value);

/// Requires that element i of one list, `value`, is coprime to element k, `other`, of another or the same list.
void require_no_common_factor(const char* name, std::size_t i, std::uint64_t value, const char* other_name,
                              std::size_t k, std::uint64_t other);

/// Requires a value of at least 1 that is coprime to all `moduli`.
void require_coprime(const char* name, std::uint64_t value, std::span<const Modulus<std::uint64_t>> moduli);

/// Requires that rows to write do not overlap each other.
void require_own_rows_separate(const char* name, const RnsSpan& out);

/// Requires `rows` rows of n words, and n >= 1. Rows to write must not overlap each other.
template <class Word>
void require_rows(const char* name, const BasicRnsSpan<Word>& view, std::size_t rows, std::size_t n) {
  if (view.rows() != rows) {
    checks::reject(std::string("number of rows of ") + name, view.rows(), "it must be " + std::to_string(rows));
  }
  checks::require_size(name, view.size(), n);
  checks::require_nonempty(name, view.size());
  if constexpr (!std::is_const_v<Word>) require_own_rows_separate(name, view);
}

/// Returns whether `count` is the number of moduli of a level of the base.
[[nodiscard]] inline bool is_level(std::size_t count, const RnsBase& base) {
  return count >= 1 && count <= base.size();
}
/// Throws the exception for a number that is no level.
[[noreturn]] void reject_level(const std::string& name, std::size_t count, const RnsBase& base);

/// Joins two bases. Throws if a modulus of one base has a factor in common with a modulus of the other base.
[[nodiscard]] RnsBase joined(const char* first_name, const RnsBase& first, const char* second_name,
                             const RnsBase& second);

/// Requires one row of n words for each modulus of the base or of a prefix of it.
template <class Word>
void require_level(const char* name, const BasicRnsSpan<Word>& view, const RnsBase& base, std::size_t n) {
  if (!is_level(view.rows(), base)) reject_level(std::string("number of rows of ") + name, view.rows(), base);
  require_rows(name, view, view.rows(), n);
}

/// Requires that each row i of `out` is row i of `in` or does not overlap it, and overlaps no other row of `in`.
void require_same_rows_or_separate(const char* name, const RnsSpan& out, const RnsView& in,
                                   const char* out_name = "out");

/// Requires that no row of `out` overlaps a row of `in`.
void require_separate(const char* name, const RnsSpan& out, const RnsView& in, const char* out_name = "out");

/// Requires as many polynomials as `in` has, at least one.
void require_as_many(const char* name, std::size_t polynomials, std::size_t in);

/// Requires that output polynomial k overlaps no row of the other polynomials in a list.
void require_apart_from_others(const char* out_name, const RnsSpan& out, std::size_t k, const char* name,
                               RnsViews others);

[[nodiscard]] inline Executor& executor_or_serial(Executor* executor) {
  static SerialExecutor serial;
  return executor != nullptr ? *executor : serial;
}

/// Calls work(i) for each row, with one task for each row.
template <class Work>
void for_each_row(Executor* executor, std::size_t rows, const Work& work) {
  const auto task = [&](std::size_t row, std::size_t /*worker*/) { work(row); };
  executor_or_serial(executor).run(rows, std::ref(task));
}

#ifdef RINGLET_CHECKED
/// Requires that the values of each row lie in [0, factor q).
void check_rows(const char* name, const RnsView& in, const RnsBase& base, unsigned factor = 1);
#else
template <class... Arguments>
constexpr void check_rows(const Arguments&...) {}
#endif

}  // namespace ringlet::rns
