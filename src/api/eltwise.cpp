#include "ringlet/eltwise.hpp"

#include "api/checked_eltwise.hpp"

namespace ringlet {
namespace {

using Out = std::span<std::uint64_t>;
using In = std::span<const std::uint64_t>;
using Q = Modulus<std::uint64_t>;

using Out128 = std::span<uint128_t>;
using In128 = std::span<const uint128_t>;
using Q128 = Modulus<uint128_t>;

using OutSplit = SplitSpan<std::uint64_t>;
using InSplit = SplitSpan<const std::uint64_t>;

using api::DoubleWordOperations;
using api::SplitOperations;
using api::WordOperations;

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
  api::kernels_for<kernels::EltwiseKernels>(any_bits).cmp_add(out.data(), in.data(), out.size(), comparison, bound,
                                                              diff);
}

void cmp_sub(Out out, In in, const Q& q, Comparison comparison, std::uint64_t bound, std::uint64_t diff) {
  api::require_enumerator("comparison", comparison, Comparison::always);
  api::require_below_modulus("diff", diff, q);
  WordOperations::check_shapes(out, "in", in);
  api::kernels_for<kernels::EltwiseKernels>(q.bits()).cmp_sub(out.data(), in.data(), out.size(), q.constants(),
                                                              comparison, bound, diff);
  api::check_output(out, q, 1);
}

}  // namespace ringlet
