#pragma once

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
    return {.arithmetic = arithmetic,
            .words = A::traits.words,
            .modulus_bits = A::traits.modulus_bits,
            .add = add,
            .sub = sub,
            .neg = neg,
            .mul = mul,
            .mul_scalar = mul_scalar,
            .inner_product = inner_product};
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
    map(out, n, [&](Value x, Value y) RINGLET_INLINE_LAMBDA { return arithmetic.mul(x, y); }, a, b);
  }

  static void mul_scalar(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* s, std::size_t n,
                         const WideModulusConstants& m) {
    const A arithmetic(m);
    const Value w = A::broadcast(s);
    map(out, n, [&](Value x) RINGLET_INLINE_LAMBDA { return arithmetic.mul(x, w); }, a);
  }

  static void inner_product(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
                            const WideModulusConstants& m) {
    Isa::count_call();
    const A arithmetic(m);
    typename A::Sum sum = A::empty_sum();
    const std::uint64_t* const end = a + n / A::lanes * step;
    for (; a != end; a += step, b += step) arithmetic.add_product(sum, A::load(a), A::load(b));
    if constexpr (A::lanes == 1) {
      A::store(out, arithmetic.reduce(sum));
    } else {
      const std::size_t rest = n % A::lanes;
      if (rest != 0) arithmetic.add_product(sum, A::load_partial(a, rest), A::load_partial(b, rest));
      std::uint64_t sums[step];
      A::store(sums, arithmetic.reduce(sum));
      for (std::size_t half = A::lanes / 2; half > 0; half /= 2) {
        const Value upper = A::load_partial(sums + half * words, half);
        A::store_partial(sums, arithmetic.add(A::load_partial(sums, half), upper), half);
      }
      for (std::size_t i = 0; i < words; ++i) out[i] = sums[i];
    }
  }

  /// out[i] = f(in[i]...), a vector of numbers at a time.
  template <class F, class... In>
  RINGLET_INLINE static void map(std::uint64_t* out, std::size_t n, const F& f, const In*... in) {
    Isa::count_call();
    std::size_t i = 0;
    const std::size_t whole = n / A::lanes * step;
    for (; i < whole; i += step) A::store(out + i, f(A::load(in + i)...));
    if constexpr (A::lanes > 1) {
      const std::size_t rest = n % A::lanes;
      if (rest != 0) A::store_partial(out + i, f(A::load_partial(in + i, rest)...), rest);
    }
  }
};

}  // namespace ringlet::kernels
