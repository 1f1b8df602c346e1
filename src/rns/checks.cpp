#include "rns/checks.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace ringlet::api {

namespace {

/// Returns the least address of a word of any row, and the address after the last word.
std::pair<std::uintptr_t, std::uintptr_t> extent(const RnsView& view) {
  std::pair<std::uintptr_t, std::uintptr_t> result(UINTPTR_MAX, 0);
  for (std::size_t i = 0; i < view.rows(); ++i) {
    const auto begin = reinterpret_cast<std::uintptr_t>(view[i].data());
    result = {std::min(result.first, begin), std::max(result.second, begin + view[i].size_bytes())};
  }
  return result;
}

/// Throws if a row of `out` overlaps a row of `in`. With `same_row_allowed`, row i of both may be the same array.
void require_no_overlap(const char* name, const RnsSpan& out, const RnsView& in, const char* out_name,
                        bool same_row_allowed) {
  const auto [out_begin, out_end] = extent(out);
  const auto [in_begin, in_end] = extent(in);
  if (out_end <= in_begin || in_end <= out_begin) return;
  for (std::size_t j = 0; j < out.rows(); ++j) {
    for (std::size_t i = 0; i < in.rows(); ++i) {
      const bool is_same = out[j].data() == in[i].data();
      if (same_row_allowed && i == j && is_same) continue;
      if (!overlap(out[j].data(), in[i].data(), out[j].size_bytes())) continue;
      throw std::invalid_argument("row " + std::to_string(j) + " of " + out_name + " overlaps row " +
                                  std::to_string(i) + " of " + name + ", but they must be separate" +
                                  (same_row_allowed ? " or the same row" : ""));
    }
  }
}

}  // namespace

void require_own_rows_separate(const char* name, const RnsSpan& out) {
  RowPointers<std::uint64_t> rows(out);
  const std::span pointers(rows.pointers.data(), rows.count);
  if (!std::ranges::is_sorted(pointers)) std::ranges::sort(pointers);
  for (std::size_t i = 1; i < pointers.size(); ++i) {
    if (!overlap(pointers[i - 1], pointers[i], out.size() * sizeof(std::uint64_t))) continue;
    throw std::invalid_argument(std::string("rows of ") + name + " overlap each other, but they must be separate");
  }
}

void reject_level(const std::string& name, std::size_t count, const RnsBase& base) {
  reject(name, count, "it must be 1 to " + std::to_string(base.size()) + ", the number of moduli of the base");
}

void require_rns_modulus(const std::string& name, std::uint64_t value) {
  if (value < 2 || value >= rns_modulus_limit) reject(name, value, "it must lie in [2, 2^61)");
}

void require_no_common_factor(const char* name, std::size_t i, std::uint64_t value, const char* other_name,
                              std::size_t k, std::uint64_t other) {
  if (std::gcd(value, other) == 1) return;
  reject(element(name, i), value,
         "it must have no factor in common with " + element(other_name, k) + ", which is " + std::to_string(other));
}

RnsBase joined(const char* first_name, const RnsBase& first, const char* second_name, const RnsBase& second) {
  for (std::size_t i = 0; i < second.size(); ++i) {
    for (std::size_t k = 0; k < first.size(); ++k) {
      require_no_common_factor(second_name, i, second[i].value(), first_name, k, first[k].value());
    }
  }
  return first.followed_by(second);
}

void require_coprime(const char* name, std::uint64_t value, std::span<const Modulus<std::uint64_t>> moduli) {
  if (value == 0) reject(name, value, "it must be at least 1");
  for (const auto& q : moduli) {
    if (std::gcd(value, q.value()) == 1) continue;
    reject(name, value, "it must have no factor in common with the modulus " + std::to_string(q.value()));
  }
}

void require_same_rows_or_separate(const char* name, const RnsSpan& out, const RnsView& in, const char* out_name) {
  require_no_overlap(name, out, in, out_name, true);
}

void require_separate(const char* name, const RnsSpan& out, const RnsView& in, const char* out_name) {
  require_no_overlap(name, out, in, out_name, false);
}

void require_as_many(const char* name, std::size_t polynomials, std::size_t in) {
  if (in == 0) reject("number of polynomials in", 0, "it must be at least 1");
  if (polynomials == in) return;
  reject(std::string("number of polynomials ") + name, polynomials, "it must be " + std::to_string(in));
}

#ifdef RINGLET_CHECKED
void check_rows(const char* name, const RnsView& in, const RnsBase& base, unsigned factor) {
  for (std::size_t i = 0; i < in.rows(); ++i) {
    const std::string row = element(name, i);
    check_input(row.c_str(), in[i], base[i], factor);
  }
}
#endif

}  // namespace ringlet::api
