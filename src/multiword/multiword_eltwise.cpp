#include "ringlet/multiword_eltwise.hpp"

#include <algorithm>
#include <array>

#include "multiword/checks.hpp"
#include "multiword/kernels.hpp"
#include "multiword/widths.hpp"

namespace ringlet {
namespace {

/// Number of elements that stay in a first-level cache between two kernels.
constexpr std::size_t tile = 128;

/// Calls work(first, count) for pieces of n numbers, each at most a tile.
template <class Work>
void in_tiles(std::size_t n, Work work) {
  for (std::size_t i = 0; i < n; i += tile) work(i, std::min(tile, n - i));
}

/// Checks an array and a number, and computes out[i] = a[i] + s or, if `subtracts`, a[i] - s, with s repeated in one
/// tile.
template <unsigned width>
void add_number(UIntSpan<width> out, UIntView<width> a, const UInt<width>& s, const Modulus<UInt<width>>& q,
                bool subtracts) {
  multiword::require_below("s", s, q);
  multiword::check_arrays(out, {{"a", a}}, q);
  const multiword::MultiwordKernels kernels(q);
  std::array<UInt<width>, tile> copies;
  std::fill_n(copies.begin(), std::min(tile, out.size()), s);
  in_tiles(out.size(), [&](std::size_t i, std::size_t count) {
    const UIntView<width> numbers(copies.data(), count);
    const UIntSpan<width> part = out.subspan(i, count);
    subtracts ? kernels.sub(part, a.subspan(i, count), numbers) : kernels.add(part, a.subspan(i, count), numbers);
  });
  multiword::check_multiword_output(out, q);
}

/// Computes out = product - c if `subtracts`, else product + c. multiply(products, first) computes a tile of products
/// from element `first` on.
template <unsigned width, class Multiply>
void combine_products(UIntSpan<width> out, UIntView<width> c, const multiword::MultiwordKernels<width>& kernels,
                      bool subtracts, const Multiply& multiply) {
  in_tiles(out.size(), [&](std::size_t i, std::size_t count) {
    std::array<UInt<width>, tile> buffer;
    const UIntSpan<width> part = out.subspan(i, count), products(buffer.data(), count);
    multiply(products, i);
    subtracts ? kernels.sub(part, products, c.subspan(i, count)) : kernels.add(part, products, c.subspan(i, count));
  });
}

/// Computes out = a b - c if `subtracts`, else a b + c.
template <unsigned width>
void multiply_and_add(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, UIntView<width> c,
                      const Modulus<UInt<width>>& q, Form form, bool subtracts) {
  checks::require_form(form);
  multiword::check_arrays(out, {{"a", a}, {"b", b}, {"c", c}}, q);
  const multiword::MultiwordKernels kernels(q);
  combine_products<width>(out, c, kernels, subtracts, [&](UIntSpan<width> products, std::size_t i) {
    kernels.mul(products, a.subspan(i, products.size()), b.subspan(i, products.size()));
    if (form == Form::plain) kernels.mul_scalar(products, products, kernels.square());
  });
  multiword::check_multiword_output(out, q);
}

}  // namespace

template <unsigned width>
void add(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, const Modulus<UInt<width>>& q) {
  multiword::check_arrays(out, {{"a", a}, {"b", b}}, q);
  multiword::MultiwordKernels(q).add(out, a, b);
  multiword::check_multiword_output(out, q);
}

template <unsigned width>
void sub(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, const Modulus<UInt<width>>& q) {
  multiword::check_arrays(out, {{"a", a}, {"b", b}}, q);
  multiword::MultiwordKernels(q).sub(out, a, b);
  multiword::check_multiword_output(out, q);
}

template <unsigned width>
void add(UIntSpan<width> out, UIntView<width> a, const std::type_identity_t<UInt<width>>& s,
         const Modulus<UInt<width>>& q) {
  add_number(out, a, s, q, false);
}

template <unsigned width>
void sub(UIntSpan<width> out, UIntView<width> a, const std::type_identity_t<UInt<width>>& s,
         const Modulus<UInt<width>>& q) {
  add_number(out, a, s, q, true);
}

template <unsigned width>
void neg(UIntSpan<width> out, UIntView<width> a, const Modulus<UInt<width>>& q) {
  multiword::check_arrays(out, {{"a", a}}, q);
  multiword::MultiwordKernels(q).neg(out, a);
  multiword::check_multiword_output(out, q);
}

template <unsigned width>
void mul(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, const Modulus<UInt<width>>& q, Form form) {
  checks::require_form(form);
  multiword::check_arrays(out, {{"a", a}, {"b", b}}, q);
  const multiword::MultiwordKernels kernels(q);
  if (form == Form::montgomery) {
    kernels.mul(out, a, b);
  } else {
    in_tiles(out.size(), [&](std::size_t i, std::size_t count) {
      const UIntSpan<width> part = out.subspan(i, count);
      kernels.mul(part, a.subspan(i, count), b.subspan(i, count));
      kernels.mul_scalar(part, part, kernels.square());
    });
  }
  multiword::check_multiword_output(out, q);
}

template <unsigned width>
void mul(UIntSpan<width> out, UIntView<width> a, const std::type_identity_t<UInt<width>>& s,
         const Modulus<UInt<width>>& q, Form form) {
  checks::require_form(form);
  multiword::require_below("s", s, q);
  multiword::check_arrays(out, {{"a", a}}, q);
  const multiword::MultiwordKernels kernels(q);
  kernels.mul_scalar(out, a, kernels.factor(s, form));
  multiword::check_multiword_output(out, q);
}

template <unsigned width>
void mul_sub(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, UIntView<width> c,
             const Modulus<UInt<width>>& q, Form form) {
  multiply_and_add(out, a, b, c, q, form, true);
}

template <unsigned width>
void mul_add(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, UIntView<width> c,
             const Modulus<UInt<width>>& q, Form form) {
  multiply_and_add(out, a, b, c, q, form, false);
}

template <unsigned width>
void mul_add(UIntSpan<width> out, UIntView<width> a, const std::type_identity_t<UInt<width>>& s, UIntView<width> c,
             const Modulus<UInt<width>>& q, Form form) {
  checks::require_form(form);
  multiword::require_below("s", s, q);
  multiword::check_arrays(out, {{"a", a}, {"c", c}}, q);
  const multiword::MultiwordKernels kernels(q);
  const UInt<width> factor = kernels.factor(s, form);
  combine_products<width>(out, c, kernels, false, [&](UIntSpan<width> products, std::size_t i) {
    kernels.mul_scalar(products, a.subspan(i, products.size()), factor);
  });
  multiword::check_multiword_output(out, q);
}

template <unsigned width>
UInt<width> inner_product(UIntView<width> a, UIntView<width> b, const Modulus<UInt<width>>& q, Form form) {
  checks::require_form(form);
  checks::require_nonempty("a", a.size());
  checks::require_size("b", b.size(), a.size());
  multiword::check_multiword_input("a", a, q);
  multiword::check_multiword_input("b", b, q);
  const multiword::MultiwordKernels kernels(q);
  const UInt<width> sum = kernels.inner_product(a, b);
  return form == Form::plain ? kernels.to_montgomery(sum) : sum;
}

template <unsigned width>
void to_montgomery(UIntSpan<width> out, UIntView<width> a, const Modulus<UInt<width>>& q) {
  multiword::check_arrays(out, {{"a", a}}, q);
  const multiword::MultiwordKernels kernels(q);
  kernels.mul_scalar(out, a, kernels.square());
  multiword::check_multiword_output(out, q);
}

template <unsigned width>
void from_montgomery(UIntSpan<width> out, UIntView<width> a, const Modulus<UInt<width>>& q) {
  multiword::check_arrays(out, {{"a", a}}, q);
  multiword::MultiwordKernels(q).mul_scalar(out, a, UInt<width>{1});
  multiword::check_multiword_output(out, q);
}

// Instantiates each function for each width.
#define RINGLET_INSTANTIATE(width)                                                                    \
  using Out##width = UIntSpan<width>;                                                                 \
  using In##width = UIntView<width>;                                                                  \
  using Q##width = Modulus<UInt<width>>;                                                              \
  template void add(Out##width, In##width, In##width, const Q##width&);                               \
  template void add(Out##width, In##width, const UInt<width>&, const Q##width&);                      \
  template void sub(Out##width, In##width, In##width, const Q##width&);                               \
  template void sub(Out##width, In##width, const UInt<width>&, const Q##width&);                      \
  template void neg(Out##width, In##width, const Q##width&);                                          \
  template void mul(Out##width, In##width, In##width, const Q##width&, Form);                         \
  template void mul(Out##width, In##width, const UInt<width>&, const Q##width&, Form);                \
  template void mul_sub(Out##width, In##width, In##width, In##width, const Q##width&, Form);          \
  template void mul_add(Out##width, In##width, In##width, In##width, const Q##width&, Form);          \
  template void mul_add(Out##width, In##width, const UInt<width>&, In##width, const Q##width&, Form); \
  template UInt<width> inner_product(In##width, In##width, const Q##width&, Form);                    \
  template void to_montgomery(Out##width, In##width, const Q##width&);                                \
  template void from_montgomery(Out##width, In##width, const Q##width&);
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE)

}  // namespace ringlet
