#include "rns/checks.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "arith/word_traits.hpp"

namespace ringlet::rns {

namespace {

/// Addresses from the first word of some rows to the end of the last.
struct Extent {
  std::uintptr_t begin = UINTPTR_MAX;
  std::uintptr_t end = 0;

  Extent() = default;
  explicit Extent(std::span<const std::uint64_t> row)
      : begin(reinterpret_cast<std::uintptr_t>(row.data())), end(begin + row.size_bytes()) {}
  explicit Extent(const RnsView& view) {
    for (const std::span<const std::uint64_t> row : view) include(Extent(row));
  }
  void include(const Extent& other) {
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
  }
  [[nodiscard]] bool is_apart_from(const Extent& other) const { return end <= other.begin || other.end <= begin; }
};

/// Throws if a row of `out` overlaps a row of `in`. With `same_row_allowed`, row i of both may be the same array.
void require_no_overlap(const char* name, const RnsSpan& out, const RnsView& in, const char* out_name,
                        bool same_row_allowed) {
  if (Extent(RnsView(out)).is_apart_from(Extent(in))) return;
  for (std::size_t j = 0; j < out.rows(); ++j) {
    for (std::size_t i = 0; i < in.rows(); ++i) {
      const bool is_same = out[j].data() == in[i].data();
      if (same_row_allowed && i == j && is_same) continue;
      if (!checks::overlap(out[j].data(), in[i].data(), out[j].size_bytes())) continue;
      throw std::invalid_argument("row " + std::to_string(j) + " of " + out_name + " overlaps row " +
                                  std::to_string(i) + " of " + name + ", but they must be separate" +
                                  (same_row_allowed ? " or the same row" : ""));
    }
  }
}

}  // namespace

void require_own_rows_separate(const char* name, const RnsSpan& out) {
  Extent before;
  for (std::size_t i = 0; i < out.rows(); ++i) {
    const Extent row(out[i]);
    // Rows in the order of their addresses, up or down, are not compared with each other.
    for (std::size_t k = row.is_apart_from(before) ? i : 0; k < i; ++k) {
      if (!checks::overlap(out[k].data(), out[i].data(), out[i].size_bytes())) continue;
      throw std::invalid_argument(std::string("rows of ") + name + " overlap each other, but they must be separate");
    }
    before.include(row);
  }
}

void reject_level(const std::string& name, std::size_t count, const RnsBase& base) {
  checks::reject(name, count, "it must be 1 to " + std::to_string(base.size()) + ", the number of moduli of the base");
}

void require_rns_modulus(const std::string& name, std::uint64_t value) {
  constexpr unsigned max_bits = arith::WordTraits<std::uint64_t>::max_rns_bits;
  if (value < 2 || value >> max_bits != 0)
    checks::reject(name, value, "it must lie in [2, 2^" + std::to_string(max_bits) + ")");
}

void require_no_common_factor(const char* name, std::size_t i, std::uint64_t value, const char* other_name,
                              std::size_t k, std::uint64_t other) {
  if (std::gcd(value, other) == 1) return;
  checks::reject(checks::element(name, i), value,
                 "it must have no factor in common with " + checks::element(other_name, k) + ", which is " +
                     std::to_string(other));
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
  if (value == 0) checks::reject(name, value, "it must be at least 1");
  for (const auto& q : moduli) {
    if (std::gcd(value, q.value()) == 1) continue;
    checks::reject(name, value, "it must have no factor in common with the modulus " + std::to_string(q.value()));
  }
}

void require_same_rows_or_separate(const char* name, const RnsSpan& out, const RnsView& in, const char* out_name) {
  require_no_overlap(name, out, in, out_name, true);
}

void require_separate(const char* name, const RnsSpan& out, const RnsView& in, const char* out_name) {
  require_no_overlap(name, out, in, out_name, false);
}

void require_apart_from_others(const char* out_name, const RnsSpan& out, std::size_t k, const char* name,
                               RnsViews others) {
  for (std::size_t other = 0; other < others.size(); ++other) {
    if (other != k) require_separate(checks::element(name, other).c_str(), out, others[other], out_name);
  }
}

void require_as_many(const char* name, std::size_t polynomials, std::size_t in) {
  if (in == 0) checks::reject("number of polynomials in", 0, "it must be at least 1");
  if (polynomials == in) return;
  checks::reject(std::string("number of polynomials ") + name, polynomials, "it must be " + std::to_string(in));
}

#ifdef RINGLET_CHECKED
void check_rows(const char* name, const RnsView& in, const RnsBase& base, unsigned factor) {
  for (std::size_t i = 0; i < in.rows(); ++i) {
    const std::string row = checks::element(name, i);
    checks::check_input(row.c_str(), in[i], base[i], factor);
  }
}
#endif

}  // namespace ringlet::rns
