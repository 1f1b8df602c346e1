#pragma once

#include <cstddef>

#include "arith/bound.hpp"
#include "isa/compiler.hpp"
#include "kernels/kernel_table.hpp"
#include "kernels/lane_stages.hpp"
#include "kernels/map.hpp"
#include "kernels/ntt_forward.hpp"
#include "kernels/ntt_inverse.hpp"
#include "kernels/ntt_pass.hpp"
#include "kernels/range_check.hpp"
#include "ringlet/types.hpp"

/// Operations on values that stay in cells between calls. Coefficients lie in natural order, below
/// A::buffer_coefficients. Evaluations lie below A::buffer_evaluations, evaluations that may be factors below
/// A::buffer_factors. In each pair of vectors, evaluations stay in the order of the last stage of the forward
/// transform: the first vector holds the even places in bit-reversed order, the second vector the odd places. Products
/// do not depend on the order, so only loads and stores shuffle.
namespace ringlet::kernels {

template <arith::BufferArithmetic A, unsigned max_radix_log, class Product>
class BufferKernels {
  static_assert(!A::traits.in_doubles, "these operations do not set the rounding mode");

  using Isa = typename A::Isa;
  using Vec = typename A::Vec;
  using Word = WordOf<A>;
  using Cell = CellOf<A>;
  using Modulus = ModulusFor<Word>;

  static void load(void* out, const Word* in, std::size_t n, const Modulus&, Domain domain) {
    Isa::count_call();
    for (std::size_t i = 0; i < n; i += 2 * Isa::lanes) {
      Vec x = load_values<A, true>(in + i);
      Vec y = load_values<A, true>(in + i + Isa::lanes);
      if (domain == Domain::evaluations) LaneStages<Isa>::template undo<Isa::lanes_log>(x, y);
      Isa::store(cells(out) + i, x);
      Isa::store(cells(out) + i + Isa::lanes, y);
    }
  }

  static void store(Word* out, const void* in, std::size_t n, const Modulus& m, Domain domain) {
    Isa::count_call();
    const A a(m);
    for (std::size_t i = 0; i < n; i += 2 * Isa::lanes) {
      auto x = a.template finish<1, widest>(Isa::load(cells(in) + i));
      auto y = a.template finish<1, widest>(Isa::load(cells(in) + i + Isa::lanes));
      if (domain == Domain::evaluations) LaneStages<Isa>::template exchange<Isa::lanes_log>(x, y);
      Isa::store(out + i, x);
      Isa::store(out + i + Isa::lanes, y);
    }
  }

  static void reduce(void* out, const void* in, std::size_t n, const Modulus& m) {
    reduced_map(out, n, m, [&](const A&, std::size_t i) RINGLET_INLINE_LAMBDA { return Isa::load(cells(in) + i); });
  }

  static void add(void* out, const void* a, const void* b, std::size_t n, const Modulus& m) {
    reduced_map(out, n, m, [&](const A& arithmetic, std::size_t i) RINGLET_INLINE_LAMBDA {
      Vec x = Isa::load(cells(a) + i);
      Vec y = Isa::load(cells(b) + i);
      arithmetic.butterfly_gs(x, y);
      return x;
    });
  }

  static void sub(void* out, const void* a, const void* b, std::size_t n, const Modulus& m) {
    reduced_map(out, n, m, [&](const A& arithmetic, std::size_t i) RINGLET_INLINE_LAMBDA {
      Vec x = Isa::load(cells(a) + i);
      Vec y = Isa::load(cells(b) + i);
      arithmetic.butterfly_gs(x, y);
      return y;
    });
  }

  static void mul(void* out, const void* a, const void* b, std::size_t n, const Modulus& m) {
    map_products(out, n, m, vectors(a), vectors(b));
  }

  static void mul_add(void* out, const void* a, const void* b, const void* z, std::size_t n, const Modulus& m) {
    map_products(out, n, m, vectors(a), vectors(b), vectors(z));
  }

 public:
  static constexpr BasicBufferKernels<Word> table{.cell_bytes = sizeof(Cell),
                                                  .load = load,
                                                  .store = store,
                                                  .forward = ForwardTransform<A, max_radix_log>::run_in_buffer,
                                                  .inverse = InverseTransform<A, max_radix_log>::run_in_buffer,
                                                  .reduce = Product::bound <= A::buffer_factors ? nullptr : reduce,
                                                  .add = add,
                                                  .sub = sub,
                                                  .mul = mul,
                                                  .mul_add = mul_add};

 private:
  static constexpr Bound widest =
      A::buffer_coefficients > A::buffer_evaluations ? A::buffer_coefficients : A::buffer_evaluations;  // proof 13.7
  static_assert(2 * widest <= A::capacity && widest <= arith::times_q(A::gs_offset));
  static_assert(A::reduced_bound(widest + arith::times_q(A::gs_offset)) <= A::buffer_factors);
  static_assert(A::buffer_factors <= A::buffer_coefficients && A::buffer_factors <= A::buffer_evaluations);

  /// Layout for map_in_stages: whole vectors of cells.
  struct CellVectors {
    using In = const Cell*;
    using Out = Cell*;
    static constexpr bool has_tails = false;

    RINGLET_INLINE static Vec load(In p, std::size_t i) { return Isa::load(p + i); }
    RINGLET_INLINE static void store(Out p, std::size_t i, Vec x) { Isa::store(p + i, x); }
  };

  RINGLET_INLINE static Cell* cells(void* p) { return static_cast<Cell*>(p); }
  RINGLET_INLINE static const Cell* cells(const void* p) { return static_cast<const Cell*>(p); }
  RINGLET_INLINE static Array<CellVectors> vectors(const void* p) { return {cells(p)}; }

  /// Stores f(arithmetic, i) to out[i], reduced so that it may be a factor.
  template <class F>
  RINGLET_INLINE static void reduced_map(void* out, std::size_t n, const Modulus& m, const F& f) {
    Isa::count_call();
    const A a(m);
    for (std::size_t i = 0; i < n; i += Isa::lanes) {
      const Vec x[1] = {a.template reduce_to_factor<0>(f(a, i))};
      check_ranges(a, x, [](std::size_t) RINGLET_INLINE_LAMBDA { return Range{0, A::buffer_factors}; });
      Isa::store(cells(out) + i, x[0]);
    }
  }

  template <class... In>
  RINGLET_INLINE static void map_products(void* out, std::size_t n, const Modulus& m, In... in) {
    static_assert(Product::bound <= A::buffer_evaluations);
    Isa::count_call();
    map_in_stages<Isa, CellVectors>(cells(out), n, Product(m), in...);
#ifdef RINGLET_CHECKED
    for (std::size_t i = 0; i < n; i += Isa::lanes) {
      const Vec x[1] = {Isa::load(cells(out) + i)};
      check_ranges(A(m), x, [](std::size_t) RINGLET_INLINE_LAMBDA { return Range{0, Product::bound}; });
    }
#endif
  }
};

}  // namespace ringlet::kernels
