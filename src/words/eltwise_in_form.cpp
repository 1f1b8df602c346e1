#include "arith/montgomery/word_inverse.hpp"
#include "ringlet/eltwise.hpp"
#include "words/checked_eltwise.hpp"
#include "words/multiply_and_add.hpp"

namespace ringlet {
namespace {

using Words = words::WordOperations<std::uint64_t>;
using Kernels = Words::Kernels;

/// Computes a b / R + c, or a b / R if `summand` is null.
template <class... Inputs>
void multiply_montgomery(Words::Out out, const Words::Q& q, Range range, const std::uint64_t* summand, Words::In a,
                         Words::In b, const Inputs&... inputs) {
  checks::require_product_factors(range);
  Words::check_all(out, q, range.input_factor, a, b, inputs...);
  words::kernels_for<Kernels>(q.bits()).mul_montgomery(out.data(), a.data(), b.data(), summand, out.size(),
                                                       q.constants(), range.input_factor);
  checks::check_output(out, q, 1);
}

/// Computes a b / R - c for values in [0, f q).
void subtract_from_products(Words::Out out, Words::In a, Words::In b, Words::In c, const Words::Q& q, unsigned f) {
  const Kernels& kernels = words::kernels_for<Kernels>(q.bits());
  const auto& m = q.constants();
  const auto multiply = [&](std::uint64_t* products, std::size_t i, std::size_t count) {
    kernels.mul_montgomery(products, &a[i], &b[i], nullptr, count, m, f);
  };
  const auto subtract = [&](const std::uint64_t* products, std::size_t i, std::size_t count) {
    if (f == 1) {
      kernels.sub(&out[i], products, &c[i], count, m);
    } else {
      kernels.axpy(&out[i], &c[i], m.q - 1, products, count, m, f);
    }
  };
  words::combine_products<std::uint64_t>(out.size(), multiply, subtract);
}

}  // namespace

void mul(Words::Out out, Words::In a, Words::In b, const Words::Q& q, Form form, Range range) {
  checks::require_form(form, q);
  if (form == Form::plain) return mul(out, a, b, q, range);
  multiply_montgomery(out, q, range, nullptr, a, b);
}

void mul_add(Words::Out out, Words::In a, Words::In b, Words::In c, const Words::Q& q, Form form, Range range) {
  checks::require_form(form, q);
  if (form == Form::plain) return mul_add(out, a, b, c, q, range);
  multiply_montgomery(out, q, range, c.data(), a, b, c);
}

void mul_sub(Words::Out out, Words::In a, Words::In b, Words::In c, const Words::Q& q, Form form, Range range) {
  checks::require_form(form, q);
  if (form == Form::plain) return mul_sub(out, a, b, c, q, range);
  checks::require_product_factors(range);
  Words::check_all(out, q, range.input_factor, a, b, c);
  subtract_from_products(out, a, b, c, q, range.input_factor);
  checks::check_output(out, q, 1);
}

void to_montgomery(Words::Out out, Words::In a, const Words::Q& q) {
  checks::require_form(Form::montgomery, q);
  mul(out, a, arith::r_modulo(q.constants()), q);
}

void from_montgomery(Words::Out out, Words::In a, const Words::Q& q) {
  checks::require_form(Form::montgomery, q);
  mul(out, a, arith::inverse_of_r(q.value()), q);
}

}  // namespace ringlet
