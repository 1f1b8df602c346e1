#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "arith/montgomery/multiword_arithmetic.hpp"
#include "isa/compiler.hpp"
#include "kernels/multiword_table.hpp"

namespace ringlet::kernels {

/// Element-wise kernels on multiword numbers, over any arithmetic of them.
template <arith::MultiwordArithmetic A>
class MultiwordEltwise {
  using Isa = typename A::Isa;
  using Value = typename A::Value;
  static constexpr std::size_t words = A::traits.words;
  static constexpr std::size_t step = words * A::lanes;

 public:
  static constexpr MultiwordEltwiseKernels table(const char* arithmetic) {
    MultiwordEltwiseKernels kernels{.arithmetic = arithmetic,
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
                  const MultiwordModulusConstants& m) {
    const A arithmetic(m);
    map(out, n, [&](Value x, Value y) RINGLET_INLINE_LAMBDA { return arithmetic.add(x, y); }, a, b);
  }

  static void sub(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
                  const MultiwordModulusConstants& m) {
    const A arithmetic(m);
    map(out, n, [&](Value x, Value y) RINGLET_INLINE_LAMBDA { return arithmetic.sub(x, y); }, a, b);
  }

  static void neg(std::uint64_t* out, const std::uint64_t* a, std::size_t n, const MultiwordModulusConstants& m) {
    const A arithmetic(m);
    const std::uint64_t zero[words] = {};
    const Value nothing = A::broadcast(zero);
    map(out, n, [&](Value x) RINGLET_INLINE_LAMBDA { return arithmetic.sub(nothing, x); }, a);
  }

  static void mul(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
                  const MultiwordModulusConstants& m) {
    const auto product = [](const A& arithmetic, Value x, Value y)
                             RINGLET_INLINE_LAMBDA { return arithmetic.product(x, y); };
    map_products(out, n, m, product, a, b);
  }

  static void mul_scalar(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* s, std::size_t n,
                         const MultiwordModulusConstants& m) {
    const auto product = [w = A::broadcast(s)](const A& arithmetic, Value x)
                             RINGLET_INLINE_LAMBDA { return arithmetic.product(x, w); };
    map_products(out, n, m, product, a);
  }

  static void inner_product(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
                            const MultiwordModulusConstants& m) {
    Isa::count_call();
    const A arithmetic(m);
    const std::size_t whole = n / A::lanes * step;
    Value total = sum_of_products(arithmetic, a, b, n / A::lanes);
    if constexpr (A::lanes > 1) {
      if (const std::size_t rest = n % A::lanes; rest != 0) {
        total = arithmetic.add(total, sum_of_products(arithmetic, LastVector(a + whole, rest).numbers,
                                                      LastVector(b + whole, rest).numbers, 1));
      }
    }
    store_sum_of_lanes(out, arithmetic, arithmetic.finish_sum(total));
  }

  [[gnu::noinline]] static Value sum_of_products(const A& arithmetic, const std::uint64_t* a, const std::uint64_t* b,
                                                 std::size_t vectors) {
    const A local = arithmetic;
    const std::uint64_t zero[words] = {};
    Value total = A::broadcast(zero);
    while (vectors > 0) {
      typename A::Sum sum = A::empty_sum();
      const std::size_t count = std::min<std::size_t>(vectors, A::traits.max_products);
      for (std::size_t k = 0; k < count; ++k) A::add_product(sum, A::load(a + k * step), A::load(b + k * step));
      total = local.add(total, local.reduce(sum));
      a += count * step;
      b += count * step;
      vectors -= count;
    }
    return total;
  }

  RINGLET_INLINE static void store_sum_of_lanes(std::uint64_t* out, const A& arithmetic, Value x) {
    if constexpr (A::lanes > 1) {
      std::uint64_t sums[step];
      A::store(sums, x);
      RINGLET_DO_NOT_UNROLL
      for (std::size_t half = A::lanes / 2; half > 0; half /= 2) {
        x = arithmetic.add(x, A::load(LastVector(sums + half * words, half).numbers));
        A::store(sums, x);
      }
      for (std::size_t i = 0; i < words; ++i) out[i] = sums[i];
    } else {
      A::store(out, x);
    }
  }

  /// The last numbers of an array, too few for a vector, followed by zeros.
  struct LastVector {
    std::uint64_t numbers[step] = {};

    LastVector() = default;
    RINGLET_INLINE LastVector(const std::uint64_t* p, std::size_t count) {
      for (std::size_t i = 0; i < count * words; ++i) numbers[i] = p[i];
    }
  };

  /// Computes out[i] = f(arithmetic, in[i]...) for an f that returns products that are not yet canonical.
  template <class F, class... In>
  RINGLET_INLINE static void map_products(std::uint64_t* out, std::size_t n, const MultiwordModulusConstants& m,
                                          const F& f, const In*... in) {
    Isa::count_call();
    const A arithmetic(m);
    const std::size_t whole = n / A::lanes * step;
    map_vectors(out, n / A::lanes, arithmetic, f, in...);
    if constexpr (A::lanes > 1) {
      if (const std::size_t rest = n % A::lanes; rest != 0) {
        LastVector last;
        map_vectors(last.numbers, 1, arithmetic, f, LastVector(in + whole, rest).numbers...);
        for (std::size_t i = 0; i < rest * words; ++i) out[whole + i] = last.numbers[i];
      }
    }
  }

  /// Computes several vectors of products first and makes them canonical afterwards, because a CPU can overlap the
  /// carry chains of several.
  template <class F, class... In>
  [[gnu::noinline]] static void map_vectors(std::uint64_t* out, std::size_t vectors, const A& arithmetic, const F& f,
                                            const In*... in) {
    const A local = arithmetic;
    const F local_f = f;
    for (std::size_t i = 0; vectors > 0;) {
      typename A::Product products[A::traits.together];
      const std::size_t count = std::min<std::size_t>(vectors, A::traits.together);
      for (std::size_t k = 0; k < count; ++k) products[k] = local_f(local, A::load(in + i + k * step)...);
      for (std::size_t k = 0; k < count; ++k) A::store(out + i + k * step, local.canonical(products[k]));
      i += count * step;
      vectors -= count;
    }
  }

  /// Computes out[i] = f(in[i]...), one number at a time, because no arithmetic on vectors has sums.
  template <class F, class... In>
  RINGLET_INLINE static void map(std::uint64_t* out, std::size_t n, const F& f, const In*... in) {
    static_assert(A::lanes == 1);
    Isa::count_call();
    for (std::size_t i = 0; i < n * words; i += words) A::store(out + i, f(A::load(in + i)...));
  }
};

}  // namespace ringlet::kernels
