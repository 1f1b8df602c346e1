#include "ringlet/eltwise.hpp"

#include <array>
#include <atomic>
#include <string>

#include "api/checks.hpp"
#include "backends/dispatch.hpp"
#include "backends/registry.hpp"
#include "plan/twiddle_table.hpp"
#include "ringlet/split_span.hpp"

namespace ringlet {
namespace {

/// How the functions below take and check arrays of words.
template <class WordType>
struct WordSpans {
  using Word = WordType;
  using Out = std::span<Word>;
  using In = std::span<const Word>;
  using Kernels = kernels::BasicEltwiseKernels<Word>;

  static std::size_t size(Out out) { return out.size(); }
  static Word* pointers(Out out) { return out.data(); }
  static const Word* pointers(In in) { return in.data(); }
  static void require_sizes(const char* name, In in, std::size_t n) { api::require_size(name, in.size(), n); }
};

/// How the functions below take and check split arrays.
struct SplitSpans {
  using Word = uint128_t;
  using Out = SplitSpan<std::uint64_t>;
  using In = SplitSpan<const std::uint64_t>;
  using Kernels = kernels::SplitEltwiseKernels;

  static std::size_t size(Out out) { return out.low.size(); }
  static Kernels::Out pointers(Out out) { return {out.low.data(), out.high.data()}; }
  static Kernels::In pointers(In in) { return {in.low.data(), in.high.data()}; }
  static void require_sizes(const char* name, In in, std::size_t n) {
    api::require_size((std::string(name) + ".low").c_str(), in.low.size(), n);
    api::require_size((std::string(name) + ".high").c_str(), in.high.size(), n);
  }
};

/// The kernels of the active backend, or those that decide which is.
template <class Kernels>
const Kernels& kernels_for(unsigned bits) {
  return backends::dispatch_in_use.load(std::memory_order_acquire)->eltwise<Kernels>(bits);
}

/// All operations that both words and both layouts have.
template <class Arrays>
struct CheckedOperations : Arrays {
  using Arrays::pointers;
  using Arrays::size;
  using typename Arrays::In;
  using typename Arrays::Kernels;
  using typename Arrays::Out;
  using typename Arrays::Word;
  using Q = Modulus<Word>;

  /// The shapes of an output and one of its inputs.
  static void check_shapes(Out out, const char* name, In in) {
    api::require_nonempty("out", size(out));
    Arrays::require_sizes("out", out, size(out));
    Arrays::require_sizes(name, in, size(out));
    api::require_no_partial_overlap(name, out, in);
  }

  /// The shapes, and the range [0, factor q).
  static void check_array(Out out, const char* name, In in, const Q& q, unsigned factor) {
    check_shapes(out, name, in);
    api::check_input(name, in, q, factor);
  }

  static void add(Out out, In a, In b, const Q& q) {
    check_array(out, "a", a, q, 1);
    check_array(out, "b", b, q, 1);
    kernels_for<Kernels>(q.bits()).add(pointers(out), pointers(a), pointers(b), size(out), q.constants());
    api::check_output(out, q, 1);
  }

  static void add(Out out, In a, Word b, const Q& q) {
    api::require_below_modulus("b", b, q);
    check_array(out, "a", a, q, 1);
    kernels_for<Kernels>(q.bits()).add_scalar(pointers(out), pointers(a), b, size(out), q.constants());
    api::check_output(out, q, 1);
  }

  static void sub(Out out, In a, In b, const Q& q) {
    check_array(out, "a", a, q, 1);
    check_array(out, "b", b, q, 1);
    kernels_for<Kernels>(q.bits()).sub(pointers(out), pointers(a), pointers(b), size(out), q.constants());
    api::check_output(out, q, 1);
  }

  static void sub(Out out, In a, Word b, const Q& q) {
    api::require_below_modulus("b", b, q);
    add(out, a, b == 0 ? 0 : q.value() - b, q);
  }

  static void neg(Out out, In a, const Q& q) {
    check_array(out, "a", a, q, 1);
    kernels_for<Kernels>(q.bits()).neg(pointers(out), pointers(a), size(out), q.constants());
    api::check_output(out, q, 1);
  }

  static void mul(Out out, In a, In b, const Q& q, EltwiseRange range) {
    api::require_factor<1, 2, 4>("input_factor", range.input_factor);
    check_array(out, "a", a, q, range.input_factor);
    check_array(out, "b", b, q, range.input_factor);
    kernels_for<Kernels>(q.bits()).mul(pointers(out), pointers(a), pointers(b), size(out), q.constants(),
                                       range.input_factor);
    api::check_output(out, q, 1);
  }

  static void mul_sub(Out out, In a, In b, In c, const Q& q, EltwiseRange range) {
    api::require_factor<1, 2, 4>("input_factor", range.input_factor);
    check_array(out, "a", a, q, range.input_factor);
    check_array(out, "b", b, q, range.input_factor);
    check_array(out, "c", c, q, range.input_factor);
    kernels_for<Kernels>(q.bits()).mul_sub(pointers(out), pointers(a), pointers(b), pointers(c), size(out),
                                           q.constants(), range.input_factor);
    api::check_output(out, q, 1);
  }

  static void mul_scalar(Out out, In a, Word s, const Q& q, EltwiseRange range) {
    multiply_add(out, "a", a, s, std::nullopt, q, range);
  }

  static void axpy(Out out, In x, Word s, std::optional<In> z, const Q& q, EltwiseRange range) {
    multiply_add(out, "x", x, s, z, q, range);
  }

  /// x s + z, or x s without z; x under the name that its function has for it.
  static void multiply_add(Out out, const char* name, In x, Word s, std::optional<In> z, const Q& q,
                           EltwiseRange range) {
    api::require_factor<1, 2, 4, 8>("input_factor", range.input_factor);
    api::require_below_modulus("s", s, q);
    check_array(out, name, x, q, range.input_factor);
    if (z) check_array(out, "z", *z, q, range.input_factor);
    // Decided here, since the scalar is encoded for the kernel.
    const auto& kernels = backends::active().dispatch->template eltwise<Kernels>(q.bits());
    std::array<Word, arith::max_twiddle_words> scalar;
    kernels.codec.encode(scalar.data(), 0, 1, s, q.constants());
    kernels.axpy(pointers(out), pointers(x), scalar.data(), z ? pointers(*z) : typename Kernels::In{}, size(out),
                 q.constants(), range.input_factor);
    api::check_output(out, q, 1);
  }

  static void reduce(Out out, In in, const Q& q, ReduceRange range) {
    api::require_factor<ReduceRange::any, 2, 4>("input_factor", range.input_factor);
    api::require_factor<1, 2>("output_factor", range.output_factor);
    check_shapes(out, "in", in);
    if (range.input_factor != ReduceRange::any) api::check_input("in", in, q, range.input_factor);
    kernels_for<Kernels>(q.bits()).reduce(pointers(out), pointers(in), size(out), q.constants(), range.input_factor,
                                          range.output_factor);
    api::check_output(out, q, range.output_factor);
  }
};

using Out = std::span<std::uint64_t>;
using In = std::span<const std::uint64_t>;
using Q = Modulus<std::uint64_t>;

using Out128 = std::span<uint128_t>;
using In128 = std::span<const uint128_t>;
using Q128 = Modulus<uint128_t>;

using OutSplit = SplitSpan<std::uint64_t>;
using InSplit = SplitSpan<const std::uint64_t>;

using WordOperations = CheckedOperations<WordSpans<std::uint64_t>>;
using DoubleWordOperations = CheckedOperations<WordSpans<uint128_t>>;
using SplitOperations = CheckedOperations<SplitSpans>;

}  // namespace

void add(Out out, In a, In b, const Q& q) { WordOperations::add(out, a, b, q); }
void add(Out out, In a, std::uint64_t b, const Q& q) { WordOperations::add(out, a, b, q); }
void sub(Out out, In a, In b, const Q& q) { WordOperations::sub(out, a, b, q); }
void sub(Out out, In a, std::uint64_t b, const Q& q) { WordOperations::sub(out, a, b, q); }
void neg(Out out, In a, const Q& q) { WordOperations::neg(out, a, q); }
void mul(Out out, In a, In b, const Q& q, EltwiseRange range) { WordOperations::mul(out, a, b, q, range); }
void mul_sub(Out out, In a, In b, In c, const Q& q, EltwiseRange range) {
  WordOperations::mul_sub(out, a, b, c, q, range);
}
void mul_scalar(Out out, In a, std::uint64_t s, const Q& q, EltwiseRange range) {
  WordOperations::mul_scalar(out, a, s, q, range);
}
void axpy(Out out, In x, std::uint64_t s, std::optional<In> z, const Q& q, EltwiseRange range) {
  WordOperations::axpy(out, x, s, z, q, range);
}
void reduce(Out out, In in, const Q& q, ReduceRange range) { WordOperations::reduce(out, in, q, range); }

void add(Out128 out, In128 a, In128 b, const Q128& q) { DoubleWordOperations::add(out, a, b, q); }
void add(Out128 out, In128 a, uint128_t b, const Q128& q) { DoubleWordOperations::add(out, a, b, q); }
void sub(Out128 out, In128 a, In128 b, const Q128& q) { DoubleWordOperations::sub(out, a, b, q); }
void sub(Out128 out, In128 a, uint128_t b, const Q128& q) { DoubleWordOperations::sub(out, a, b, q); }
void neg(Out128 out, In128 a, const Q128& q) { DoubleWordOperations::neg(out, a, q); }
void mul(Out128 out, In128 a, In128 b, const Q128& q, EltwiseRange range) {
  DoubleWordOperations::mul(out, a, b, q, range);
}
void mul_sub(Out128 out, In128 a, In128 b, In128 c, const Q128& q, EltwiseRange range) {
  DoubleWordOperations::mul_sub(out, a, b, c, q, range);
}
void mul_scalar(Out128 out, In128 a, uint128_t s, const Q128& q, EltwiseRange range) {
  DoubleWordOperations::mul_scalar(out, a, s, q, range);
}
void axpy(Out128 out, In128 x, uint128_t s, std::optional<In128> z, const Q128& q, EltwiseRange range) {
  DoubleWordOperations::axpy(out, x, s, z, q, range);
}
void reduce(Out128 out, In128 in, const Q128& q, ReduceRange range) { DoubleWordOperations::reduce(out, in, q, range); }

void add(OutSplit out, InSplit a, InSplit b, const Q128& q) { SplitOperations::add(out, a, b, q); }
void sub(OutSplit out, InSplit a, InSplit b, const Q128& q) { SplitOperations::sub(out, a, b, q); }
void neg(OutSplit out, InSplit a, const Q128& q) { SplitOperations::neg(out, a, q); }
void mul(OutSplit out, InSplit a, InSplit b, const Q128& q, EltwiseRange range) {
  SplitOperations::mul(out, a, b, q, range);
}
void mul_sub(OutSplit out, InSplit a, InSplit b, InSplit c, const Q128& q, EltwiseRange range) {
  SplitOperations::mul_sub(out, a, b, c, q, range);
}
void mul_scalar(OutSplit out, InSplit a, uint128_t s, const Q128& q, EltwiseRange range) {
  SplitOperations::mul_scalar(out, a, s, q, range);
}
void axpy(OutSplit out, InSplit x, uint128_t s, std::optional<InSplit> z, const Q128& q, EltwiseRange range) {
  SplitOperations::axpy(out, x, s, z, q, range);
}
void reduce(OutSplit out, InSplit in, const Q128& q, ReduceRange range) { SplitOperations::reduce(out, in, q, range); }

void cmp_add(Out out, In in, Comparison comparison, std::uint64_t bound, std::uint64_t diff) {
  api::require_enumerator("comparison", comparison, Comparison::always);
  WordOperations::check_shapes(out, "in", in);
  constexpr unsigned any_bits = 2;  // no modulus takes part: the kernel for the smallest one is as good as any
  kernels_for<kernels::EltwiseKernels>(any_bits).cmp_add(out.data(), in.data(), out.size(), comparison, bound, diff);
}

void cmp_sub(Out out, In in, const Q& q, Comparison comparison, std::uint64_t bound, std::uint64_t diff) {
  api::require_enumerator("comparison", comparison, Comparison::always);
  api::require_below_modulus("diff", diff, q);
  WordOperations::check_shapes(out, "in", in);
  kernels_for<kernels::EltwiseKernels>(q.bits()).cmp_sub(out.data(), in.data(), out.size(), q.constants(), comparison,
                                                         bound, diff);
  api::check_output(out, q, 1);
}

}  // namespace ringlet
