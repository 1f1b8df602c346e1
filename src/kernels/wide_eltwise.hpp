#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "arith/montgomery/wide_arithmetic.hpp"
#include "isa/compiler.hpp"
#include "kernels/wide_table.hpp"

namespace ringlet::kernels {

/// Element-wise kernels on numbers of several words, over any arithmetic of them.
template <arith::WideArithmetic A>
class WideEltwise {
  using Isa = typename A::Isa;
  using Value = typename A::Value;
  static constexpr std::size_t words = A::traits.words;
  static constexpr std::size_t step = words * A::lanes;

 public:
  static constexpr WideEltwiseKernels table(const char* arithmetic) {
    WideEltwiseKernels kernels{.arithmetic = arithmetic,
                               .words = A::traits.words,
                               .modulus_bits = A::traits.modulus_bits,
                               .add = nullptr,
                               .sub = nullptr,
                               .neg = nullptr,
                               .mul = mul,
                               .mul_scalar = mul_scalar,
                               .inner_product = inner_product};
    if constexpr (A::traits.has_sums) {
      kernels.add = add;
      kernels.sub = sub;
      kernels.neg = neg;
    }
    return kernels;
  }

 private:
  static void add(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
                  const WideModulusConstants& m) {
    const A arithmetic(m);
    map(out, n, [&](Value x, Value y) RINGLET_INLINE_LAMBDA { return arithmetic.add(x, y); }, a, b);
  }

  static void sub(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
                  const WideModulusConstants& m) {
    const A arithmetic(m);
    map(out, n, [&](Value x, Value y) RINGLET_INLINE_LAMBDA { return arithmetic.sub(x, y); }, a, b);
  }

  static void neg(std::uint64_t* out, const std::uint64_t* a, std::size_t n, const WideModulusConstants& m) {
    const A arithmetic(m);
    const std::uint64_t zero[words] = {};
    const Value nothing = A::broadcast(zero);
    map(out, n, [&](Value x) RINGLET_INLINE_LAMBDA { return arithmetic.sub(nothing, x); }, a);
  }

  static void mul(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
                  const WideModulusConstants& m) {
    const A arithmetic(m);
    map_products(
        out, n, arithmetic, [&](Value x, Value y) RINGLET_INLINE_LAMBDA { return arithmetic.product(x, y); }, a, b);
  }

  static void mul_scalar(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* s, std::size_t n,
                         const WideModulusConstants& m) {
    const A arithmetic(m);
    const Value w = A::broadcast(s);
    map_products(out, n, arithmetic, [&](Value x) RINGLET_INLINE_LAMBDA { return arithmetic.product(x, w); }, a);
  }

  static void inner_product(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
                            const WideModulusConstants& m) {
    Isa::count_call();
    const A arithmetic(m);
    const std::uint64_t zero[words] = {};
    Value total = A::broadcast(zero);
    for (std::size_t vectors = n / A::lanes; vectors > 0;) {
      typename A::Sum sum = A::empty_sum();
      const std::size_t count = std::min<std::size_t>(vectors, A::traits.max_products);
      for (std::size_t k = 0; k < count; ++k) A::add_product(sum, A::load(a + k * step), A::load(b + k * step));
      total = arithmetic.add(total, arithmetic.reduce(sum));
      a += count * step;
      b += count * step;
      vectors -= count;
    }
    if constexpr (A::lanes > 1) {
      if (const std::size_t rest = n % A::lanes; rest != 0) {
        typename A::Sum sum = A::empty_sum();
        A::add_product(sum, A::load_partial(a, rest), A::load_partial(b, rest));
        total = arithmetic.add(total, arithmetic.reduce(sum));
      }
    }
    store_sum_of_lanes(out, arithmetic, arithmetic.finish_sum(total));
  }

  RINGLET_INLINE static void store_sum_of_lanes(std::uint64_t* out, const A& arithmetic, Value x) {
    if constexpr (A::lanes > 1) {
      std::uint64_t sums[step];
      A::store(sums, x);
      for (std::size_t half = A::lanes / 2; half > 0; half /= 2) {
        x = arithmetic.add(x, A::load_partial(sums + half * words, half));
        A::store(sums, x);
      }
      for (std::size_t i = 0; i < words; ++i) out[i] = sums[i];
    } else {
      A::store(out, x);
    }
  }

  /// out[i] = f(in[i]...) for an f that leaves products as they are: several vectors of them first, and then what makes
  /// them canonical, whose chains of carries a CPU works on side by side.
  template <class F, class... In>
  RINGLET_INLINE static void map_products(std::uint64_t* out, std::size_t n, const A& arithmetic, const F& f,
                                          const In*... in) {
    Isa::count_call();
    std::size_t i = 0;
    for (std::size_t vectors = n / A::lanes; vectors > 0;) {
      typename A::Product products[A::traits.together];
      const std::size_t count = std::min<std::size_t>(vectors, A::traits.together);
      for (std::size_t k = 0; k < count; ++k) products[k] = f(A::load(in + i + k * step)...);
      for (std::size_t k = 0; k < count; ++k) A::store(out + i + k * step, arithmetic.canonical(products[k]));
      i += count * step;
      vectors -= count;
    }
    if constexpr (A::lanes > 1) {
      const std::size_t rest = n % A::lanes;
      if (rest != 0) A::store_partial(out + i, arithmetic.canonical(f(A::load_partial(in + i, rest)...)), rest);
    }
  }

  /// out[i] = f(in[i]...), one number at a time: no vectors have sums.
  template <class F, class... In>
  RINGLET_INLINE static void map(std::uint64_t* out, std::size_t n, const F& f, const In*... in) {
    static_assert(A::lanes == 1);
    Isa::count_call();
    for (std::size_t i = 0; i < n * words; i += words) A::store(out + i, f(A::load(in + i)...));
  }
};

}  // namespace ringlet::kernels
