#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "arith/operation.hpp"

/// What the concept NttArithmetic promises (src/arith/arithmetic.hpp), as operations with their ranges.
namespace ringlet_test {

template <ringlet::arith::NttArithmetic A>
struct NttCalls : OperationsOn<A> {
  using Base = OperationsOn<A>;
  using Isa = typename A::Isa;
  using Vec = typename A::Vec;
  using Word = typename Isa::Word;
  using Twiddle = typename A::Twiddle;
  using LaneTwiddle = typename A::LaneTwiddle;
  static constexpr bool in_limbs = !std::is_same_v<typename Isa::Cell, Word>;
  static constexpr unsigned rows = sizeof(Vec) / 8 / Isa::lanes;
  static constexpr Bound capacity = A::capacity;

  // ---- calls ----

  RINGLET_INLINE static Vec load(const std::uint64_t* p) {
    Vec x;
    __builtin_memcpy(&x, p, sizeof x);
    return x;
  }
  RINGLET_INLINE static void store(std::uint64_t* p, const Vec& x) { __builtin_memcpy(p, &x, sizeof x); }

  static void from_words(const Call& call) { store(call.first, A::from_words(Isa::load(Base::words(call.x)))); }

  template <class W, unsigned count>
  static void mul_twiddle(const Call& call) {
    const A a = Base::arithmetic(call);
    store(call.first, a.mul_twiddle(load(call.x), Base::template multiplicand<W, count>(call)));
  }
  template <unsigned lift>
  static void mul_lifted(const Call& call) {
    const A a = Base::arithmetic(call);
    store(call.first, a.template mul_twiddle<lift>(load(call.x), Base::template multiplicand<Twiddle, 1>(call)));
  }

  /// f(arithmetic, x, y), which changes both.
  template <class F>
  RINGLET_INLINE static void butterfly(const Call& call, const F& f) {
    const A a = Base::arithmetic(call);
    Vec x = load(call.x);
    Vec y = load(call.y);
    f(a, x, y);
    store(call.first, x);
    store(call.second, y);
  }
  template <class W, unsigned count>
  static void butterfly_ct(const Call& call) {
    butterfly(call, [&](const A& a, Vec& x, Vec& y)
                        RINGLET_INLINE_LAMBDA { a.butterfly_ct(x, y, Base::template multiplicand<W, count>(call)); });
  }
  static void butterfly_gs(const Call& call) {
    butterfly(call, [](const A& a, Vec& x, Vec& y) RINGLET_INLINE_LAMBDA { a.butterfly_gs(x, y); });
  }
  static void butterfly_gs_in_order(const Call& call) {
    butterfly(call, [](const A& a, Vec& x, Vec& y) RINGLET_INLINE_LAMBDA { a.butterfly_gs_in_order(x, y); });
  }

  template <Bound high, unsigned lift>
  static void prepare(const Call& call) {
    store(call.first, Base::arithmetic(call).template prepare<high, lift>(load(call.x)));
  }
  static void reduce(const Call& call) { store(call.first, Base::arithmetic(call).reduce(load(call.x))); }
  static void reduce_leader(const Call& call) {
    if constexpr (A::traits.reduces_leaders) {
      store(call.first, Base::arithmetic(call).reduce_leader(load(call.x)));
    }
  }
  template <unsigned factor, Bound from>
  static void finish(const Call& call) {
    const A a = Base::arithmetic(call);
    Isa::store(Base::words(call.first), a.template finish<factor, from>(load(call.x)));
  }

  // ---- ranges ----

  /// How far carries may stay behind (docs/bounds.md, sections 13.10, 14.3 and 14.4).
  static constexpr unsigned redundancy() {
    if constexpr (!in_limbs) return 0;
    if constexpr (A::traits.in_doubles) return rows == 3 ? 300 : 6;
    return rows == 3 ? 512 : 64;
  }
  static constexpr bool two_double_limbs = in_limbs && A::traits.in_doubles && rows == 2;
  /// In two limbs of doubles, what is reduced leaves limb 0 smaller, and so do the operands of sums.
  static constexpr unsigned redundancy_of_reduced = two_double_limbs ? 1 : redundancy();
  static constexpr unsigned redundancy_of_sums = two_double_limbs ? 3 : redundancy();

  /// `finish` of two 52-bit limbs leaves the last eighth of the capacity out.
  static constexpr Bound finish_limit = in_limbs && !A::traits.in_doubles && rows == 2 ? times_q(56) : capacity;

  /// The widest range that butterfly_ct accepts.
  static constexpr Range widest_for_ct() {
    for (const Bound low : {Bound{0}, Bound{1}, one_q, times_q(4), times_q(12)}) {
      if (!A::ct_accepts({low, low + one_q})) continue;
      Bound high = low + one_q;
      for (Bound step = capacity; step != 0; step /= 2) {
        if (A::ct_accepts({low, high + step})) high += step;
      }
      return {low, high};
    }
    return {};
  }

  static constexpr bool is_signed = A::traits.in_doubles;
  /// Of x - y, both below the bound.
  static constexpr Range difference(Bound bound) {
    if (is_signed) return {0, 2 * bound};
    return {times_q(A::gs_offset) - bound, times_q(A::gs_offset) + bound};
  }

  // ---- the list ----

  using List = Operations<160>;

  template <class W, unsigned count>
  static consteval void add_products(List& list, const char* mul, const char* ct, Bound (*bound)(Bound)) {
    for (const Bound b : {one_q, times_q(4), capacity}) {
      if (b > capacity) continue;
      list.add(Base::template with<W>(count, {.name = mul,
                                              .detail = count,
                                              .run = mul_twiddle<W, count>,
                                              .meaning = Meaning::fixed_product,
                                              .x = {0, b},
                                              .first = {0, bound(b)},
                                              .redundancy = redundancy()}));
    }
    constexpr Range widest = widest_for_ct();
    static_assert(widest.high > widest.low);
    for (const Range x : {widest, Range{widest.low, widest.low + one_q}}) {
      list.add(Base::template with<W>(count, {.name = ct,
                                              .detail = count,
                                              .run = butterfly_ct<W, count>,
                                              .meaning = Meaning::cooley_tukey,
                                              .x = x,
                                              .y = {0, capacity},
                                              .first = A::ct_result(x),
                                              .second = A::ct_result(x),
                                              .redundancy = redundancy()}));
    }
  }

  template <unsigned count = Isa::lanes>
  static consteval void add_lane_products(List& list) {
    add_products<LaneTwiddle, count>(list, "mul_twiddle by lanes", "butterfly_ct by lanes", A::lane_product_bound);
    if constexpr (count > 1) add_lane_products<count / 2>(list);
  }

  template <unsigned... lift>
  static consteval void add_lifted(List& list, std::integer_sequence<unsigned, lift...>) {
    const auto add = [&](unsigned by, void (*run)(const Call&), Range range) {
      list.add(Base::template with<Twiddle>(1, {.name = "mul_twiddle with lift",
                                                .detail = by,
                                                .run = run,
                                                .meaning = Meaning::fixed_product,
                                                .x = {0, capacity},
                                                .first = range,
                                                .redundancy = redundancy()}));
    };
    (add(lift, mul_lifted<lift>, A::lifted_product(lift)), ...);
  }

  template <Bound high, unsigned... lift>
  static consteval void add_prepare(List& list, std::integer_sequence<unsigned, lift...>) {
    const auto add = [&](unsigned by, void (*run)(const Call&)) {
      const Range prepared = A::prepared({0, high}, by);
      if (high > capacity || prepared.high > capacity) return;
      list.add({.name = "prepare",
                .detail = high,
                .run = run,
                .meaning = Meaning::residue,
                .x = {0, high},
                .first = prepared,
                .redundancy = redundancy_of_reduced});
    };
    (add(lift, prepare<high, lift>), ...);
  }

  template <unsigned factor, Bound... from>
  static consteval void add_finish(List& list) {
    const auto add = [&](Bound bound, void (*run)(const Call&)) {
      list.add({.name = factor == 1   ? "finish<1>"
                        : factor == 2 ? "finish<2>"
                                      : "finish<4>",
                .detail = bound,
                .run = run,
                .meaning = Meaning::residue,
                .x = {0, bound},
                .first = {0, times_q(factor)},
                .gives_words = true,
                .redundancy = redundancy()});
    };
    (add(from, finish<factor, from>), ...);
  }
  template <unsigned factor>
  static consteval void add_finish_from_all(List& list) {
    constexpr Bound most = finish_limit;
    add_finish<factor, one_q, times_q(2), times_q(4), capacity / 2, A::product_bound(capacity), most>(list);
  }

  static consteval void add_reductions(List& list) {
    constexpr bool carries = in_limbs && A::traits.in_doubles;
    const Operation reduction = {.name = "reduce",
                                 .run = reduce,
                                 .meaning = Meaning::residue,
                                 .carried_first = carries,
                                 .redundancy = redundancy_of_reduced};
    for (const Bound b : {one_q, times_q(2), capacity / 2, capacity / 2 + one_q, capacity}) {
      Operation operation = reduction;
      operation.detail = b;
      operation.x = {0, b};
      operation.first = {0, A::reduced_bound(b)};
      list.add(operation);
    }
    if constexpr (A::traits.reduces_leaders) {
      Operation operation = reduction;
      operation.name = "reduce_leader";
      operation.run = reduce_leader;
      operation.x = {0, capacity};
      operation.first = A::leader;
      list.add(operation);
    }
  }

  static consteval void add_gentleman_sande(List& list) {
    for (const Bound b : {one_q, capacity / 2}) {
      list.add({.name = "butterfly_gs",
                .detail = b,
                .run = butterfly_gs,
                .meaning = Meaning::gentleman_sande,
                .x = {0, b},
                .y = {0, b},
                .first = {0, 2 * b},
                .second = difference(b),
                .carried_first = two_double_limbs,
                .redundancy = redundancy_of_sums});
    }
    if constexpr (A::traits.lifts_products) {
      list.add({.name = "butterfly_gs_in_order",
                .run = butterfly_gs_in_order,
                .meaning = Meaning::gentleman_sande,
                .x = {capacity / 4, capacity / 2},
                .y = {0, capacity / 4},
                .first = {capacity / 4, capacity * 3 / 4},
                .second = {0, capacity / 2},
                .exact = true,
                .redundancy = redundancy_of_sums});
    }
  }

  static consteval List make() {
    List list;
    list.add({.name = "from_words",
              .run = from_words,
              .meaning = Meaning::residue,
              .x = {0, times_q(4)},
              .first = {0, times_q(4)},
              .takes_words = true,
              .exact = true});
    add_products<Twiddle, 1>(list, "mul_twiddle", "butterfly_ct", A::product_bound);
    add_lane_products(list);
    if constexpr (A::traits.lifts_products) add_lifted(list, std::make_integer_sequence<unsigned, 3>());
    constexpr auto lifts = std::make_integer_sequence<unsigned, A::max_lift + 1>();
    add_prepare<one_q>(list, lifts);
    add_prepare<times_q(4)>(list, lifts);
    add_prepare<capacity>(list, lifts);
    add_gentleman_sande(list);
    add_reductions(list);
    add_finish_from_all<1>(list);
    if constexpr (!A::traits.ignores_factors) {
      add_finish_from_all<2>(list);
      add_finish_from_all<4>(list);
    }
    return list;
  }
  static constexpr List all = make();

  static consteval TestedArithmetic tested(const char* name, std::span<const Operation> operations) {
    TestedArithmetic arithmetic = Base::tested(name, operations);
    arithmetic.limb_count = rows;
    if constexpr (in_limbs) {
      if constexpr (is_signed) {
        arithmetic.representation = Representation::double_limbs;
        arithmetic.limb_bits = Isa::limb_bits;
      } else {
        arithmetic.representation = Representation::limbs;
        arithmetic.limb_bits = 52;
      }
    } else if constexpr (is_signed) {
      arithmetic.representation = Representation::doubles;
    }
    return arithmetic;
  }
};

/// An arithmetic of transforms to test.
template <ringlet::arith::NttArithmetic A>
consteval TestedArithmetic of_transforms(const char* name) {
  using Calls = NttCalls<A>;
  return Calls::tested(name, {Calls::all.entry, Calls::all.count});
}

}  // namespace ringlet_test
