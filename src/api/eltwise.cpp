#include "ringlet/eltwise.hpp"

#include "api/checked_eltwise.hpp"

namespace ringlet {

#define RINGLET_NAMES_1 a
#define RINGLET_NAMES_2 a, b
#define RINGLET_NAMES_3 a, b, c
#define RINGLET_SUM(T, name, inputs)                                     \
  void name(T::Out out, RINGLET_INPUTS_##inputs(T::In), const T::Q& q) { \
    T::combine<&T::Kernels::name>(out, q, RINGLET_NAMES_##inputs);       \
  }
#define RINGLET_PRODUCT(T, name, inputs)                                                     \
  void name(T::Out out, RINGLET_INPUTS_##inputs(T::In), const T::Q& q, EltwiseRange range) { \
    T::multiply<&T::Kernels::name>(out, q, range, RINGLET_NAMES_##inputs);                   \
  }

// The operations that all arrays have.
#define RINGLET_DEFINE(T)                                                                                \
  RINGLET_ARRAY_OPERATIONS(RINGLET_SUM, RINGLET_PRODUCT, T)                                              \
  void mul_scalar(T::Out out, T::In a, T::Word s, const T::Q& q, EltwiseRange range) {                   \
    T::mul_scalar(out, a, s, q, range);                                                                  \
  }                                                                                                      \
  void axpy(T::Out out, T::In x, T::Word s, std::optional<T::In> z, const T::Q& q, EltwiseRange range) { \
    T::axpy(out, x, s, z, q, range);                                                                     \
  }                                                                                                      \
  void reduce(T::Out out, T::In in, const T::Q& q, ReduceRange range) { T::reduce(out, in, q, range); }
RINGLET_DEFINE(api::WordOperations)
RINGLET_DEFINE(api::WordOperations128)
RINGLET_DEFINE(api::SplitOperations)

// Those that split arrays lack.
#define RINGLET_DEFINE_SUMS(T)                                                             \
  void add(T::Out out, T::In a, T::Word b, const T::Q& q) { T::add_scalar(out, a, b, q); } \
  void sub(T::Out out, T::In a, T::Word b, const T::Q& q) { T::sub_scalar(out, a, b, q); }
RINGLET_DEFINE_SUMS(api::WordOperations)
RINGLET_DEFINE_SUMS(api::WordOperations128)

void cmp_add(std::span<std::uint64_t> out, std::span<const std::uint64_t> in, Comparison comparison,
             std::uint64_t bound, std::uint64_t diff) {
  api::require_enumerator("comparison", comparison, Comparison::always);
  api::WordOperations::check_shapes(out, "in", in);
  const backends::EltwiseIndex& index = *backends::index_in_use.load(std::memory_order_acquire);
  index.any<kernels::EltwiseKernels>().cmp_add(out.data(), in.data(), out.size(), comparison, bound, diff);
}

void cmp_sub(std::span<std::uint64_t> out, std::span<const std::uint64_t> in, const Modulus<std::uint64_t>& q,
             Comparison comparison, std::uint64_t bound, std::uint64_t diff) {
  api::require_enumerator("comparison", comparison, Comparison::always);
  api::require_below_modulus("diff", diff, q);
  api::WordOperations::check_shapes(out, "in", in);
  api::kernels_for<kernels::EltwiseKernels>(q.bits()).cmp_sub(out.data(), in.data(), out.size(), q.constants(),
                                                              comparison, bound, diff);
  api::check_output(out, q, 1);
}

}  // namespace ringlet
