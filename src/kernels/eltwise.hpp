#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/conditional_subtraction.hpp"
#include "isa/compiler.hpp"
#include "kernels/choose.hpp"
#include "kernels/kernel_table.hpp"

/// Element-wise kernels over any arithmetic.
namespace ringlet::kernels {

/// out[i] = f(in[i]...) for whole vectors, and once more for the remainder with the missing lanes masked off.
template <class Isa, class F, class... In>
RINGLET_INLINE void map(typename Isa::Word* out, std::size_t n, F f, const In*... in) {
  std::size_t i = 0;
  RINGLET_UNROLL_4
  for (; i + Isa::lanes <= n; i += Isa::lanes) Isa::store(out + i, f(Isa::load(in + i)...));
  if constexpr (Isa::lanes > 1) {
    if (i < n) Isa::store_partial(out + i, f(Isa::load_partial(in + i, n - i)...), n - i);
  }
}

using arith::subtract_once;

/// a - b for a, b in [0, q): where it would wrap, the sum with q is the smaller word.
template <class Isa>
RINGLET_INLINE typename Isa::Vec sub_mod(typename Isa::Vec a, typename Isa::Vec b, typename Isa::Vec q) {
  if constexpr (requires { Isa::subtract_modulo(a, b, q); }) {
    return Isa::subtract_modulo(a, b, q);
  } else {
    const auto difference = Isa::sub(a, b);
    return Isa::min(difference, Isa::add(difference, q));
  }
}

template <Comparison comparison, class Isa>
RINGLET_INLINE typename Isa::Vec keep_where(typename Isa::Vec x, typename Isa::Vec bound, typename Isa::Vec value) {
  if constexpr (comparison == Comparison::never) return Isa::broadcast(0);
  if constexpr (comparison == Comparison::always) return value;
  if constexpr (comparison == Comparison::equal) return Isa::keep_if(Isa::equal(x, bound), value);
  if constexpr (comparison == Comparison::less) return Isa::keep_if(Isa::less(x, bound), value);
  if constexpr (comparison == Comparison::less_equal) return Isa::keep_if(Isa::less_equal(x, bound), value);
  if constexpr (comparison == Comparison::not_equal) return Isa::keep_if(Isa::invert(Isa::equal(x, bound)), value);
  if constexpr (comparison == Comparison::greater_equal) return Isa::keep_if(Isa::invert(Isa::less(x, bound)), value);
  if constexpr (comparison == Comparison::greater) return Isa::keep_if(Isa::invert(Isa::less_equal(x, bound)), value);
}

/// Calls f with the factor as a constant: 1, 2, 4 or 8.
template <class F>
RINGLET_INLINE void with_factor(unsigned factor, F f) {
  switch (factor) {
    case 1:
      return f(Constant<1u>{});
    case 2:
      return f(Constant<2u>{});
    case 4:
      return f(Constant<4u>{});
    default:
      return f(Constant<8u>{});
  }
}

template <class F>
RINGLET_INLINE void with_comparison(Comparison comparison, F f) {
  switch (comparison) {
    case Comparison::equal:
      return f(Constant<Comparison::equal>{});
    case Comparison::less:
      return f(Constant<Comparison::less>{});
    case Comparison::less_equal:
      return f(Constant<Comparison::less_equal>{});
    case Comparison::never:
      return f(Constant<Comparison::never>{});
    case Comparison::not_equal:
      return f(Constant<Comparison::not_equal>{});
    case Comparison::greater_equal:
      return f(Constant<Comparison::greater_equal>{});
    case Comparison::greater:
      return f(Constant<Comparison::greater>{});
    case Comparison::always:
      return f(Constant<Comparison::always>{});
  }
}

/// The element-wise operations of one arithmetic, in the shapes that the kernel table wants.
template <class A>
struct Eltwise {
  using Isa = typename A::Isa;
  using Vec = typename A::Vec;
  using Word = typename Isa::Word;
  using Modulus = BasicModulus<Word>;

  static void add(Word* out, const Word* a, const Word* b, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const Vec q = Isa::broadcast(m.q);
    const auto f = [=](Vec x, Vec y) RINGLET_INLINE_LAMBDA { return subtract_once<Isa>(Isa::add(x, y), q); };
    map<Isa>(out, n, f, a, b);
  }

  static void add_scalar(Word* out, const Word* a, Word b, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const Vec q = Isa::broadcast(m.q);
    const Vec y = Isa::broadcast(b);
    map<Isa>(out, n, [=](Vec x) RINGLET_INLINE_LAMBDA { return subtract_once<Isa>(Isa::add(x, y), q); }, a);
  }

  static void sub(Word* out, const Word* a, const Word* b, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const Vec q = Isa::broadcast(m.q);
    map<Isa>(out, n, [=](Vec x, Vec y) RINGLET_INLINE_LAMBDA { return sub_mod<Isa>(x, y, q); }, a, b);
  }

  static void neg(Word* out, const Word* a, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const Vec q = Isa::broadcast(m.q);
    // q - 0 = q is the one value that still needs a subtraction.
    map<Isa>(out, n, [=](Vec x) RINGLET_INLINE_LAMBDA { return subtract_once<Isa>(Isa::sub(q, x), q); }, a);
  }

  static void mul(Word* out, const Word* a, const Word* b, std::size_t n, const Modulus& m, unsigned input_factor) {
    Isa::count_call();
    const A arithmetic(m);
    with_factor(input_factor, [&](auto factor) {
      const A local = arithmetic;
      const auto f = [&](Vec x, Vec y) RINGLET_INLINE_LAMBDA {
        return local.mul(local.template canonical<factor.value>(x), local.template canonical<factor.value>(y));
      };
      map<Isa>(out, n, f, a, b);
    });
  }

  static void axpy(Word* out, const Word* x, BasicShoupPair<Word> s, const Word* z, std::size_t n, const Modulus& m,
                   unsigned input_factor) {
    Isa::count_call();
    const A arithmetic(m);
    const auto scalar = A::broadcast_twiddle(s);
    with_factor(input_factor, [&](auto factor) {
      const A local = arithmetic;
      const auto product = [&](Vec v)
                               RINGLET_INLINE_LAMBDA { return local.template mul_shoup<factor.value>(v, scalar); };
      const auto sum = [&](Vec v, Vec w) RINGLET_INLINE_LAMBDA {
        return subtract_once<Isa>(Isa::add(product(v), local.template canonical<factor.value>(w)), local.q());
      };
      if (z == nullptr) {
        map<Isa>(out, n, product, x);
      } else {
        map<Isa>(out, n, sum, x, z);
      }
    });
  }

  static void reduce(Word* out, const Word* in, std::size_t n, const Modulus& m, unsigned input_factor,
                     unsigned output_factor) {
    Isa::count_call();
    const A a(m);
    const Vec q = a.q();
    const Vec twice_q = Isa::broadcast(2 * m.q);
    // From anything to below 2q, and from there, if asked, to below q.
    const auto word = [&](Vec x) RINGLET_INLINE_LAMBDA { return a.reduce_word(x); };
    const auto word_fully = [&](Vec x) RINGLET_INLINE_LAMBDA { return subtract_once<Isa>(a.reduce_word(x), q); };
    const auto by_2q = [&](Vec x) RINGLET_INLINE_LAMBDA { return subtract_once<Isa>(x, twice_q); };
    const auto by_q = [&](Vec x) RINGLET_INLINE_LAMBDA { return subtract_once<Isa>(x, q); };
    const auto by_2q_fully = [&](Vec x) RINGLET_INLINE_LAMBDA { return by_q(by_2q(x)); };
    const bool full = output_factor == 1;
    if (input_factor == 0) return full ? map<Isa>(out, n, word_fully, in) : map<Isa>(out, n, word, in);
    if (input_factor == 4) return full ? map<Isa>(out, n, by_2q_fully, in) : map<Isa>(out, n, by_2q, in);
    map<Isa>(out, n, by_q, in);  // input below 2q: the full reduction costs no more than a copy
  }

  static void cmp_add(Word* out, const Word* in, std::size_t n, Comparison comparison, Word bound, Word diff) {
    Isa::count_call();
    with_comparison(comparison, [&](auto c) {
      const Vec limit = Isa::broadcast(bound);
      const Vec summand = Isa::broadcast(diff);
      const auto f = [=](Vec x) RINGLET_INLINE_LAMBDA {
        return Isa::add(x, keep_where<decltype(c)::value, Isa>(x, limit, summand));
      };
      map<Isa>(out, n, f, in);
    });
  }

  static void cmp_sub(Word* out, const Word* in, std::size_t n, const Modulus& m, Comparison comparison, Word bound,
                      Word diff) {
    Isa::count_call();
    const A a(m);
    with_comparison(comparison, [&](auto c) {
      const Vec q = a.q();
      const Vec limit = Isa::broadcast(bound);
      const Vec subtrahend = Isa::broadcast(diff);
      const auto f = [&](Vec x) RINGLET_INLINE_LAMBDA {
        const Vec residue = subtract_once<Isa>(a.reduce_word(x), q);
        return sub_mod<Isa>(residue, keep_where<decltype(c)::value, Isa>(x, limit, subtrahend), q);
      };
      map<Isa>(out, n, f, in);
    });
  }

  /// All operations.
  static constexpr BasicEltwiseKernels<Word> all(const char* arithmetic, unsigned modulus_bits) {
    return {arithmetic, modulus_bits, add, add_scalar, sub, neg, mul, axpy, reduce, cmp_add, cmp_sub};
  }

  /// All but the comparisons, which double words do not have.
  static constexpr BasicEltwiseKernels<Word> modular(const char* arithmetic, unsigned modulus_bits) {
    return {arithmetic, modulus_bits, add, add_scalar, sub, neg, mul, axpy, reduce, nullptr, nullptr};
  }

  /// Those in which this arithmetic's products take part.
  static constexpr BasicEltwiseKernels<Word> products(const char* arithmetic, unsigned modulus_bits) {
    return {arithmetic, modulus_bits, nullptr, nullptr, nullptr, nullptr, mul, axpy, nullptr, nullptr, nullptr};
  }
};

}  // namespace ringlet::kernels
