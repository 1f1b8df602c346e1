#include "arith/montgomery/word_inverse.hpp"
#include "ringlet/eltwise.hpp"
#include "words/checked_eltwise.hpp"
#include "words/multiply_and_add.hpp"

namespace ringlet {
namespace {

using Words = words::WordOperations<std::uint64_t>;
using Kernels = Words::Kernels;

void require_form(Form form, const Words::Q& q) {
  checks::require_form(form, q, [] { return "q"; });
}

/// Checks a product of `inputs`, and calls work(kernels) with the kernels of q.
template <class Work, class... Inputs>
void multiply(Words::Out out, const Words::Q& q, Form form, Range range, const Work& work, const Inputs&... inputs) {
  require_form(form, q);
  checks::require_input_factor<1, 2, 4>(range);
  Words::check_all(out, q, range.input_factor, inputs...);
  work(words::kernels_for<Kernels>(q.bits()));
  checks::check_output(out, q, 1);
}

}  // namespace

void mul(Words::Out out, Words::In a, Words::In b, const Words::Q& q, Form form, Range range) {
  const auto work = [&](const Kernels& kernels) {
    const unsigned f = range.input_factor;
    if (form == Form::plain) {
      kernels.mul(out.data(), a.data(), b.data(), out.size(), q.constants(), f);
    } else {
      kernels.mul_montgomery(out.data(), a.data(), b.data(), nullptr, out.size(), q.constants(), f);
    }
  };
  multiply(out, q, form, range, work, a, b);
}

void mul_add(Words::Out out, Words::In a, Words::In b, Words::In c, const Words::Q& q, Form form, Range range) {
  const auto work = [&](const Kernels& kernels) {
    const unsigned f = range.input_factor;
    if (form == Form::plain) {
      words::multiply_and_add(out.data(), a.data(), b.data(), c.data(), out.size(), kernels, q.constants(), f);
    } else {
      kernels.mul_montgomery(out.data(), a.data(), b.data(), c.data(), out.size(), q.constants(), f);
    }
  };
  multiply(out, q, form, range, work, a, b, c);
}

void to_montgomery(Words::Out out, Words::In a, const Words::Q& q) {
  require_form(Form::montgomery, q);
  mul_scalar(out, a, arith::r_modulo(q.constants()), q);
}

void from_montgomery(Words::Out out, Words::In a, const Words::Q& q) {
  require_form(Form::montgomery, q);
  mul_scalar(out, a, arith::inverse_of_r(q.value()), q);
}

}  // namespace ringlet
