#include "ringlet/eltwise.hpp"

#include <array>

#include "api/checks.hpp"
#include "backends/registry.hpp"
#include "plan/twiddle_table.hpp"

namespace ringlet {
namespace {

using Out = std::span<std::uint64_t>;
using In = std::span<const std::uint64_t>;
using Q = Modulus<std::uint64_t>;
using kernels::EltwiseKernels;

/// The kernel of one operation on the active backend.
template <class Operation>
Operation kernel(unsigned bits, Operation EltwiseKernels::* operation) {
  return backends::choose_eltwise(backends::active(), bits, operation).kernels->*operation;
}

/// The shapes of an output and one of its inputs.
void check_shapes(Out out, const char* name, In in) {
  api::require_nonempty("out", out.size());
  api::require_size(name, in.size(), out.size());
  api::check_overlap(name, out, in);
}

/// The shapes, and the range [0, factor q).
void check_array(Out out, const char* name, In in, const Q& q, unsigned factor) {
  check_shapes(out, name, in);
  api::check_input(name, in, q, factor);
}

}  // namespace

void add(Out out, In a, In b, const Q& q) {
  check_array(out, "a", a, q, 1);
  check_array(out, "b", b, q, 1);
  kernel(q.bits(), &EltwiseKernels::add)(out.data(), a.data(), b.data(), out.size(), api::kernel_modulus(q));
  api::check_output(out, q, 1);
}

void add(Out out, In a, std::uint64_t b, const Q& q) {
  api::require_below_modulus("b", b, q);
  check_array(out, "a", a, q, 1);
  kernel(q.bits(), &EltwiseKernels::add_scalar)(out.data(), a.data(), b, out.size(), api::kernel_modulus(q));
  api::check_output(out, q, 1);
}

void sub(Out out, In a, In b, const Q& q) {
  check_array(out, "a", a, q, 1);
  check_array(out, "b", b, q, 1);
  kernel(q.bits(), &EltwiseKernels::sub)(out.data(), a.data(), b.data(), out.size(), api::kernel_modulus(q));
  api::check_output(out, q, 1);
}

void sub(Out out, In a, std::uint64_t b, const Q& q) {
  api::require_below_modulus("b", b, q);
  add(out, a, b == 0 ? 0 : q.value() - b, q);
}

void neg(Out out, In a, const Q& q) {
  check_array(out, "a", a, q, 1);
  kernel(q.bits(), &EltwiseKernels::neg)(out.data(), a.data(), out.size(), api::kernel_modulus(q));
  api::check_output(out, q, 1);
}

void mul(Out out, In a, In b, const Q& q, EltwiseRange range) {
  api::require_factor("input_factor", range.input_factor, {1, 2, 4});
  check_array(out, "a", a, q, range.input_factor);
  check_array(out, "b", b, q, range.input_factor);
  kernel(q.bits(), &EltwiseKernels::mul)(out.data(), a.data(), b.data(), out.size(), api::kernel_modulus(q),
                                         range.input_factor);
  api::check_output(out, q, 1);
}

void mul_scalar(Out out, In a, std::uint64_t s, const Q& q, EltwiseRange range) {
  axpy(out, a, s, std::nullopt, q, range);
}

void axpy(Out out, In x, std::uint64_t s, std::optional<In> z, const Q& q, EltwiseRange range) {
  api::require_factor("input_factor", range.input_factor, {1, 2, 4, 8});
  api::require_below_modulus("s", s, q);
  check_array(out, "x", x, q, range.input_factor);
  if (z) check_array(out, "z", *z, q, range.input_factor);
  const arith::WordModulus modulus = api::kernel_modulus(q);
  const EltwiseKernels& kernels =
      *backends::choose_eltwise(backends::active(), q.bits(), &EltwiseKernels::axpy).kernels;
  std::array<std::uint64_t, plan::max_twiddle_words> scalar;
  plan::write_twiddle(scalar.data(), 1, s, kernels.format, modulus);
  kernels.axpy(out.data(), x.data(), scalar.data(), z ? z->data() : nullptr, out.size(), modulus, range.input_factor);
  api::check_output(out, q, 1);
}

void reduce(Out out, In in, const Q& q, ReduceRange range) {
  api::require_factor("input_factor", range.input_factor, {ReduceRange::any, 2, 4});
  api::require_factor("output_factor", range.output_factor, {1, 2});
  check_shapes(out, "in", in);
  if (range.input_factor != ReduceRange::any) api::check_input("in", in, q, range.input_factor);
  kernel(q.bits(), &EltwiseKernels::reduce)(out.data(), in.data(), out.size(), api::kernel_modulus(q),
                                            range.input_factor, range.output_factor);
  api::check_output(out, q, range.output_factor);
}

void cmp_add(Out out, In in, Comparison comparison, std::uint64_t bound, std::uint64_t diff) {
  api::require_enumerator("comparison", comparison, Comparison::always);
  check_shapes(out, "in", in);
  kernel(0, &EltwiseKernels::cmp_add)(out.data(), in.data(), out.size(), comparison, bound, diff);
}

void cmp_sub(Out out, In in, const Q& q, Comparison comparison, std::uint64_t bound, std::uint64_t diff) {
  api::require_enumerator("comparison", comparison, Comparison::always);
  api::require_below_modulus("diff", diff, q);
  check_shapes(out, "in", in);
  kernel(q.bits(), &EltwiseKernels::cmp_sub)(out.data(), in.data(), out.size(), api::kernel_modulus(q), comparison,
                                             bound, diff);
  api::check_output(out, q, 1);
}

}  // namespace ringlet
