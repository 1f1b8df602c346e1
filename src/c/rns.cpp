#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>

#include "c/rns_support.hpp"
#include "ringlet/balanced_digits.hpp"
#include "ringlet/rns_eltwise.hpp"

namespace {

using namespace ringlet::c;
using ringlet::Executor;
using ringlet::Form;
using ringlet::RnsBase;
using ringlet::RnsNtt;
using ringlet::RnsSpan;
using ringlet::RnsView;

/// Returns n integers of the caller as a span of words.
template <class Word>
auto integers(const char* name, Word* integers, std::size_t words, std::size_t n) {
  array(name, integers, n);
  if (words == 0) ringlet::checks::reject("words", words, "it must be at least 1");
  if (words > most_words / n) ringlet::checks::reject("words", words, "no array has so many elements");
  return std::span(integers, n * words);
}

void require_separate(const RnsView& rows, std::span<const std::uint64_t> integers) {
  const std::less<const std::uint64_t*> before;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto row = rows[i];
    if (!before(row.data(), integers.data() + integers.size()) || !before(integers.data(), row.data() + row.size())) {
      continue;
    }
    throw std::invalid_argument("out overlaps in, but they must be separate");
  }
}

using Unary = void (*)(RnsSpan, RnsView, const RnsBase&, Executor*);
using Binary = void (*)(RnsSpan, RnsView, RnsView, const RnsBase&, Executor*);
using BinaryInForm = void (*)(RnsSpan, RnsView, RnsView, const RnsBase&, Form, Executor*);
using Ternary = void (*)(RnsSpan, RnsView, RnsView, RnsView, const RnsBase&, Executor*);
using TernaryInForm = void (*)(RnsSpan, RnsView, RnsView, RnsView, const RnsBase&, Form, Executor*);

/// Arguments of an operation besides its operands. Each is checked in a statement of its own, in the order of
/// arguments.
struct Call {
  ringlet_rows out;
  std::size_t rows;
  std::size_t n;
  const ringlet_rns_base* base;
  const ringlet_executor* executor;

  [[nodiscard]] Shape shape() const { return level_of(base_of(base), rows, n); }
  [[nodiscard]] RnsSpan result() const { return rows_of("out", out, shape()); }
  [[nodiscard]] RnsView operand(const char* name, const ringlet_rows& in) const { return rows_of(name, in, shape()); }
};

ringlet_status combine(Unary operation, const Call& call, const ringlet_rows& a) {
  return guarded([&] {
    const RnsSpan result = call.result();
    operation(result, call.operand("a", a), base_of(call.base), Threads(call.executor));
  });
}

template <class Operation, class... MaybeForm>
ringlet_status combine(Operation operation, const Call& call, const ringlet_rows& a, const ringlet_rows& b,
                       MaybeForm... form) {
  return guarded([&] {
    const RnsSpan result = call.result();
    const RnsView x = call.operand("a", a), y = call.operand("b", b);
    operation(result, x, y, base_of(call.base), form..., Threads(call.executor));
  });
}

template <class Operation, class... MaybeForm>
ringlet_status combine(Operation operation, const Call& call, const ringlet_rows& a, const ringlet_rows& b,
                       const ringlet_rows& c, MaybeForm... form) {
  return guarded([&] {
    const RnsSpan result = call.result();
    const RnsView x = call.operand("a", a), y = call.operand("b", b), z = call.operand("c", c);
    operation(result, x, y, z, base_of(call.base), form..., Threads(call.executor));
  });
}

using Transform = void (RnsNtt::*)(RnsSpan, RnsView, ringlet::Range, Executor*) const;

ringlet_status transform(Transform operation, const ringlet_rns_ntt* handle, const ringlet_rows& out,
                         const ringlet_rows& in, std::size_t rows, ringlet::Range range,
                         const ringlet_executor* executor) {
  return guarded([&] {
    const RnsNtt& ntt = deref("ntt", handle).ntt;
    const Shape shape = level_of(ntt.base(), rows, ntt.size());
    const RnsSpan result = rows_of("out", out, shape);
    (ntt.*operation)(result, rows_of("in", in, shape), range, Threads(executor));
  });
}

using TransformOfSeveral = void (RnsNtt::*)(std::span<const RnsSpan>, ringlet::RnsViews, ringlet::Range,
                                            Executor*) const;

ringlet_status transform(TransformOfSeveral operation, const ringlet_rns_ntt* handle, const ringlet_rows* out,
                         const ringlet_rows* in, std::size_t count, std::size_t rows, ringlet::Range range,
                         const ringlet_executor* executor) {
  return guarded([&] {
    const RnsNtt& ntt = deref("ntt", handle).ntt;
    require_count("polynomials", count);
    const Shape shape = level_of(ntt.base(), rows, ntt.size());
    const auto results = rows_of_all("out", out, count, shape);
    const auto operands = rows_of_all("in", in, count, shape);
    (ntt.*operation)(results, operands, range, Threads(executor));
  });
}

}  // namespace

RnsSpan ringlet::c::rows_of(const char* name, const ringlet_rows& rows, const Shape& shape) {
  const auto& [words, stride, pointers] = rows;
  if (words != nullptr && pointers != nullptr) {
    throw std::invalid_argument(std::string(name) + " has words and pointers, but one of the two must be null");
  }
  if (pointers == nullptr) require_address(name, words);
  require_length<std::uint64_t>(shape.n);
  if (shape.rows == 0) checks::reject("rows", 0, "it must be at least 1");
  if (pointers != nullptr) {
    require_address(name, pointers);
    const std::span all(pointers, shape.rows);
    for (std::size_t i = 0; i < shape.rows; ++i) require_address(checks::element(name, i).c_str(), all[i]);
    return {all, shape.n};
  }
  const auto reject_stride = [&](const std::string& rule) {
    checks::reject("stride of " + std::string(name), rows.stride, rule);
  };
  if (stride < shape.n) reject_stride("it must be at least n = " + std::to_string(shape.n));
  if (stride > most_words / shape.rows) reject_stride("no array has so many elements");
  return {words, shape.rows, shape.n, stride};
}

ringlet_status ringlet_rns_base_create(ringlet_rns_base** base, const uint64_t* moduli, size_t count) {
  return create("base", base, [=] {
    if (count == 0 || count > RnsBase::max_size) {
      ringlet::checks::reject("count", count, "it must be 1 to " + std::to_string(RnsBase::max_size));
    }
    return RnsBase(array("moduli", moduli, count));
  });
}

void ringlet_rns_base_destroy(ringlet_rns_base* base) { delete base; }

size_t ringlet_rns_base_size(const ringlet_rns_base* base) { return base == nullptr ? 0 : base->base.size(); }

uint64_t ringlet_rns_base_modulus(const ringlet_rns_base* base, size_t index) {
  return index < ringlet_rns_base_size(base) ? base->base[index].value() : 0;
}

size_t ringlet_rns_base_product_words(const ringlet_rns_base* base) {
  return base == nullptr ? 0 : base->base.product().size();
}

ringlet_status ringlet_rns_base_product(const ringlet_rns_base* base, uint64_t* out, size_t words) {
  return guarded([=] {
    const auto product = base_of(base).product();
    if (words < product.size() || words > most_words) {
      ringlet::checks::reject("words", words,
                              "it must be at least " + std::to_string(product.size()) +
                                  ", and no array has more than " + std::to_string(most_words));
    }
    const auto result = array("out", out, words);
    std::ranges::fill(std::ranges::copy(product, result.begin()).out, result.end(), 0);
  });
}

ringlet_status ringlet_rns_to_integers(uint64_t* out, size_t words, ringlet_rows in, size_t n,
                                       const ringlet_rns_base* base, ringlet_lift lift) {
  return guarded([=] {
    const RnsBase& moduli = base_of(base);
    const auto result = integers("out", out, words, n);
    const RnsView rows = rows_of("in", in, {moduli.size(), n});
    require_separate(rows, result);
    ringlet::to_integers(result, words, rows, moduli, static_cast<ringlet::Lift>(lift));
  });
}

ringlet_status ringlet_rns_from_integers(ringlet_rows out, const uint64_t* in, size_t words, size_t n,
                                         const ringlet_rns_base* base, bool is_signed) {
  return guarded([=] {
    const RnsBase& moduli = base_of(base);
    const RnsSpan rows = rows_of("out", out, {moduli.size(), n});
    const auto source = integers("in", in, words, n);
    require_separate(rows, source);
    ringlet::from_integers(rows, source, words, moduli, is_signed);
  });
}

ringlet_status ringlet_rns_context_create(ringlet_rns_context** context) {
  return create("context", context, [] { return ringlet::RnsContext(); });
}

void ringlet_rns_context_destroy(ringlet_rns_context* context) { delete context; }

size_t ringlet_rns_context_transforms(const ringlet_rns_context* context) {
  return context == nullptr ? 0 : context->context.transforms();
}

size_t ringlet_rns_context_held_bytes(const ringlet_rns_context* context) {
  return context == nullptr ? 0 : context->context.held_bytes();
}

size_t ringlet_rns_context_lent_bytes(const ringlet_rns_context* context) {
  return context == nullptr ? 0 : context->context.lent_bytes();
}

size_t ringlet_rns_context_peak_bytes(const ringlet_rns_context* context) {
  return context == nullptr ? 0 : context->context.peak_bytes();
}

void ringlet_rns_context_release(const ringlet_rns_context* context) {
  if (context != nullptr) context->context.release();
}

ringlet_status ringlet_rns_ntt_create(ringlet_rns_ntt** ntt, size_t n, const ringlet_rns_base* base,
                                      const uint64_t* psi, const ringlet_rns_context* context) {
  return create("ntt", ntt, [=] {
    const RnsBase& moduli = base_of(base);
    ringlet::RnsNttOptions options;
    if (psi != nullptr) options.psi = array("psi", psi, moduli.size());
    if (context != nullptr) options.context = context->context;
    return RnsNtt(n, moduli, options);
  });
}

void ringlet_rns_ntt_destroy(ringlet_rns_ntt* ntt) { delete ntt; }

size_t ringlet_rns_ntt_size(const ringlet_rns_ntt* ntt) { return ntt == nullptr ? 0 : ntt->ntt.size(); }

ringlet_status ringlet_rns_ntt_forward(const ringlet_rns_ntt* ntt, ringlet_rows out, ringlet_rows in, size_t rows,
                                       unsigned input_factor, unsigned output_factor,
                                       const ringlet_executor* executor) {
  return transform(&RnsNtt::forward, ntt, out, in, rows, {input_factor, output_factor}, executor);
}

ringlet_status ringlet_rns_ntt_inverse(const ringlet_rns_ntt* ntt, ringlet_rows out, ringlet_rows in, size_t rows,
                                       unsigned input_factor, unsigned output_factor,
                                       const ringlet_executor* executor) {
  return transform(&RnsNtt::inverse, ntt, out, in, rows, {input_factor, output_factor}, executor);
}

ringlet_status ringlet_rns_ntt_forward_many(const ringlet_rns_ntt* ntt, const ringlet_rows* out, const ringlet_rows* in,
                                            size_t polynomials, size_t rows, unsigned input_factor,
                                            unsigned output_factor, const ringlet_executor* executor) {
  return transform(&RnsNtt::forward, ntt, out, in, polynomials, rows, {input_factor, output_factor}, executor);
}

ringlet_status ringlet_rns_ntt_inverse_many(const ringlet_rns_ntt* ntt, const ringlet_rows* out, const ringlet_rows* in,
                                            size_t polynomials, size_t rows, unsigned input_factor,
                                            unsigned output_factor, const ringlet_executor* executor) {
  return transform(&RnsNtt::inverse, ntt, out, in, polynomials, rows, {input_factor, output_factor}, executor);
}

ringlet_status ringlet_rns_add(ringlet_rows out, ringlet_rows a, ringlet_rows b, size_t rows, size_t n,
                               const ringlet_rns_base* base, const ringlet_executor* executor) {
  return combine(Binary{ringlet::add}, {out, rows, n, base, executor}, a, b);
}

ringlet_status ringlet_rns_sub(ringlet_rows out, ringlet_rows a, ringlet_rows b, size_t rows, size_t n,
                               const ringlet_rns_base* base, const ringlet_executor* executor) {
  return combine(Binary{ringlet::sub}, {out, rows, n, base, executor}, a, b);
}

ringlet_status ringlet_rns_neg(ringlet_rows out, ringlet_rows a, size_t rows, size_t n, const ringlet_rns_base* base,
                               const ringlet_executor* executor) {
  return combine(Unary{ringlet::neg}, {out, rows, n, base, executor}, a);
}

ringlet_status ringlet_rns_mul(ringlet_rows out, ringlet_rows a, ringlet_rows b, size_t rows, size_t n,
                               const ringlet_rns_base* base, ringlet_form form, const ringlet_executor* executor) {
  return combine(BinaryInForm{ringlet::mul}, {out, rows, n, base, executor}, a, b, static_cast<Form>(form));
}

ringlet_status ringlet_rns_mul_add(ringlet_rows out, ringlet_rows a, ringlet_rows b, ringlet_rows c, size_t rows,
                                   size_t n, const ringlet_rns_base* base, ringlet_form form,
                                   const ringlet_executor* executor) {
  return combine(TernaryInForm{ringlet::mul_add}, {out, rows, n, base, executor}, a, b, c, static_cast<Form>(form));
}

ringlet_status ringlet_rns_mul_sub(ringlet_rows out, ringlet_rows a, ringlet_rows b, ringlet_rows c, size_t rows,
                                   size_t n, const ringlet_rns_base* base, const ringlet_executor* executor) {
  return combine(Ternary{ringlet::mul_sub}, {out, rows, n, base, executor}, a, b, c);
}

ringlet_status ringlet_rns_mul_scalar(ringlet_rows out, ringlet_rows a, const uint64_t* scalars, size_t rows, size_t n,
                                      const ringlet_rns_base* base, const ringlet_executor* executor) {
  return guarded([=] {
    const Call call{out, rows, n, base, executor};
    const RnsSpan result = call.result();
    const RnsView operand = call.operand("a", a);
    ringlet::mul(result, operand, array("scalars", scalars, rows), base_of(base), Threads(executor));
  });
}

ringlet_status ringlet_rns_inner_product(ringlet_rows out, const ringlet_rows* a, const ringlet_rows* b, size_t terms,
                                         size_t rows, size_t n, const ringlet_rns_base* base, ringlet_form form,
                                         const ringlet_executor* executor) {
  return guarded([=] {
    const Call call{out, rows, n, base, executor};
    require_count("terms", terms);
    const RnsSpan result = call.result();
    const auto left = rows_of_all("a", a, terms, call.shape());
    const auto right = rows_of_all("b", b, terms, call.shape());
    ringlet::inner_product(result, left, right, base_of(base), static_cast<Form>(form), Threads(executor));
  });
}

ringlet_status ringlet_rns_to_montgomery(ringlet_rows out, ringlet_rows a, size_t rows, size_t n,
                                         const ringlet_rns_base* base, const ringlet_executor* executor) {
  return combine(Unary{ringlet::to_montgomery}, {out, rows, n, base, executor}, a);
}

ringlet_status ringlet_rns_from_montgomery(ringlet_rows out, ringlet_rows a, size_t rows, size_t n,
                                           const ringlet_rns_base* base, const ringlet_executor* executor) {
  return combine(Unary{ringlet::from_montgomery}, {out, rows, n, base, executor}, a);
}

ringlet_status ringlet_rns_tensor(const ringlet_rows* out, const ringlet_rows* a, const ringlet_rows* b, size_t rows,
                                  size_t n, const ringlet_rns_base* base, const ringlet_executor* executor) {
  return guarded([=] {
    const RnsBase& moduli = base_of(base);
    const Shape shape = level_of(moduli, rows, n);
    const auto results = rows_of_all("out", out, 3, shape);
    const auto left = rows_of_all("a", a, 2, shape);
    const auto right = rows_of_all("b", b, 2, shape);
    ringlet::tensor(std::span(results).first<3>(), left, right, moduli, Threads(executor));
  });
}

ringlet_status ringlet_rns_balanced_digit_count(unsigned* count, const ringlet_modulus* q, unsigned w) {
  return guarded([=] {
    unsigned& result = deref("count", count);
    result = ringlet::balanced_digit_count(value(q), w);
  });
}

ringlet_status ringlet_rns_balanced_digit(ringlet_rows out, const uint64_t* x, const ringlet_modulus* q, unsigned w,
                                          unsigned k, size_t rows, size_t n, const ringlet_rns_base* base,
                                          const ringlet_executor* executor) {
  return guarded([=] {
    const Call call{out, rows, n, base, executor};
    const RnsSpan result = call.result();
    const auto digits_of = array("x", x, n);
    ringlet::balanced_digit(result, digits_of, value(q), w, k, base_of(base), Threads(executor));
  });
}
