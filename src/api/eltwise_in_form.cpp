#include <algorithm>

#include "api/checked_eltwise.hpp"
#include "arith/montgomery/word_inverse.hpp"
#include "ringlet/eltwise.hpp"

namespace ringlet {
namespace {

using Words = api::WordOperations<std::uint64_t>;
using Kernels = Words::Kernels;

void require_form(Form form, const Words::Q& q) {
  api::require_form(form, q, [] { return "q"; });
}

/// Checks a product of `inputs`, and calls work(kernels) with the kernels of q.
template <class Work, class... Inputs>
void multiply(Words::Out out, const Words::Q& q, Form form, EltwiseRange range, const Work& work,
              const Inputs&... inputs) {
  require_form(form, q);
  api::require_factor<1, 2, 4>("input_factor", range.input_factor);
  Words::check_all(out, q, range.input_factor, inputs...);
  work(api::kernels_for<Kernels>(q.bits()));
  api::check_output(out, q, 1);
}

/// Computes n values out = a b + c of plain numbers in [0, f q), tile by tile in a first-level cache.
void multiply_and_add(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* c,
                      std::size_t n, const Kernels& kernels, const arith::WordModulus& q, unsigned f) {
  constexpr std::size_t tile = kernels::words_per_tile;
  alignas(64) std::uint64_t products[tile];
  for (std::size_t i = 0; i < n; i += tile) {
    const std::size_t count = std::min(tile, n - i);
    kernels.mul(products, a + i, b + i, count, q, f);
    if (f == 1) {
      kernels.add(out + i, products, c + i, count, q);
    } else {
      kernels.axpy(out + i, products, 1, c + i, count, q, f);
    }
  }
}

}  // namespace

void mul(Words::Out out, Words::In a, Words::In b, const Words::Q& q, Form form, EltwiseRange range) {
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

void mul_add(Words::Out out, Words::In a, Words::In b, Words::In c, const Words::Q& q, Form form, EltwiseRange range) {
  const auto work = [&](const Kernels& kernels) {
    const unsigned f = range.input_factor;
    if (form == Form::plain) {
      multiply_and_add(out.data(), a.data(), b.data(), c.data(), out.size(), kernels, q.constants(), f);
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
