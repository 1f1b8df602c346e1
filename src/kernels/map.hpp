#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/word_traits.hpp"
#include "isa/compiler.hpp"

/// The loops of the element-wise kernels.
namespace ringlet::kernels {

/// An input of `map`: an array.
template <class Layout>
struct Array {
  typename Layout::In words;

  RINGLET_INLINE auto load(std::size_t i) const { return Layout::load(words, i); }
  RINGLET_INLINE auto load_partial(std::size_t i, std::size_t count) const {
    return Layout::load_partial(words, i, count);
  }
};

/// An input of `map`: Shoup operands, an operand for each element, in whole groups of a vector's lanes.
template <arith::EltwiseArithmetic A>
struct ShoupOperands {
  const arith::TwiddleWord<typename A::Isa::Word>* words;

  RINGLET_INLINE auto load(std::size_t i) const {
    return A::ShoupOperand::template load<A::Isa::lanes>(words + i * A::ShoupOperand::words);
  }
  RINGLET_INLINE auto load_partial(std::size_t i, std::size_t) const { return load(i); }
};

/// An input of `map`: the same Shoup operand for all elements.
template <class ShoupOperand>
struct OneShoupOperand {
  ShoupOperand w;

  RINGLET_INLINE auto load(std::size_t) const { return w; }
  RINGLET_INLINE auto load_partial(std::size_t, std::size_t) const { return w; }
};

/// Deduction guide for clang 16.
template <class ShoupOperand>
OneShoupOperand(ShoupOperand) -> OneShoupOperand<ShoupOperand>;

/// Whether `map` loads the inputs of four vectors before it stores their results: if a vector is a cache line. CPUs
/// compare a load with earlier stores by the low twelve bits of the addresses, and these agree a few vectors later if
/// arrays lie a power of two apart. Sums of shorter vectors gain nothing (docs/notes/eltwise_2026_11.md). Numbers of
/// several registers leave no room for it.
template <class Isa>
inline constexpr bool stores_by_four =
    sizeof(typename Isa::Vec) == 64 && arith::WordTraits<typename Isa::Word>::in_one_register;

/// Whether products are so long that they gain nothing from unrolling: of numbers of several registers, or if the
/// instruction set says so.
template <class Isa>
inline constexpr bool has_long_products =
    !arith::WordTraits<typename Isa::Word>::in_one_register || requires { requires Isa::has_long_products; };

/// Computes out[i] = f(in[i]...) for whole vectors, then for the remainder with the missing lanes masked off.
/// is_product: f is a product. together: number of vectors whose inputs are loaded before their results are stored, 1
/// for the usual number.
template <class Isa, class Layout, bool is_product = false, std::size_t together = 1, class F, class... In>
RINGLET_INLINE void map(typename Layout::Out out, std::size_t n, F f, In... in) {
  constexpr std::size_t lanes = Isa::lanes;
  const std::size_t whole = n - n % lanes;
  std::size_t i = 0;
  if constexpr (is_product && has_long_products<Isa>) {
    for (; i < whole; i += lanes) Layout::store(out, i, f(in.load(i)...));
  } else if constexpr (stores_by_four<Isa>) {
    const auto at = [&](std::size_t j) RINGLET_INLINE_LAMBDA { return f(in.load(j)...); };
    for (const std::size_t whole_blocks = n - n % (4 * lanes); i < whole_blocks; i += 4 * lanes) {
      const auto first = at(i), second = at(i + lanes), third = at(i + 2 * lanes), fourth = at(i + 3 * lanes);
      Layout::store(out, i, first);
      Layout::store(out, i + lanes, second);
      Layout::store(out, i + 2 * lanes, third);
      Layout::store(out, i + 3 * lanes, fourth);
    }
    for (; i < whole; i += lanes) Layout::store(out, i, at(i));
  } else {
    if constexpr (together > 1) {
      for (; i + together * lanes <= n; i += together * lanes) {
        typename Isa::Vec results[together];
        RINGLET_UNROLL_FULLY
        for (std::size_t v = 0; v < together; ++v) results[v] = f(in.load(i + v * lanes)...);
        RINGLET_UNROLL_FULLY
        for (std::size_t v = 0; v < together; ++v) Layout::store(out, i + v * lanes, results[v]);
      }
    }
    RINGLET_UNROLL_4
    for (; i < whole; i += lanes) Layout::store(out, i, f(in.load(i)...));
  }
  if constexpr (Isa::lanes > 1) {
    if (i < n) Layout::store_partial(out, i, f(in.load_partial(i, n - i)...), n - i);
  }
}

/// Computes out[k][i] = f(in[i]...).vectors[k] for each k below `outputs`; each row of out may be any input.
template <class Isa, class Layout, unsigned outputs, class F, class... In>
RINGLET_INLINE void map_to_rows(typename Layout::Out const* out, std::size_t n, F f, In... in) {
  constexpr std::size_t lanes = Isa::lanes, together = stores_by_four<Isa> ? 4 : 1;
  using Results = decltype(f(in.load(0)...));
  std::size_t i = 0;
  for (; i + together * lanes <= n; i += together * lanes) {
    Results results[together];
    RINGLET_UNROLL_FULLY
    for (std::size_t v = 0; v < together; ++v) results[v] = f(in.load(i + v * lanes)...);
    RINGLET_UNROLL_FULLY
    for (std::size_t s = 0; s < outputs * together; ++s) {
      Layout::store(out[s / together], i + s % together * lanes, results[s % together].vectors[s / together]);
    }
  }
  const auto store_each = [&](const Results& results, const auto& store) RINGLET_INLINE_LAMBDA {
    RINGLET_UNROLL_FULLY
    for (unsigned k = 0; k < outputs; ++k) store(out[k], results.vectors[k]);
  };
  for (const std::size_t whole = n - n % lanes; i < whole; i += lanes) {
    store_each(f(in.load(i)...), [&](auto to, auto x) RINGLET_INLINE_LAMBDA { Layout::store(to, i, x); });
  }
  if constexpr (Isa::lanes > 1) {
    if (i < n) {
      store_each(f(in.load_partial(i, n - i)...),
                 [&](auto to, auto x) RINGLET_INLINE_LAMBDA { Layout::store_partial(to, i, x, n - i); });
    }
  }
}

/// Neighbouring vectors on their way through the stages of f: `state` has passed `step` steps, `behind` fewer.
template <class F, class State, unsigned step = F::steps>
struct Underway {
  State state;
  Underway<F, State, step - 1> behind;

  RINGLET_INLINE explicit Underway(const State& entering) : state(entering), behind(entering) {}
  RINGLET_INLINE void advance(const F& f) {
    state = f.template advance<step>(behind.state);
    behind.advance(f);
  }
  RINGLET_INLINE void enter(const State& entering) { behind.enter(entering); }
};
template <class F, class State>
struct Underway<F, State, 0> {
  State state;

  RINGLET_INLINE explicit Underway(const State& entering) : state(entering) {}
  RINGLET_INLINE void advance(const F&) {}
  RINGLET_INLINE void enter(const State& entering) { state = entering; }
};

/// Returns `state`, which has passed step - 1 steps, after the remaining steps.
template <unsigned step, class F, class State>
RINGLET_INLINE State advanced(const F& f, const State& state) {
  if constexpr (step > F::steps) {
    return state;
  } else {
    return advanced<step + 1>(f, f.template advance<step>(state));
  }
}

/// Maps by an f whose chain of instructions is longer than the CPU looks ahead. f has the stages `enter`, `advance<1>`
/// ... `advance<steps>` and `leave`. Each iteration of the loop computes one stage for each of steps + 2 neighbouring
/// vectors. The first iterations advance copies of the first vector; the last iterations load the last vector again.
template <class Isa, class Layout, class F, class... In>
RINGLET_INLINE void map_in_stages(typename Layout::Out out, std::size_t n, const F& f, In... in) {
  using State = decltype(f.enter(in.load(0)...));
  std::size_t i = 0;
  const std::size_t count = n / Isa::lanes;
  if (count > F::steps) {
    Underway<F, State> vectors(f.enter(in.load(0)...));
    for (std::size_t turn = 1; turn <= count + F::steps; ++turn) {
      if (turn > F::steps) {
        Layout::store(out, i, f.leave(vectors.state));
        i += Isa::lanes;
      }
      vectors.advance(f);
      vectors.enter(f.enter(in.load((turn < count ? turn : count - 1) * Isa::lanes)...));
    }
  }
  const auto whole = [&](const State& entering) RINGLET_INLINE_LAMBDA { return f.leave(advanced<1>(f, entering)); };
  // The tail, or all vectors if they are too few for the loop.
  for (; i + Isa::lanes <= n; i += Isa::lanes) Layout::store(out, i, whole(f.enter(in.load(i)...)));
  if constexpr (Layout::has_tails) {
    if (i < n) Layout::store_partial(out, i, whole(f.enter(in.load_partial(i, n - i)...)), n - i);
  }
}

/// A product in stages, followed by `finish` on the result and one more vector.
template <class Product, class Finish>
struct FinishedProduct {
  Product product;
  Finish finish;
  static constexpr unsigned steps = Product::steps;

  template <class Inner, class Vec>
  struct State {
    Inner inner;
    Vec z;
  };

  template <class Vec>
  RINGLET_INLINE auto enter(Vec x, Vec y, Vec z) const {
    return State<decltype(product.enter(x, y)), Vec>{product.enter(x, y), z};
  }
  template <unsigned step, class Entered>
  RINGLET_INLINE Entered advance(const Entered& x) const {
    return {product.template advance<step>(x.inner), x.z};
  }
  template <class Entered>
  RINGLET_INLINE auto leave(const Entered& x) const {
    return finish(product.leave(x.inner), x.z);
  }
};

/// Computes out[i] = finish(x[i] y[i] mod q, z[i]) with products by arithmetic A: in stages if A has them, else in the
/// simple loop. An operation that begins with a product is thus written once, over any arithmetic.
template <class A, class Layout, unsigned factor, class Finish>
RINGLET_INLINE void map_products(typename Layout::Out out, std::size_t n, const A& a, const Finish& finish,
                                 Array<Layout> x, Array<Layout> y, Array<Layout> z) {
  using Isa = typename A::Isa;
  using Vec = typename A::Vec;
  if constexpr (A::traits.in_stages) {
    using Product = decltype(a.template product<factor>());
    const FinishedProduct<Product, Finish> f{a.template product<factor>(), finish};
    map_in_stages<Isa, Layout>(out, n, f, x, y, z);
  } else {
    const auto f = [&](Vec u, Vec v, Vec w) RINGLET_INLINE_LAMBDA { return finish(a.template mul<factor>(u, v), w); };
    map<Isa, Layout, true>(out, n, f, x, y, z);
  }
}

}  // namespace ringlet::kernels
