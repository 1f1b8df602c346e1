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
void mul_add(UIntSpan<width> out, UIntView<width> a, UIntView<width> b, UIntView<width> c,
             const Modulus<UInt<width>>& q, Form form) {
  checks::require_form(form);
  multiword::check_arrays(out, {{"a", a}, {"b", b}, {"c", c}}, q);
  const multiword::MultiwordKernels kernels(q);
  in_tiles(out.size(), [&](std::size_t i, std::size_t count) {
    std::array<UInt<width>, tile> buffer;
    const UIntSpan<width> products(buffer.data(), count);
    kernels.mul(products, a.subspan(i, count), b.subspan(i, count));
    if (form == Form::plain) kernels.mul_scalar(products, products, kernels.square());
    kernels.add(out.subspan(i, count), products, c.subspan(i, count));
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
#define RINGLET_INSTANTIATE(width)                                                                                  \
  using Q##width = Modulus<UInt<width>>;                                                                            \
  template void add(UIntSpan<width>, UIntView<width>, UIntView<width>, const Q##width&);                            \
  template void sub(UIntSpan<width>, UIntView<width>, UIntView<width>, const Q##width&);                            \
  template void neg(UIntSpan<width>, UIntView<width>, const Q##width&);                                             \
  template void mul(UIntSpan<width>, UIntView<width>, UIntView<width>, const Q##width&, Form);                      \
  template void mul(UIntSpan<width>, UIntView<width>, const UInt<width>&, const Q##width&, Form);                   \
  template void mul_add(UIntSpan<width>, UIntView<width>, UIntView<width>, UIntView<width>, const Q##width&, Form); \
  template UInt<width> inner_product(UIntView<width>, UIntView<width>, const Q##width&, Form);                      \
  template void to_montgomery(UIntSpan<width>, UIntView<width>, const Q##width&);                                   \
  template void from_montgomery(UIntSpan<width>, UIntView<width>, const Q##width&);
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE)

}  // namespace ringlet
