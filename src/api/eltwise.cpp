#include "ringlet/eltwise.hpp"

#include <array>

#include "api/checks.hpp"
#include "backends/registry.hpp"
#include "plan/twiddle_table.hpp"

namespace ringlet {
namespace {

template <class Word>
using Kernels = kernels::BasicEltwiseKernels<Word>;

/// The kernel of one operation on the active backend.
template <class Word, class Operation>
Operation kernel(unsigned bits, Operation Kernels<Word>::* operation) {
  return backends::choose_eltwise(backends::active(), bits, operation).kernels->*operation;
}

/// The shapes of an output and one of its inputs.
template <class Word>
void check_shapes(std::span<Word> out, const char* name, std::span<const Word> in) {
  api::require_nonempty("out", out.size());
  api::require_size(name, in.size(), out.size());
  api::check_overlap(name, out, in);
}

/// The shapes, and the range [0, factor q).
template <class Word>
void check_array(std::span<Word> out, const char* name, std::span<const Word> in, const Modulus<Word>& q,
                 unsigned factor) {
  check_shapes(out, name, in);
  api::check_input(name, in, q, factor);
}

/// All operations that both words have.
template <class Word>
struct Eltwise {
  using Out = std::span<Word>;
  using In = std::span<const Word>;
  using Q = Modulus<Word>;

  static void add(Out out, In a, In b, const Q& q) {
    check_array(out, "a", a, q, 1);
    check_array(out, "b", b, q, 1);
    kernel(q.bits(), &Kernels<Word>::add)(out.data(), a.data(), b.data(), out.size(), api::kernel_modulus(q));
    api::check_output(out, q, 1);
  }

  static void add(Out out, In a, Word b, const Q& q) {
    api::require_below_modulus("b", b, q);
    check_array(out, "a", a, q, 1);
    kernel(q.bits(), &Kernels<Word>::add_scalar)(out.data(), a.data(), b, out.size(), api::kernel_modulus(q));
    api::check_output(out, q, 1);
  }

  static void sub(Out out, In a, In b, const Q& q) {
    check_array(out, "a", a, q, 1);
    check_array(out, "b", b, q, 1);
    kernel(q.bits(), &Kernels<Word>::sub)(out.data(), a.data(), b.data(), out.size(), api::kernel_modulus(q));
    api::check_output(out, q, 1);
  }

  static void sub(Out out, In a, Word b, const Q& q) {
    api::require_below_modulus("b", b, q);
    add(out, a, b == 0 ? 0 : q.value() - b, q);
  }

  static void neg(Out out, In a, const Q& q) {
    check_array(out, "a", a, q, 1);
    kernel(q.bits(), &Kernels<Word>::neg)(out.data(), a.data(), out.size(), api::kernel_modulus(q));
    api::check_output(out, q, 1);
  }

  static void mul(Out out, In a, In b, const Q& q, EltwiseRange range) {
    api::require_factor("input_factor", range.input_factor, {1, 2, 4});
    check_array(out, "a", a, q, range.input_factor);
    check_array(out, "b", b, q, range.input_factor);
    kernel(q.bits(), &Kernels<Word>::mul)(out.data(), a.data(), b.data(), out.size(), api::kernel_modulus(q),
                                          range.input_factor);
    api::check_output(out, q, 1);
  }

  static void mul_scalar(Out out, In a, Word s, const Q& q, EltwiseRange range) {
    axpy(out, a, s, std::nullopt, q, range);
  }

  static void axpy(Out out, In x, Word s, std::optional<In> z, const Q& q, EltwiseRange range) {
    api::require_factor("input_factor", range.input_factor, {1, 2, 4, 8});
    api::require_below_modulus("s", s, q);
    check_array(out, "x", x, q, range.input_factor);
    if (z) check_array(out, "z", *z, q, range.input_factor);
    const arith::BasicModulus<Word> modulus = api::kernel_modulus(q);
    const Kernels<Word>& kernels =
        *backends::choose_eltwise(backends::active(), q.bits(), &Kernels<Word>::axpy).kernels;
    std::array<Word, plan::max_twiddle_words> scalar;
    plan::write_twiddle(scalar.data(), 0, 1, s, kernels.format, modulus);
    kernels.axpy(out.data(), x.data(), scalar.data(), z ? z->data() : nullptr, out.size(), modulus, range.input_factor);
    api::check_output(out, q, 1);
  }

  static void reduce(Out out, In in, const Q& q, ReduceRange range) {
    api::require_factor("input_factor", range.input_factor, {ReduceRange::any, 2, 4});
    api::require_factor("output_factor", range.output_factor, {1, 2});
    check_shapes(out, "in", in);
    if (range.input_factor != ReduceRange::any) api::check_input("in", in, q, range.input_factor);
    kernel(q.bits(), &Kernels<Word>::reduce)(out.data(), in.data(), out.size(), api::kernel_modulus(q),
                                             range.input_factor, range.output_factor);
    api::check_output(out, q, range.output_factor);
  }
};

using Out = std::span<std::uint64_t>;
using In = std::span<const std::uint64_t>;
using Q = Modulus<std::uint64_t>;

using Out128 = std::span<uint128_t>;
using In128 = std::span<const uint128_t>;
using Q128 = Modulus<uint128_t>;

}  // namespace

void add(Out out, In a, In b, const Q& q) { Eltwise<std::uint64_t>::add(out, a, b, q); }
void add(Out out, In a, std::uint64_t b, const Q& q) { Eltwise<std::uint64_t>::add(out, a, b, q); }
void sub(Out out, In a, In b, const Q& q) { Eltwise<std::uint64_t>::sub(out, a, b, q); }
void sub(Out out, In a, std::uint64_t b, const Q& q) { Eltwise<std::uint64_t>::sub(out, a, b, q); }
void neg(Out out, In a, const Q& q) { Eltwise<std::uint64_t>::neg(out, a, q); }
void mul(Out out, In a, In b, const Q& q, EltwiseRange range) { Eltwise<std::uint64_t>::mul(out, a, b, q, range); }
void mul_scalar(Out out, In a, std::uint64_t s, const Q& q, EltwiseRange range) {
  Eltwise<std::uint64_t>::mul_scalar(out, a, s, q, range);
}
void axpy(Out out, In x, std::uint64_t s, std::optional<In> z, const Q& q, EltwiseRange range) {
  Eltwise<std::uint64_t>::axpy(out, x, s, z, q, range);
}
void reduce(Out out, In in, const Q& q, ReduceRange range) { Eltwise<std::uint64_t>::reduce(out, in, q, range); }

void add(Out128 out, In128 a, In128 b, const Q128& q) { Eltwise<uint128_t>::add(out, a, b, q); }
void add(Out128 out, In128 a, uint128_t b, const Q128& q) { Eltwise<uint128_t>::add(out, a, b, q); }
void sub(Out128 out, In128 a, In128 b, const Q128& q) { Eltwise<uint128_t>::sub(out, a, b, q); }
void sub(Out128 out, In128 a, uint128_t b, const Q128& q) { Eltwise<uint128_t>::sub(out, a, b, q); }
void neg(Out128 out, In128 a, const Q128& q) { Eltwise<uint128_t>::neg(out, a, q); }
void mul(Out128 out, In128 a, In128 b, const Q128& q, EltwiseRange range) {
  Eltwise<uint128_t>::mul(out, a, b, q, range);
}
void mul_scalar(Out128 out, In128 a, uint128_t s, const Q128& q, EltwiseRange range) {
  Eltwise<uint128_t>::mul_scalar(out, a, s, q, range);
}
void axpy(Out128 out, In128 x, uint128_t s, std::optional<In128> z, const Q128& q, EltwiseRange range) {
  Eltwise<uint128_t>::axpy(out, x, s, z, q, range);
}
void reduce(Out128 out, In128 in, const Q128& q, ReduceRange range) { Eltwise<uint128_t>::reduce(out, in, q, range); }

void cmp_add(Out out, In in, Comparison comparison, std::uint64_t bound, std::uint64_t diff) {
  api::require_enumerator("comparison", comparison, Comparison::always);
  check_shapes(out, "in", in);
  kernel(0, &Kernels<std::uint64_t>::cmp_add)(out.data(), in.data(), out.size(), comparison, bound, diff);
}

void cmp_sub(Out out, In in, const Q& q, Comparison comparison, std::uint64_t bound, std::uint64_t diff) {
  api::require_enumerator("comparison", comparison, Comparison::always);
  api::require_below_modulus("diff", diff, q);
  check_shapes(out, "in", in);
  kernel(q.bits(), &Kernels<std::uint64_t>::cmp_sub)(out.data(), in.data(), out.size(), api::kernel_modulus(q),
                                                     comparison, bound, diff);
  api::check_output(out, q, 1);
}

}  // namespace ringlet
