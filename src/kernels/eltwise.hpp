#pragma once

#include <cstddef>

#include "arith/arithmetic.hpp"
#include "arith/codec.hpp"
#include "arith/modulus.hpp"
#include "arith/montgomery/word_inverse.hpp"
#include "arith/word_traits.hpp"
#include "isa/compiler.hpp"
#include "kernels/comparisons.hpp"
#include "kernels/eltwise_table.hpp"
#include "kernels/environment.hpp"
#include "kernels/factors.hpp"
#include "kernels/layout.hpp"
#include "kernels/map.hpp"
#include "ringlet/types.hpp"

/// Element-wise kernels over any arithmetic.
namespace ringlet::kernels {

/// Element-wise operations of one arithmetic, as functions for the kernel table. Layout: loads and stores of its
/// vectors, which may have another order of lanes than those of its instruction set.
template <arith::EltwiseArithmetic A, class Layout = WordVectors<typename A::Isa>>
struct Eltwise {
  using Isa = typename A::Isa;
  using Vec = typename A::Vec;
  using Word = typename Isa::Word;
  using Modulus = ModulusFor<Word>;
  using Kernels = BasicEltwiseKernels<Word>;
  using In = const Word*;
  using Out = Word*;
  using Input = Array<Layout>;

  static void add(Out out, In a, In b, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const A arithmetic(m);
    const auto f = [&](Vec x, Vec y) RINGLET_INLINE_LAMBDA { return arithmetic.add(x, y); };
    map<Isa, Layout>(out, n, f, Input{a}, Input{b});
  }

  static void add_scalar(Out out, In a, Word b, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const A arithmetic(m);
    const Vec y = Isa::broadcast(b);
    map<Isa, Layout>(out, n, [&](Vec x) RINGLET_INLINE_LAMBDA { return arithmetic.add(x, y); }, Input{a});
  }

  static void sub(Out out, In a, In b, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const A arithmetic(m);
    const auto f = [&](Vec x, Vec y) RINGLET_INLINE_LAMBDA { return arithmetic.sub(x, y); };
    map<Isa, Layout>(out, n, f, Input{a}, Input{b});
  }

  static void neg(Out out, In a, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const A arithmetic(m);
    map<Isa, Layout>(out, n, [&](Vec x) RINGLET_INLINE_LAMBDA { return arithmetic.neg(x); }, Input{a});
  }

  static void mul(Out out, In a, In b, std::size_t n, const Modulus& m, unsigned input_factor) {
    Isa::count_call();
    if constexpr (requires { A::product_factor(input_factor, m.q); }) {
      input_factor = A::product_factor(input_factor, m.q);
    }
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      const A arithmetic(m);
      with_input_factor<A::traits.operands>(input_factor, [&](auto factor) {
        const A local = arithmetic;
        if constexpr (A::traits.in_stages) {
          map_in_stages<Isa, Layout>(out, n, local.template product<factor.value>(), Input{a}, Input{b});
        } else {
          const auto f = [&](Vec x, Vec y) RINGLET_INLINE_LAMBDA { return local.template mul<factor.value>(x, y); };
          map<Isa, Layout, true>(out, n, f, Input{a}, Input{b});
        }
      });
    });
  }

  /// Computes a b / R + c, or a b / R if c is null. Without an own product, an arithmetic multiplies by a fixed 1 / R.
  static void mul_montgomery(Out out, In a, In b, In c, std::size_t n, const Modulus& m, unsigned input_factor) {
    if constexpr (requires(const A arithmetic, Vec x) { arithmetic.mul_montgomery(x, x); }) {
      Isa::count_call();
      const A arithmetic(m);
      with_input_factor<Factors{1, 4}>(input_factor, [&](auto factor) {
        const A local = arithmetic;
        const auto product = [&](Vec x, Vec y) RINGLET_INLINE_LAMBDA {
          return local.mul_montgomery(local.template lower<factor.value>(x), y);
        };
        if (c == nullptr) return map<Isa, Layout, true>(out, n, product, Input{a}, Input{b});
        const auto sum = [&](Vec x, Vec y, Vec z) RINGLET_INLINE_LAMBDA {
          return local.mul_add_montgomery(local.template lower<factor.value>(x), y,
                                          local.template lower<factor.value>(z));
        };
        map<Isa, Layout, true>(out, n, sum, Input{a}, Input{b}, Input{c});
      });
    } else {
      const auto correction = static_cast<Word>(arith::inverse_of_r<Word>(m.q));
      alignas(64) Word products[words_per_tile];
      for (std::size_t i = 0; i < n; i += words_per_tile) {
        const std::size_t count = n - i < words_per_tile ? n - i : words_per_tile;
        mul(products, a + i, b + i, count, m, input_factor);
        const bool has_sum = c != nullptr;
        axpy(out + i, products, correction, has_sum ? c + i : c, count, m, has_sum ? input_factor : 1);
      }
    }
  }

  static void mul_sub(Out out, In a, In b, In c, std::size_t n, const Modulus& m, unsigned input_factor) {
    Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      const A arithmetic(m);
      // The summand is reduced by its own factor even if products ignore it.
      with_input_factor<Factors{1, 4}>(input_factor, [&](auto factor) {
        const A local = arithmetic;
        const auto subtract = [&](Vec product, Vec z) RINGLET_INLINE_LAMBDA {
          return local.sub(product, local.template lower<factor.value>(z));
        };
        map_products<A, Layout, A::traits.operands.serving(factor.value)>(out, n, local, subtract, Input{a}, Input{b},
                                                                          Input{c});
      });
    });
  }

  /// Computes the three products by Karatsuba's method.
  static void tensor(Out const* out, In const* a, In const* b, std::size_t n, const Modulus& m) {
    Isa::count_call();
    struct Results {
      Vec vectors[3];
    };
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      const A local(m);
      const auto products = [&](Vec a0, Vec a1, Vec b0, Vec b1) RINGLET_INLINE_LAMBDA {
        const Vec first = local.template mul<1>(a0, b0), last = local.template mul<1>(a1, b1);
        return Results{first, local.sub(local.sub(local.mul_sums(a0, a1, b0, b1), first), last), last};
      };
      map_to_rows<Isa, Layout, 3>(out, n, products, Input{a[0]}, Input{a[1]}, Input{b[0]}, Input{b[1]});
    });
  }

  /// Adds products up unreduced if the arithmetic has such sums, else reduces each.
  static void sum_products(Out out, In const* x, In const* y, In z, std::size_t terms, std::size_t n,
                           const Modulus& m) {
    if constexpr (requires { typename A::Sum; }) {
      Isa::count_call();
      const A a(m);
      const auto sum = [&](const auto& load) RINGLET_INLINE_LAMBDA {
        auto products = a.product(load(x[0]), load(y[0]));
        for (std::size_t t = 1; t < terms; ++t) a.add_product(products, load(x[t]), load(y[t]));
        return z == nullptr ? a.reduce_sum(products) : a.add(a.reduce_sum(products), load(z));
      };
      std::size_t i = 0;
      for (const std::size_t whole = n - n % Isa::lanes; i < whole; i += Isa::lanes) {
        Layout::store(out, i, sum([&](In row) RINGLET_INLINE_LAMBDA { return Layout::load(row, i); }));
      }
      const auto load_rest = [&](In row) RINGLET_INLINE_LAMBDA { return Layout::load_partial(row, i, n - i); };
      if (i < n) Layout::store_partial(out, i, sum(load_rest), n - i);
    } else {
      if (z == nullptr) mul(out, x[0], y[0], n, m, 1);
      for (std::size_t t = z == nullptr ? 1 : 0; t < terms; ++t) add_products(out, x[t], y[t], t == 0 ? z : out, n, m);
    }
  }

  static void axpy(Out out, In x, Word s, In z, std::size_t n, const Modulus& m, unsigned input_factor) {
    TwiddleWord<Word> words[A::ShoupOperand::words];
    arith::encode_one<typename A::ShoupOperand::Codec, TwiddleWord<Word>>(words, s, m);
    multiply_add(out, x, OneShoupOperand{A::ShoupOperand::template load<1>(words)}, z, n, m, input_factor);
  }

  /// Lowers y to below 2q, so that x + 2q - y fits a word and is an operand of factor 4 (docs/bounds/words.md, 9.1).
  static void scale_difference(Out out, In x, In y, const TwiddleWord<Word>* w, std::size_t n, const Modulus& m) {
    Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      const A local(m);
      const Vec twice_q = Isa::broadcast(2 * m.q);
      const auto f = [&](Vec u, Vec v, const auto& t) RINGLET_INLINE_LAMBDA {
        const Vec difference = Isa::sub(Isa::add(u, twice_q), local.template lower<4, 2>(v));
        return local.template mul_shoup<A::traits.fixed_operands.serving(4)>(difference, t);
      };
      map<Isa, Layout, true>(out, n, f, Input{x}, Input{y}, OneShoupOperand{A::ShoupOperand::template load<1>(w)});
    });
  }

  static void mul_fixed(Out out, In x, const TwiddleWord<Word>* w, In z, std::size_t n, const Modulus& m,
                        unsigned input_factor) {
    multiply_add(out, x, ShoupOperands<A>{w}, z, n, m, input_factor);
  }

  static void reduce(Out out, In in, std::size_t n, const Modulus& m, unsigned input_factor, unsigned output_factor) {
    Isa::count_call();
    const A a(m);
    const auto to_2q = [&](Vec x) RINGLET_INLINE_LAMBDA { return a.template reduce_word<2>(x); };
    const auto to_q = [&](Vec x) RINGLET_INLINE_LAMBDA { return a.template reduce_word<1>(x); };
    const auto from_4q_to_2q = [&](Vec x) RINGLET_INLINE_LAMBDA { return a.template lower<4, 2>(x); };
    const auto from_4q_to_q = [&](Vec x) RINGLET_INLINE_LAMBDA { return a.template lower<4>(x); };
    const auto from_2q_to_q = [&](Vec x) RINGLET_INLINE_LAMBDA { return a.template lower<2>(x); };
    const bool full = output_factor == 1 || !arith::WordTraits<Word>::has_lazy_values;
    const Input x{in};
    if (input_factor == ringlet::Range::any)
      return full ? map<Isa, Layout>(out, n, to_q, x) : map<Isa, Layout>(out, n, to_2q, x);
    if (input_factor == 4) {
      return full ? map<Isa, Layout>(out, n, from_4q_to_q, x) : map<Isa, Layout>(out, n, from_4q_to_2q, x);
    }
    map<Isa, Layout>(out, n, from_2q_to_q, x);  // the full reduction costs no more than a copy
  }

  static void cmp_add(Out out, In in, std::size_t n, Comparison comparison, Word bound, Word diff) {
    Isa::count_call();
    with_comparison(comparison, [&](auto c) {
      const Vec limit = Isa::broadcast(bound);
      const Vec summand = Isa::broadcast(diff);
      const auto f = [=](Vec x) RINGLET_INLINE_LAMBDA {
        return Isa::add(x, keep_where<decltype(c)::value, Isa>(x, limit, summand));
      };
      map<Isa, Layout, false, compared_together<Isa>>(out, n, f, Input{in});
    });
  }

  static void cmp_sub(Out out, In in, std::size_t n, const Modulus& m, Comparison comparison, Word bound, Word diff) {
    Isa::count_call();
    const A a(m);
    with_comparison(comparison, [&](auto c) {
      const Vec limit = Isa::broadcast(bound);
      const Vec subtrahend = Isa::broadcast(diff);
      const auto f = [&](Vec x) RINGLET_INLINE_LAMBDA {
        return a.sub(a.template reduce_word<1>(x), keep_where<decltype(c)::value, Isa>(x, limit, subtrahend));
      };
      map<Isa, Layout>(out, n, f, Input{in});
    });
  }

  /// Returns a table of the products of two vectors.
  static constexpr Kernels product(const char* arithmetic) {
    Kernels kernels = none(arithmetic);
    kernels.mul = mul;
    kernels.mul_sub = mul_sub;
    if constexpr (arith::serves_rns<A>) {
      kernels.tensor = tensor;
    } else {
      kernels.sum_products = sum_products;
    }
    return kernels;
  }

  /// Returns a table of sums of products of two vectors.
  static constexpr Kernels sums(const char* arithmetic) {
    Kernels kernels = none(arithmetic);
    kernels.sum_products = sum_products;
    return kernels;
  }

  /// Returns a table of all products: of two vectors, and by fixed multiplicands.
  static constexpr Kernels products(const char* arithmetic) {
    Kernels kernels = product(arithmetic);
    kernels.axpy = axpy;
    if constexpr (arith::serves_rns<A>) kernels.scale_difference = scale_difference;
    kernels.mul_fixed = mul_fixed;
    return kernels;
  }

  /// Returns a table of products in Montgomery form.
  static constexpr Kernels montgomery(const char* arithmetic) {
    Kernels kernels = none(arithmetic);
    kernels.mul_montgomery = mul_montgomery;
    return kernels;
  }

  /// Returns a table of the reductions of words.
  static constexpr Kernels reductions(const char* arithmetic) {
    Kernels kernels = none(arithmetic);
    kernels.reduce = reduce;
    kernels.cmp_sub = cmp_sub;
    return kernels;
  }

  /// Returns a table of all products and of the reductions of words.
  static constexpr Kernels products_and_reductions(const char* arithmetic) {
    Kernels kernels = products(arithmetic);
    kernels.reduce = reduce;
    kernels.cmp_sub = cmp_sub;
    return kernels;
  }

  /// Returns a table of all operations but the comparisons, which 128-bit words do not have.
  static constexpr Kernels modular(const char* arithmetic) {
    Kernels kernels = products(arithmetic);
    kernels.reduce = reduce;
    kernels.add = add;
    kernels.add_scalar = add_scalar;
    kernels.sub = sub;
    kernels.neg = neg;
    return kernels;
  }

  /// Returns a table of all operations.
  static constexpr Kernels all(const char* arithmetic) {
    Kernels kernels = modular(arithmetic);
    kernels.cmp_add = cmp_add;
    kernels.cmp_sub = cmp_sub;
    return kernels;
  }

 private:
  static constexpr Kernels none(const char* arithmetic) {
    Kernels kernels{};
    kernels.arithmetic = arithmetic;
    kernels.moduli = A::moduli;
    kernels.lanes = Isa::lanes;
    kernels.codec = arith::codec_of<typename A::ShoupOperand>();
    return kernels;
  }

  /// Computes out = x y + z, all in [0, q).
  static void add_products(Out out, In x, In y, In z, std::size_t n, const Modulus& m) {
    Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      const A local(m);
      const auto add = [&](Vec product, Vec summand) RINGLET_INLINE_LAMBDA { return local.add(product, summand); };
      map_products<A, Layout, A::traits.operands.serving(1)>(out, n, local, add, Input{x}, Input{y}, Input{z});
    });
  }

  /// Computes out = x w + z, or x w if z is null.
  template <class Multiplicands>
  RINGLET_INLINE static void multiply_add(Out out, In x, Multiplicands w, In z, std::size_t n, const Modulus& m,
                                          unsigned input_factor) {
    Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      const A arithmetic(m);
      if (z == nullptr) {
        with_input_factor<A::traits.fixed_operands>(input_factor, [&](auto factor) {
          const A local = arithmetic;
          if constexpr (A::traits.in_stages) {
            map_in_stages<Isa, Layout>(out, n, local.template row_product<factor.value, false>(), Input{x}, w);
          } else {
            const auto product = [&](Vec v, const auto& t)
                                     RINGLET_INLINE_LAMBDA { return local.template mul_shoup<factor.value>(v, t); };
            map<Isa, Layout, true>(out, n, product, Input{x}, w);
          }
        });
      } else {
        // Products in stages reduce the summand with the product. Reductions of any words have no other variant.
        constexpr bool takes_words = A::traits.operands.most() == Factors::any_word;
        constexpr Factors of_summand = A::traits.in_stages ? A::traits.fixed_operands
                                       : takes_words       ? A::traits.operands
                                                           : Factors{1, 4, 8};
        with_input_factor<of_summand>(input_factor, [&](auto factor) {
          const A local = arithmetic;
          if constexpr (A::traits.in_stages) {
            map_in_stages<Isa, Layout>(out, n, local.template row_product<factor.value, true>(), Input{x}, w, Input{z});
          } else {
            constexpr unsigned of_product = A::traits.fixed_operands.serving(factor.value);
            const auto sum = [&](Vec v, const auto& t, Vec u) RINGLET_INLINE_LAMBDA {
              return local.add(local.template mul_shoup<of_product>(v, t), local.template lower<factor.value>(u));
            };
            map<Isa, Layout, true>(out, n, sum, Input{x}, w, Input{z});
          }
        });
      }
    });
  }
};

}  // namespace ringlet::kernels
