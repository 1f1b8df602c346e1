#include "ringlet/rns_eltwise.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "arith/montgomery/word_inverse.hpp"
#include "backends/registry.hpp"
#include "rns/checks.hpp"
#include "words/modulus_dot.hpp"
#include "words/multiply_and_add.hpp"

namespace ringlet {
namespace {

using Named = std::pair<const char*, RnsView>;

/// Computes out = sum_k a_k b_k in row i. With the kernels `montgomery`, the sum is divided by R. It works in tiles, so
/// that any number of the operands' rows may be out's own row.
void add_products(const RnsSpan& out, RnsViews a, RnsViews b, std::size_t i, const RnsBase& base,
                  const kernels::EltwiseKernels* montgomery) {
  const arith::WordModulus& q = base[i].constants();
  const words::ModulusDot dot(q, backends::active());
  constexpr std::size_t tile = kernels::words_per_tile, terms_at_once = words::ModulusDot::terms_at_once;
  std::array<const std::uint64_t*, terms_at_once> x, y;
  alignas(64) std::array<std::uint64_t, tile> sums;
  for (std::size_t at = 0; at < out.size(); at += tile) {
    const std::size_t count = std::min(tile, out.size() - at);
    const std::uint64_t* sum = nullptr;
    for (std::size_t first = 0; first < a.size(); first += terms_at_once) {
      const std::size_t terms = std::min(terms_at_once, a.size() - first);
      for (std::size_t k = 0; k < terms; ++k) {
        x[k] = a[first + k][i].data() + at;
        y[k] = b[first + k][i].data() + at;
      }
      std::uint64_t* const to = first + terms < a.size() || montgomery != nullptr ? sums.data() : out[i].data() + at;
      dot.inner_product({.x = x.data(),
                         .y = y.data(),
                         .z = sum == nullptr ? nullptr : &sum,
                         .step = kernels::inner_product_block,
                         .terms = terms,
                         .out = &to,
                         .outputs = 1,
                         .count = count,
                         .modulus = nullptr});
      sum = to;
    }
    if (montgomery != nullptr) {
      montgomery->axpy(out[i].data() + at, sum, arith::inverse_of_r<std::uint64_t>(q.q), nullptr, count, q, 1);
    }
  }
}

using Kernels = kernels::EltwiseKernels;

/// Checks the shapes, beginning with the first input's, and calls work(kernels, i) for each row i with the kernels of
/// its modulus.
template <class Work>
void on_rows(const RnsSpan& out, std::initializer_list<Named> inputs, const RnsBase& base, Executor* executor,
             const Work& work) {
  const auto& [first_name, first] = *inputs.begin();
  rns::require_level(first_name, first, base, first.size());
  rns::require_rows("out", out, first.rows(), first.size());
  for (const auto& [name, in] : inputs) {
    rns::require_rows(name, in, first.rows(), first.size());
    rns::require_same_rows_or_separate(name, out, in);
    rns::check_rows(name, in, base);
  }
  const backends::EltwiseIndex& index = *backends::active().index;
  rns::for_each_row(executor, out.rows(), [&](std::size_t i) {
    work(index.of<Kernels>(base[i].constants()), i);
    checks::check_output(out[i], base[i], 1);
  });
}

/// Checks the operands of an inner product.
void check_terms(const RnsSpan& out, RnsViews a, RnsViews b, const RnsBase& base) {
  if (a.empty()) checks::reject("number of terms", 0, "it must be at least 1");
  if (b.size() != a.size()) checks::reject("number of views in b", b.size(), "it must be " + std::to_string(a.size()));
  rns::require_level("a[0]", a[0], base, a[0].size());
  rns::require_rows("out", out, a[0].rows(), a[0].size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    for (const auto& [operand, views] : {std::pair{"a", a}, std::pair{"b", b}}) {
      const std::string name = checks::element(operand, k);
      rns::require_rows(name.c_str(), views[k], a[0].rows(), a[0].size());
      rns::require_same_rows_or_separate(name.c_str(), out, views[k]);
      rns::check_rows(name.c_str(), views[k], base);
    }
  }
}

/// Requires a form that the first `rows` moduli have; a number of rows beyond the base is for the checks of shapes.
void require_form(Form form, const RnsBase& base, std::size_t rows) {
  checks::require_form(form);
  for (std::size_t i = 0; i < std::min(rows, base.size()); ++i) {
    checks::require_form(form, base[i], [i] { return checks::element("moduli", i); });
  }
}

/// Multiplies row i by factor(q_i), which is defined for odd moduli.
void convert(RnsSpan out, RnsView a, const RnsBase& base, Executor* executor,
             std::uint64_t (*factor)(const arith::WordModulus&)) {
  require_form(Form::montgomery, base, out.rows());
  on_rows(out, {{"a", a}}, base, executor, [&](const Kernels& kernels, std::size_t i) {
    const arith::WordModulus& q = base[i].constants();
    kernels.axpy(out[i].data(), a[i].data(), factor(q), nullptr, out.size(), q, 1);
  });
}

}  // namespace

void add(RnsSpan out, RnsView a, RnsView b, const RnsBase& base, Executor* executor) {
  on_rows(out, {{"a", a}, {"b", b}}, base, executor, [&](const Kernels& kernels, std::size_t i) {
    kernels.add(out[i].data(), a[i].data(), b[i].data(), out.size(), base[i].constants());
  });
}

void sub(RnsSpan out, RnsView a, RnsView b, const RnsBase& base, Executor* executor) {
  on_rows(out, {{"a", a}, {"b", b}}, base, executor, [&](const Kernels& kernels, std::size_t i) {
    kernels.sub(out[i].data(), a[i].data(), b[i].data(), out.size(), base[i].constants());
  });
}

void neg(RnsSpan out, RnsView a, const RnsBase& base, Executor* executor) {
  on_rows(out, {{"a", a}}, base, executor, [&](const Kernels& kernels, std::size_t i) {
    kernels.neg(out[i].data(), a[i].data(), out.size(), base[i].constants());
  });
}

void mul(RnsSpan out, RnsView a, RnsView b, const RnsBase& base, Form form, Executor* executor) {
  require_form(form, base, out.rows());
  on_rows(out, {{"a", a}, {"b", b}}, base, executor, [&](const Kernels& kernels, std::size_t i) {
    const arith::WordModulus& q = base[i].constants();
    if (form == Form::plain) {
      kernels.mul(out[i].data(), a[i].data(), b[i].data(), out.size(), q, 1);
    } else {
      kernels.mul_montgomery(out[i].data(), a[i].data(), b[i].data(), nullptr, out.size(), q, 1);
    }
  });
}

void mul_sub(RnsSpan out, RnsView a, RnsView b, RnsView c, const RnsBase& base, Executor* executor) {
  on_rows(out, {{"a", a}, {"b", b}, {"c", c}}, base, executor, [&](const Kernels& kernels, std::size_t i) {
    kernels.mul_sub(out[i].data(), a[i].data(), b[i].data(), c[i].data(), out.size(), base[i].constants(), 1);
  });
}

void mul_add(RnsSpan out, RnsView a, RnsView b, RnsView c, const RnsBase& base, Form form, Executor* executor) {
  require_form(form, base, out.rows());
  on_rows(out, {{"a", a}, {"b", b}, {"c", c}}, base, executor, [&](const Kernels& kernels, std::size_t i) {
    const arith::WordModulus& q = base[i].constants();
    if (form == Form::montgomery) {
      return kernels.mul_montgomery(out[i].data(), a[i].data(), b[i].data(), c[i].data(), out.size(), q, 1);
    }
    words::multiply_and_add(out[i].data(), a[i].data(), b[i].data(), c[i].data(), out.size(), kernels, q, 1);
  });
}

void inner_product(RnsSpan out, RnsViews a, RnsViews b, const RnsBase& base, Form form, Executor* executor) {
  check_terms(out, a, b, base);
  require_form(form, base, out.rows());
  const backends::EltwiseIndex& index = *backends::active().index;
  rns::for_each_row(executor, out.rows(), [&](std::size_t i) {
    const Kernels& kernels = index.of<Kernels>(base[i].constants());
    add_products(out, a, b, i, base, form == Form::plain ? nullptr : &kernels);
  });
}

void to_montgomery(RnsSpan out, RnsView a, const RnsBase& base, Executor* executor) {
  convert(out, a, base, executor, arith::r_modulo<std::uint64_t>);
}

void from_montgomery(RnsSpan out, RnsView a, const RnsBase& base, Executor* executor) {
  convert(out, a, base, executor, [](const arith::WordModulus& q) { return arith::inverse_of_r<std::uint64_t>(q.q); });
}

void tensor(std::span<const RnsSpan, 3> out, RnsViews a, RnsViews b, const RnsBase& base, Executor* executor) {
  if (a.size() != 2) checks::reject("number of polynomials a", a.size(), "it must be 2");
  if (b.size() != 2) checks::reject("number of polynomials b", b.size(), "it must be 2");
  rns::require_level("a[0]", a[0], base, a[0].size());
  static constexpr std::array out_names = {"out[0]", "out[1]", "out[2]"};
  const std::array<Named, 4> inputs = {Named{"a[0]", a[0]}, {"a[1]", a[1]}, {"b[0]", b[0]}, {"b[1]", b[1]}};
  for (std::size_t k = 0; k < out.size(); ++k) {
    rns::require_rows(out_names[k], out[k], a[0].rows(), a[0].size());
    for (const auto& [name, in] : inputs) {
      rns::require_rows(name, in, a[0].rows(), a[0].size());
      rns::require_same_rows_or_separate(name, out[k], in, out_names[k]);
      rns::check_rows(name, in, base);
    }
    for (std::size_t j = 0; j < k; ++j) rns::require_separate(out_names[j], out[k], out[j], out_names[k]);
  }
  const backends::EltwiseIndex& index = *backends::active().index;
  rns::for_each_row(executor, a[0].rows(), [&](std::size_t i) {
    std::uint64_t* const to[] = {out[0][i].data(), out[1][i].data(), out[2][i].data()};
    const std::uint64_t *const left[] = {a[0][i].data(), a[1][i].data()}, *const right[] = {b[0][i].data(),
                                                                                            b[1][i].data()};
    index.of<Kernels>(base[i].constants()).tensor(to, left, right, a[0].size(), base[i].constants());
  });
}

void mul(RnsSpan out, RnsView a, std::span<const std::uint64_t> scalars, const RnsBase& base, Executor* executor) {
  rns::require_level("a", a, base, a.size());
  if (scalars.size() < a.rows()) {
    checks::reject("number of scalars", scalars.size(), "it must be at least " + std::to_string(a.rows()));
  }
  for (std::size_t i = 0; i < a.rows(); ++i) {
    checks::require_below_modulus(checks::element("scalars", i).c_str(), scalars[i], base[i]);
  }
  on_rows(out, {{"a", a}}, base, executor, [&](const Kernels& kernels, std::size_t i) {
    kernels.axpy(out[i].data(), a[i].data(), scalars[i], nullptr, out.size(), base[i].constants(), 1);
  });
}

}  // namespace ringlet
