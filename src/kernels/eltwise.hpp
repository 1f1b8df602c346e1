#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"
#include "kernels/choose.hpp"
#include "kernels/kernel_table.hpp"

/// Element-wise kernels over any arithmetic.
namespace ringlet::kernels {

/// An input of `map`: the words of an array.
template <class Isa>
struct Words {
  const typename Isa::Word* words;

  RINGLET_INLINE auto load(std::size_t i) const { return Isa::load(words + i); }
  RINGLET_INLINE auto load_partial(std::size_t i, std::size_t count) const {
    return Isa::load_partial(words + i, count);
  }
};

/// An input of `map`: twiddles, one for each element, in whole groups of a vector's lanes.
template <class A>
struct Twiddles {
  const typename A::Isa::Word* words;

  RINGLET_INLINE auto load(std::size_t i) const {
    return A::FixedTwiddle::template load<A::Isa::lanes>(words + i * A::FixedTwiddle::words);
  }
  RINGLET_INLINE auto load_partial(std::size_t i, std::size_t) const { return load(i); }
};

/// An input of `map`: the same twiddle for all elements.
template <class Twiddle>
struct OneTwiddle {
  Twiddle twiddle;

  RINGLET_INLINE auto load(std::size_t) const { return twiddle; }
  RINGLET_INLINE auto load_partial(std::size_t, std::size_t) const { return twiddle; }
};

/// out[i] = f(in[i]...) for whole vectors, and once more for the remainder with the missing lanes masked off.
template <class Isa, class F, class... In>
RINGLET_INLINE void map(typename Isa::Word* out, std::size_t n, F f, In... in) {
  std::size_t i = 0;
  RINGLET_UNROLL_4
  for (; i + Isa::lanes <= n; i += Isa::lanes) Isa::store(out + i, f(in.load(i)...));
  if constexpr (Isa::lanes > 1) {
    if (i < n) Isa::store_partial(out + i, f(in.load_partial(i, n - i)...), n - i);
  }
}

/// a - b for a, b in [0, q).
template <class Isa>
RINGLET_INLINE typename Isa::Vec sub_mod(typename Isa::Vec a, typename Isa::Vec b, typename Isa::Vec q) {
  if constexpr (requires { Isa::subtract_modulo(a, b, q); }) {
    return Isa::subtract_modulo(a, b, q);
  } else {
    return Isa::add_if_negative(Isa::sub(a, b), q);
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
  using Kernels = BasicEltwiseKernels<Word>;
  using In = Words<Isa>;

  static void add(Word* out, const Word* a, const Word* b, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const Vec q = Isa::broadcast(m.q);
    const auto f = [=](Vec x, Vec y) RINGLET_INLINE_LAMBDA { return Isa::subtract_once(Isa::add(x, y), q); };
    map<Isa>(out, n, f, In{a}, In{b});
  }

  static void add_scalar(Word* out, const Word* a, Word b, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const Vec q = Isa::broadcast(m.q);
    const Vec y = Isa::broadcast(b);
    map<Isa>(out, n, [=](Vec x) RINGLET_INLINE_LAMBDA { return Isa::subtract_once(Isa::add(x, y), q); }, In{a});
  }

  static void sub(Word* out, const Word* a, const Word* b, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const Vec q = Isa::broadcast(m.q);
    map<Isa>(out, n, [=](Vec x, Vec y) RINGLET_INLINE_LAMBDA { return sub_mod<Isa>(x, y, q); }, In{a}, In{b});
  }

  static void neg(Word* out, const Word* a, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const Vec q = Isa::broadcast(m.q);
    // q - 0 = q is the one value that still needs a subtraction.
    map<Isa>(out, n, [=](Vec x) RINGLET_INLINE_LAMBDA { return Isa::subtract_once(Isa::sub(q, x), q); }, In{a});
  }

  static void mul(Word* out, const Word* a, const Word* b, std::size_t n, const Modulus& m, unsigned input_factor) {
    Isa::count_call();
    const A arithmetic(m);
    with_factor(input_factor, [&](auto factor) {
      const A local = arithmetic;
      const auto f = [&](Vec x, Vec y) RINGLET_INLINE_LAMBDA { return local.template mul<factor.value>(x, y); };
      map<Isa>(out, n, f, In{a}, In{b});
    });
  }

  static void axpy(Word* out, const Word* x, const Word* s, const Word* z, std::size_t n, const Modulus& m,
                   unsigned input_factor) {
    multiply_add(out, x, OneTwiddle{A::FixedTwiddle::template load<1>(s)}, z, n, m, input_factor);
  }

  static void mul_fixed(Word* out, const Word* x, const Word* w, const Word* z, std::size_t n, const Modulus& m,
                        unsigned input_factor) {
    multiply_add(out, x, Twiddles<A>{w}, z, n, m, input_factor);
  }

  static void reduce(Word* out, const Word* in, std::size_t n, const Modulus& m, unsigned input_factor,
                     unsigned output_factor) {
    Isa::count_call();
    const A a(m);
    const Vec q = a.q();
    const Vec twice_q = Isa::broadcast(2 * m.q);
    const auto word = [&](Vec x) RINGLET_INLINE_LAMBDA { return a.template reduce_word<2>(x); };
    const auto word_fully = [&](Vec x) RINGLET_INLINE_LAMBDA { return a.template reduce_word<1>(x); };
    const auto by_2q = [&](Vec x) RINGLET_INLINE_LAMBDA { return Isa::subtract_once(x, twice_q); };
    const auto by_q = [&](Vec x) RINGLET_INLINE_LAMBDA { return Isa::subtract_once(x, q); };
    const auto by_2q_fully = [&](Vec x) RINGLET_INLINE_LAMBDA { return by_q(by_2q(x)); };
    const bool full = output_factor == 1;
    const In x{in};
    if (input_factor == 0) return full ? map<Isa>(out, n, word_fully, x) : map<Isa>(out, n, word, x);
    if (input_factor == 4) return full ? map<Isa>(out, n, by_2q_fully, x) : map<Isa>(out, n, by_2q, x);
    map<Isa>(out, n, by_q, x);  // input below 2q: the full reduction costs no more than a copy
  }

  static void cmp_add(Word* out, const Word* in, std::size_t n, Comparison comparison, Word bound, Word diff) {
    Isa::count_call();
    with_comparison(comparison, [&](auto c) {
      const Vec limit = Isa::broadcast(bound);
      const Vec summand = Isa::broadcast(diff);
      const auto f = [=](Vec x) RINGLET_INLINE_LAMBDA {
        return Isa::add(x, keep_where<decltype(c)::value, Isa>(x, limit, summand));
      };
      map<Isa>(out, n, f, In{in});
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
        const Vec residue = a.template reduce_word<1>(x);
        return sub_mod<Isa>(residue, keep_where<decltype(c)::value, Isa>(x, limit, subtrahend), q);
      };
      map<Isa>(out, n, f, In{in});
    });
  }

  /// The product of two vectors.
  static constexpr Kernels product(const char* arithmetic, unsigned modulus_bits) {
    Kernels kernels{};
    kernels.arithmetic = arithmetic;
    if constexpr (requires { A::min_modulus_bits; }) kernels.min_modulus_bits = A::min_modulus_bits;
    kernels.modulus_bits = modulus_bits;
    kernels.lanes = Isa::lanes;
    kernels.mul = mul;
    return kernels;
  }

  /// That, and the products by fixed multiplicands.
  static constexpr Kernels products(const char* arithmetic, unsigned modulus_bits, TwiddleFormat format) {
    Kernels kernels = product(arithmetic, modulus_bits);
    kernels.format = format;
    kernels.axpy = axpy;
    kernels.mul_fixed = mul_fixed;
    return kernels;
  }

  /// Those, and the reductions of any word.
  static constexpr Kernels products_and_reductions(const char* arithmetic, unsigned modulus_bits,
                                                   TwiddleFormat format) {
    Kernels kernels = products(arithmetic, modulus_bits, format);
    kernels.reduce = reduce;
    kernels.cmp_sub = cmp_sub;
    return kernels;
  }

  /// All operations but the comparisons, which double words do not have.
  static constexpr Kernels modular(const char* arithmetic, unsigned modulus_bits, TwiddleFormat format) {
    Kernels kernels = products(arithmetic, modulus_bits, format);
    kernels.reduce = reduce;
    kernels.add = add;
    kernels.add_scalar = add_scalar;
    kernels.sub = sub;
    kernels.neg = neg;
    return kernels;
  }

  /// All operations.
  static constexpr Kernels all(const char* arithmetic, unsigned modulus_bits, TwiddleFormat format) {
    Kernels kernels = modular(arithmetic, modulus_bits, format);
    kernels.cmp_add = cmp_add;
    kernels.cmp_sub = cmp_sub;
    return kernels;
  }

 private:
  /// out = x w + z, or x w where z is null.
  template <class Multiplicands>
  RINGLET_INLINE static void multiply_add(Word* out, const Word* x, Multiplicands w, const Word* z, std::size_t n,
                                          const Modulus& m, unsigned input_factor) {
    Isa::count_call();
    const A arithmetic(m);
    with_factor(input_factor, [&](auto factor) {
      const A local = arithmetic;
      const auto product = [&](Vec v, const auto& t)
                               RINGLET_INLINE_LAMBDA { return local.template mul_shoup<factor.value>(v, t); };
      const auto sum = [&](Vec v, const auto& t, Vec u) RINGLET_INLINE_LAMBDA {
        if constexpr (requires { A::fuses_sums; }) {
          return local.template mul_shoup_add<factor.value>(v, t, u);
        } else {
          return Isa::subtract_once(Isa::add(product(v, t), local.template canonical<factor.value>(u)), local.q());
        }
      };
      if (z == nullptr) {
        map<Isa>(out, n, product, In{x}, w);
      } else {
        map<Isa>(out, n, sum, In{x}, w, In{z});
      }
    });
  }
};

}  // namespace ringlet::kernels
