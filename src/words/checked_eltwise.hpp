#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "backends/registry.hpp"
#include "checks/checks.hpp"
#include "ringlet/eltwise.hpp"

/// Templates of the element-wise operations of ringlet/eltwise.hpp, which libhexl's functions inline: on few elements,
/// the checks dominate the time of a call.
namespace ringlet::words {

/// Returns the kernels of the active backend. Before the first use these are stubs that choose a backend and forward
/// the call.
template <class Kernels>
const Kernels& kernels_for(unsigned bits) {
  return backends::index_in_use.load(std::memory_order_acquire)->of_length<Kernels>(bits);
}

/// Checks and calls that all operations share, and the operations with a scalar operand or other ranges.
template <class WordType>
struct WordOperations {
  using Word = WordType;
  using Out = std::span<Word>;
  using In = std::span<const Word>;
  using Kernels = kernels::BasicEltwiseKernels<Word>;
  using Q = Modulus<Word>;

  /// Checks the shapes of an output and one of its inputs.
  [[gnu::always_inline]] static void check_shapes(Out out, const char* name, In in) {
    checks::require_nonempty("out", out.size());
    checks::require_size(name, in.size(), out.size());
    checks::require_no_partial_overlap(name, out, in);
  }

  /// Checks the shapes and, in a checked build, the input's range [0, factor q).
  [[gnu::always_inline]] static void check_array(Out out, const char* name, In in, const Q& q, unsigned factor) {
    check_shapes(out, name, in);
    checks::check_input(name, in, q, factor);
  }

  /// Computes out = kernel(a, b, c) from one to three inputs in [0, q).
  template <auto kernel, class... Inputs>
  [[gnu::always_inline]] static void combine(Out out, const Q& q, const Inputs&... inputs) {
    check_all(out, q, 1, inputs...);
    (kernels_for<Kernels>(q.bits()).*kernel)(out.data(), inputs.data()..., out.size(), q.constants());
    checks::check_output(out, q, 1);
  }

  /// Computes the same by a kernel of products, which takes operands in [0, input_factor q), input_factor up to 4.
  template <auto kernel, class... Inputs>
  [[gnu::always_inline]] static void multiply(Out out, const Q& q, Range range, const Inputs&... inputs) {
    checks::require_product_factors(range, q);
    check_all(out, q, range.input_factor, inputs...);
    (kernels_for<Kernels>(q.bits()).*kernel)(out.data(), inputs.data()..., out.size(), q.constants(),
                                             range.input_factor);
    checks::check_output(out, q, 1);
  }

  [[gnu::always_inline]] static void add_scalar(Out out, In a, Word b, const Q& q) {
    checks::require_below_modulus("b", b, q);
    check_array(out, "a", a, q, 1);
    kernels_for<Kernels>(q.bits()).add_scalar(out.data(), a.data(), b, out.size(), q.constants());
    checks::check_output(out, q, 1);
  }

  [[gnu::always_inline]] static void sub_scalar(Out out, In a, Word b, const Q& q) {
    checks::require_below_modulus("b", b, q);
    add_scalar(out, a, b == 0 ? b : static_cast<Word>(q.value() - b), q);
  }

  /// Computes a s + c, or a s without c.
  [[gnu::always_inline]] static void mul_add(Out out, In a, Word s, const std::optional<In>& c, const Q& q,
                                             Range range) {
    checks::require_fixed_product_factors(range, q);
    checks::require_below_modulus("s", s, q);
    check_array(out, "a", a, q, range.input_factor);
    if (c) check_array(out, "c", *c, q, range.input_factor);
    kernels_for<Kernels>(q.bits()).axpy(out.data(), a.data(), s, c ? c->data() : nullptr, out.size(), q.constants(),
                                        range.input_factor);
    checks::check_output(out, q, 1);
  }

  [[gnu::always_inline]] static void reduce(Out out, In in, const Q& q, Range range) {
    checks::require_reduction_factors(range, q);
    check_array(out, "in", in, q, range.input_factor);
    kernels_for<Kernels>(q.bits()).reduce(out.data(), in.data(), out.size(), q.constants(), range.input_factor,
                                          range.output_factor);
    checks::check_output(out, q, range.output_factor);
  }

  [[gnu::always_inline]] static void cmp_add(Out out, In in, Comparison comparison, Word bound, Word diff) {
    checks::require_enumerator("comparison", comparison, Comparison::always);
    check_shapes(out, "in", in);
    const backends::EltwiseIndex& index = *backends::index_in_use.load(std::memory_order_acquire);
    index.any<Kernels>().cmp_add(out.data(), in.data(), out.size(), comparison, bound, diff);
  }

  [[gnu::always_inline]] static void cmp_sub(Out out, In in, const Q& q, Comparison comparison, Word bound, Word diff) {
    checks::require_enumerator("comparison", comparison, Comparison::always);
    checks::require_below_modulus("diff", diff, q);
    check_shapes(out, "in", in);
    kernels_for<Kernels>(q.bits()).cmp_sub(out.data(), in.data(), out.size(), q.constants(), comparison, bound, diff);
    checks::check_output(out, q, 1);
  }

  /// Checks the shapes and, in a checked build, the ranges of inputs a, b and c.
  template <class... Inputs>
  [[gnu::always_inline]] static void check_all(Out out, const Q& q, unsigned factor, const Inputs&... inputs) {
    constexpr const char* names[] = {"a", "b", "c"};
    const char* const* name = names;
    (check_array(out, *name++, inputs, q, factor), ...);
  }
};

}  // namespace ringlet::words
