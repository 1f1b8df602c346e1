#include "products/times.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include "backends/registry.hpp"
#include "products/schoolbook.hpp"

namespace ringlet::products {
namespace {

/// Nanoseconds on one backend, as measured on Zen 4.
struct Times {
  std::string_view backend;
  /// For each prime and point, of a transform: for each halving of its size.
  double level;
  /// For each prime and point, of the other steps of a product.
  double point;
  /// For each result and term of multiply_by_rows, where factors of the kernel of dot products have 1, 2 or 3 words.
  double row_term[3];
};

constexpr Times times_of[] = {
    {"scalar", 0.6, 7.6, {0.7, 0.7, 0.7}},
    {"avx2", 0.15, 3.2, {0.18, 0.18, 0.44}},
    {"avx512dq", 0.09, 2.4, {0.14, 0.14, 0.3}},
    {"avx512ifma", 0.07, 2, {0.081, 0.126, 0.3}},
};

/// Returns the times of the active backend, or of the first for a backend that was not measured.
const Times& times() {
  const std::string_view name = backends::active().name;
  const auto* const found = std::ranges::find(times_of, name, &Times::backend);
  return found == std::end(times_of) ? times_of[0] : *found;
}

/// Returns the number of products in all results, or a little more.
double definition_terms(const ProductCall& call) {
  const auto results = static_cast<double>(call.last - call.first);
  // The last results, one after the other, have one term less each.
  const auto of_first = static_cast<double>(call.a.count + call.b.count - 1 - call.first);
  if (call.first >= call.a.count) return results * (of_first - (results - 1) / 2);
  return std::min(results, static_cast<double>(call.a.count)) * static_cast<double>(call.b.count);
}

}  // namespace

double definition_time(const ProductCall& call) {
  constexpr double of_term[] = {0.38, 0.7, 0.77}, of_result[] = {2.5, 3.2, 5};
  const auto results = static_cast<double>(call.last - call.first);
  const double terms = definition_terms(call);
  const unsigned words = sum_words(call);
  const bool is_reduced = call.m != 0 && call.m >> 64 == 0;
  return terms * of_term[words - 1] + results * (is_reduced ? of_result[words - 1] : 2);
}

double rows_time(const ProductCall& call) {
  const auto results = static_cast<double>((call.last - call.first + 63) / 64 * 64);
  const auto terms = static_cast<double>(call.b.count);
  const auto& kernels = *backends::choose_dot(backends::active(), static_cast<std::uint64_t>(call.m)).kernel;
  return 100 + terms * (4 + results * times().row_term[kernels.factor.words - 1]);
}

double ring_time(unsigned prime_count, std::size_t points, double blocks) {
  const auto n = static_cast<double>(points), log_n = static_cast<double>(std::bit_width(points) - 1);
  const double transforms = 1 + 2 * blocks;
  // The steps around one product include those of the second operand, which blocks share.
  const double steps = 0.2 + 0.8 * blocks;
  return 50 + prime_count * (130 + n * (transforms * times().level * log_n + steps * times().point));
}

}  // namespace ringlet::products
