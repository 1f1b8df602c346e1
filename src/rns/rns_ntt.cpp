#include "ringlet/rns_ntt.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rns/checks.hpp"
#include "words/ntt_plan.hpp"

namespace ringlet {

namespace {

/// Makes the plan of each modulus and returns a pointer to the first, which owns all of them.
std::shared_ptr<const Ntt<std::uint64_t>> plans_of(std::size_t n, const RnsBase& base, const RnsNttOptions& options) {
  if (!options.psi.empty()) checks::require_size("psi", options.psi.size(), base.size());
  const auto plans = std::make_shared<std::vector<Ntt<std::uint64_t>>>();
  for (std::size_t i = 0; i < base.size(); ++i) {
    const auto psi = options.psi.empty() ? std::nullopt : std::optional(options.psi[i]);
    plans->push_back(options.context.ntt(n, base[i], psi));
  }
  return {plans, plans->data()};
}

void check_arrays(const char* out_name, const RnsSpan& out, const char* name, const RnsView& in, const RnsNtt& ntt,
                  unsigned input_factor) {
  rns::require_level(name, in, ntt.base(), ntt.size());
  rns::require_rows(out_name, out, in.rows(), ntt.size());
  rns::require_same_rows_or_separate(name, out, in, out_name);
  rns::check_rows(name, in, ntt.base(), input_factor);
}

/// Checks several polynomials and their results. Returns the largest number of rows among the inputs.
std::size_t checked_rows(std::span<const RnsSpan> out, RnsViews in, const RnsNtt& ntt, unsigned input_factor) {
  rns::require_as_many("out", out.size(), in.size());
  std::size_t most = 0;
  for (std::size_t k = 0; k < in.size(); ++k) {
    const std::string name = checks::element("in", k), out_name = checks::element("out", k);
    check_arrays(out_name.c_str(), out[k], name.c_str(), in[k], ntt, input_factor);
    rns::require_apart_from_others(out_name.c_str(), out[k], k, "in", in);
    rns::require_apart_from_others(out_name.c_str(), out[k], k, "out", out);
    most = std::max(most, in[k].rows());
  }
  return most;
}

using Transform = void (words::NttPlan<std::uint64_t>::*)(std::uint64_t*, const std::uint64_t*, unsigned,
                                                          unsigned) const;

/// Transforms up to `rows` rows of each polynomial, modulus by modulus, with one task for each row.
void transform_rows(Transform transform, std::span<const RnsSpan> out, RnsViews in, std::size_t rows, const RnsNtt& ntt,
                    Range range, Executor* executor) {
  const std::size_t polynomials = in.size();
  rns::for_each_row(executor, rows * polynomials, [&](std::size_t task) {
    const std::size_t i = task / polynomials, k = task % polynomials;
    if (i >= in[k].rows()) return;
    (plan_of(ntt[i]).*transform)(out[k][i].data(), in[k][i].data(), range.input_factor, range.output_factor);
  });
}

}  // namespace

RnsNtt::RnsNtt(std::size_t n, const RnsBase& base, const RnsNttOptions& options)
    : base_(base), context_(options.context), plans_(plans_of(n, base, options)) {}

void RnsNtt::forward(RnsSpan out, RnsView in, Range range, Executor* executor) const {
  checks::require_forward_factors(range);
  check_arrays("out", out, "in", in, *this, range.input_factor);
  transform_rows(&words::NttPlan<std::uint64_t>::forward, {&out, 1}, {&in, 1}, in.rows(), *this, range, executor);
}

void RnsNtt::inverse(RnsSpan out, RnsView in, Range range, Executor* executor) const {
  checks::require_inverse_factors(range);
  check_arrays("out", out, "in", in, *this, range.input_factor);
  transform_rows(&words::NttPlan<std::uint64_t>::inverse, {&out, 1}, {&in, 1}, in.rows(), *this, range, executor);
}

void RnsNtt::forward(std::span<const RnsSpan> out, RnsViews in, Range range, Executor* executor) const {
  checks::require_forward_factors(range);
  const std::size_t rows = checked_rows(out, in, *this, range.input_factor);
  transform_rows(&words::NttPlan<std::uint64_t>::forward, out, in, rows, *this, range, executor);
}

void RnsNtt::inverse(std::span<const RnsSpan> out, RnsViews in, Range range, Executor* executor) const {
  checks::require_inverse_factors(range);
  const std::size_t rows = checked_rows(out, in, *this, range.input_factor);
  transform_rows(&words::NttPlan<std::uint64_t>::inverse, out, in, rows, *this, range, executor);
}

}  // namespace ringlet
