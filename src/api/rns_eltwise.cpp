#include "ringlet/rns_eltwise.hpp"

#include <utility>

#include "api/rns_checks.hpp"
#include "ringlet/eltwise.hpp"

namespace ringlet {
namespace {

using Named = std::pair<const char*, RnsView>;

/// Checks the shapes, the first input's first, and calls work(i) for each row.
template <class Work>
void on_rows(const RnsSpan& out, std::initializer_list<Named> inputs, const RnsBase& base, Executor* executor,
             const Work& work) {
  const auto& [first_name, first] = *inputs.begin();
  api::require_level(first_name, first, base, first.size());
  api::require_rows("out", out, first.rows(), first.size());
  for (const auto& [name, in] : inputs) {
    api::require_rows(name, in, first.rows(), first.size());
    api::require_same_rows_or_separate(name, out, in);
    api::check_rows(name, in, base);
  }
  api::for_each_row(executor, out.rows(), work);
}

}  // namespace

void add(RnsSpan out, RnsView a, RnsView b, const RnsBase& base, Executor* executor) {
  on_rows(out, {{"a", a}, {"b", b}}, base, executor, [&](std::size_t i) { add(out[i], a[i], b[i], base[i]); });
}

void sub(RnsSpan out, RnsView a, RnsView b, const RnsBase& base, Executor* executor) {
  on_rows(out, {{"a", a}, {"b", b}}, base, executor, [&](std::size_t i) { sub(out[i], a[i], b[i], base[i]); });
}

void neg(RnsSpan out, RnsView a, const RnsBase& base, Executor* executor) {
  on_rows(out, {{"a", a}}, base, executor, [&](std::size_t i) { neg(out[i], a[i], base[i]); });
}

void mul(RnsSpan out, RnsView a, RnsView b, const RnsBase& base, Executor* executor) {
  on_rows(out, {{"a", a}, {"b", b}}, base, executor, [&](std::size_t i) { mul(out[i], a[i], b[i], base[i]); });
}

void mul_sub(RnsSpan out, RnsView a, RnsView b, RnsView c, const RnsBase& base, Executor* executor) {
  on_rows(out, {{"a", a}, {"b", b}, {"c", c}}, base, executor,
          [&](std::size_t i) { mul_sub(out[i], a[i], b[i], c[i], base[i]); });
}

void mul_scalar(RnsSpan out, RnsView a, std::span<const std::uint64_t> scalars, const RnsBase& base,
                Executor* executor) {
  api::require_level("a", a, base, a.size());
  if (scalars.size() < a.rows()) {
    api::reject("number of scalars", scalars.size(), "it must be at least " + std::to_string(a.rows()));
  }
  for (std::size_t i = 0; i < a.rows(); ++i) {
    api::require_below_modulus(("scalars[" + std::to_string(i) + "]").c_str(), scalars[i], base[i]);
  }
  on_rows(out, {{"a", a}}, base, executor, [&](std::size_t i) { mul_scalar(out[i], a[i], scalars[i], base[i]); });
}

}  // namespace ringlet
